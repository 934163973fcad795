import { knownText } from '../gpu-tools/fields.js';

const GFX = /\bgfx[0-9a-f]{3,4}\b/i;
/** rocm-smi prints an MI250 as gfx9010: of an id of digits only that starts with 9, the last two are the stepping. */
const DECIMAL_GFX = /\bgfx(9\d+)(\d\d)\b/i;
const BDF = /^(?:([0-9a-f]{1,8}):)?([0-9a-f]{1,2}):([0-9a-f]{1,2})\.([0-7])$/i;
/** Ids that stand for none. */
const PLACEHOLDER_UUID = /^(gpu-)?[0x-]+$/i;
const MAX_CHARACTERS = 200;

/** Architecture in a text, lower case: `gfx90a` of `gfx90a:sramecc+`, `gfx9010` or `amdgcn-amd-amdhsa--gfx90a`; null without. */
export function gfxIdOf(value: unknown): string | null {
  const text = shortText(value);
  if (text === null) return null;
  const [, version, stepping] = DECIMAL_GFX.exec(text) ?? [];
  if (version !== undefined && stepping !== undefined && version.length >= 2)
    return `gfx${version}${Number(stepping).toString(16)}`;
  return GFX.exec(text)?.[0].toLowerCase() ?? null;
}

/**
 * Architecture of a KFD `gfx_target_version`: major = v / 10000, minor = v / 100 % 100, stepping = v % 100 in hex; 90402 is
 * gfx942, 90010 gfx90a. Null for 0 (a CPU) and values of another form.
 *
 * Source: Linux amdkfd, kfd_topology; libhsakmt topology.c.
 */
export function gfxIdOfVersion(version: number | null): string | null {
  if (version === null || version < 10_000 || version > 999_999) return null;
  const [major, minor, stepping] = [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100];
  return minor > 15 || stepping > 15 ? null : `gfx${String(major)}${minor.toString(16)}${stepping.toString(16)}`;
}

/** PCI address as `0000:03:00.0`; null for another text. */
export function bdfOf(value: unknown): string | null {
  const found = BDF.exec(shortText(value) ?? '');
  if (found === null) return null;
  const [, domain = '0', bus = '', device = '', place = ''] = found;
  return `${domain.padStart(4, '0')}:${bus.padStart(2, '0')}:${device.padStart(2, '0')}.${place}`.toLowerCase();
}

/** PCI address of a number: bus * 256 + device * 8 + function, of which the lowest 16 bits count. */
export function bdfOfNumber(number: number | null, domain = 0): string | null {
  if (number === null) return null;
  const place = number % 0x1_0000;
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
  return `${hex(domain, 4)}:${hex(place >>> 8, 2)}:${hex((place >>> 3) & 31, 2)}.${String(place & 7)}`;
}

/** That number of an address; null without one. */
export function numberOfBdf(bdf: string | null): number | null {
  const [, , bus = '', device = '', place = ''] = BDF.exec(bdf ?? '') ?? [];
  return bus === '' ? null : Number.parseInt(bus, 16) * 256 + Number.parseInt(device, 16) * 8 + Number(place);
}

/** Id of a device; null for placeholders of zeros. */
export function uuidOf(value: unknown): string | null {
  const text = shortText(value);
  return text === null || PLACEHOLDER_UUID.test(text) ? null : text.toLowerCase();
}

/** A text to show: known, on one line, without control characters, at most 200 characters; null otherwise. */
export function shortText(value: unknown): string | null {
  const text = typeof value === 'string' ? knownText(value.slice(0, MAX_CHARACTERS)) : null;
  return text === null ? null : knownText(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '));
}
