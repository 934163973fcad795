import type { FormatName } from '../render/formats.js';
import { FORMAT_NAMES, formatOf } from '../render/formats.js';
import type { ColorMode } from '../terminal.js';
import { COLOR_MODES } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** `--format LIST` of a report, each format once. @throws UsageError for others */
export function parseFormats(value: string): FormatName[] {
  const names = value.split(',').map((name) => name.trim());
  const formats = names.map((name) => {
    const format = formatOf(name);
    if (format === undefined) throw new UsageError(`--format ${value}: formats are ${FORMAT_NAMES.join(', ')}`);
    return format;
  });
  return [...new Set(formats)];
}

/** `--color WHEN`. @throws UsageError for others */
export function parseColorMode(value: string): ColorMode {
  const mode = COLOR_MODES.find((known) => known === value);
  if (mode === undefined) throw new UsageError(`--color ${value}: give one of ${COLOR_MODES.join(', ')}`);
  return mode;
}
