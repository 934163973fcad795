import { roundTo } from '../statistics/round-to.js';

const TIME_UNITS = [
  ['ns', 1],
  ['µs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
] as const;
const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** Time in a sentence: three significant digits in ns, µs, ms or s; the next unit where rounding reaches it. */
export function timeText(ns: number): string {
  if (ns < 1) return '0 ns';
  for (const [unit, factor] of TIME_UNITS) {
    const value = Number((ns / factor).toPrecision(3));
    if (value < 1000 || unit === 's') return `${unit === 'ns' ? String(value) : threeDigits(value)} ${unit}`;
  }
  return `${ns} ns`;
}

/** Percent in a sentence: one decimal, no space. */
export function percentText(percent: number): string {
  return `${roundTo(percent, 1).toFixed(1)}%`;
}

/** A number of things in a sentence, without separators: `1 call`, `1001 launches`. */
export function countText(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Decimal rate in a sentence, two decimals. */
export function rateText(gbps: number): string {
  return `${roundTo(gbps, 2).toFixed(2)} GB/s`;
}

/** Size in a sentence: binary units, one decimal from KiB on. */
export function bytesText(bytes: number): string {
  const power = Math.min(SIZE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? String(Math.round(value)) : roundTo(value, 1).toFixed(1)} ${SIZE_UNITS[power] ?? 'B'}`;
}

function threeDigits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
