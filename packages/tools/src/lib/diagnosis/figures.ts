import { roundTo } from '../statistics/round-to.js';

const TIME_UNITS = [
  ['ns', 1],
  ['µs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
] as const;
const SIZE_UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const CHIP_SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** Places in a whole number where a comma stands. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Time in a sentence: three significant digits in ns, µs, ms or s; the next unit where rounding reaches it. */
export function timeText(ns: number): string {
  if (ns < 1) return '0 ns';
  for (const [unit, factor] of TIME_UNITS) {
    const value = Number((ns / factor).toPrecision(3));
    if (value < 1000 || unit === 's') return `${unit === 'ns' ? String(value) : threeDigits(value)} ${unit}`;
  }
  return `${ns} ns`;
}

/** Percent in a sentence: one decimal, no space, thousands with a comma. */
export function percentText(percent: number): string {
  const [whole = '', tenths = ''] = roundTo(percent, 1).toFixed(1).split('.');
  return `${whole.replace(THOUSANDS, ',')}.${tenths}%`;
}

/** A whole number in a sentence, with a comma before each three digits: `12,412`. */
export function numberText(count: number): string {
  return String(count).replace(THOUSANDS, ',');
}

/** A number of things in a sentence: `1 call`, `1,001 launches`. */
export function countText(count: number, singular: string, plural = `${singular}s`): string {
  return `${numberText(count)} ${count === 1 ? singular : plural}`;
}

/** Decimal rate in a sentence, two decimals. */
export function rateText(gbps: number): string {
  return `${roundTo(gbps, 2).toFixed(2)} GB/s`;
}

/** Size of data in a sentence: decimal as rates are, so that size over time is the rate; one decimal from kB on. */
export function bytesText(bytes: number): string {
  return sizeText(bytes, 1000, SIZE_UNITS);
}

/** Size of memory on the chip in a sentence, binary as vendors give it: `64.0 KiB`. */
export function chipBytesText(bytes: number): string {
  return sizeText(bytes, 1024, CHIP_SIZE_UNITS);
}

function sizeText(bytes: number, step: number, units: readonly string[]): string {
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && roundTo(value, 1) >= step) {
    value /= step;
    unit++;
  }
  return `${unit === 0 ? String(Math.round(value)) : roundTo(value, 1).toFixed(1)} ${units[unit] ?? 'B'}`;
}

function threeDigits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
