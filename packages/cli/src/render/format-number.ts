/** Joins a number and its unit; printed as a plain space, but no line breaks there. */
export const NO_BREAK_SPACE = '\u00a0';
/** What stands for a value that is not there. Never 0. */
export const ABSENT = '–';

const TIME_UNITS = ['ns', 'µs', 'ms', 's'] as const;
const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const CHIP_SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** Number with fixed decimals and thousands commas; what rounds to zero has no sign. */
export function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = value < 0 && /[1-9]/.test(text) ? '-' : '';
  return `${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Whole number with thousands commas. */
export function formatCount(value: number): string {
  return formatFixed(value, 0);
}

/** Three significant digits, never scientific, at most nine decimals; whole numbers from 1000 on are not cut. */
export function formatSignificant(value: number): string {
  if (value === 0) return '0';
  return formatFixed(value, decimalsFor(value));
}

/** A figure in prose: whole numbers whole, others with three significant digits. */
export function formatPlain(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatSignificant(value);
}

/** Decimals that leave three significant digits once the value is rounded: 9.996 becomes 10.0. */
function decimalsFor(value: number): number {
  const rounded = Math.abs(Number(value.toPrecision(3)));
  const digitsBefore = Math.floor(Math.log10(rounded)) + 1;
  return Math.min(Math.max(3 - digitsBefore, 0), 9);
}

/** Length of time in prose: three significant digits in ns, µs, ms or s; 999,600 ns is 1.00 ms. Zero is `0 ns`. */
export function formatDuration(nanoseconds: number): string {
  let value = nanoseconds;
  let unit = 0;
  while (unit < TIME_UNITS.length - 1 && Math.abs(Number(value.toPrecision(3))) >= 1000) {
    value /= 1000;
    unit++;
  }
  const text = unit === 0 && Number.isInteger(value) ? formatCount(value) : formatSignificant(value);
  return `${text}${NO_BREAK_SPACE}${TIME_UNITS[unit]}`;
}

/** Size of data, decimal as rates are, so that size over time is the rate: one decimal, whole bytes below 1 kB. */
export function formatBytes(bytes: number): string {
  return formatSize(bytes, 1000, SIZE_UNITS);
}

/** Size of memory on the chip (LDS, registers, scratch), binary as vendors give it: `64.0 KiB`. */
export function formatChipBytes(bytes: number): string {
  return formatSize(bytes, 1024, CHIP_SIZE_UNITS);
}

function formatSize(bytes: number, step: number, units: readonly string[]): string {
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && Math.abs(Number(value.toFixed(1))) >= step) {
    value /= step;
    unit++;
  }
  return `${formatFixed(value, unit === 0 && Number.isInteger(value) ? 0 : 1)}${NO_BREAK_SPACE}${units[unit] ?? ''}`;
}

/** Rate as vendors quote it, decimal: GB/s, from 1000 on TB/s; three significant digits. */
export function formatRate(gigabytesPerSecond: number): string {
  const isTera = Number(gigabytesPerSecond.toPrecision(3)) >= 1000;
  const value = isTera ? gigabytesPerSecond / 1000 : gigabytesPerSecond;
  return `${formatSignificant(value)}${NO_BREAK_SPACE}${isTera ? 'TB/s' : 'GB/s'}`;
}

/** Share of a whole, 0..100, one decimal. */
export function formatPercent(percent: number): string {
  return `${formatFixed(percent, 1)}%`;
}

/** Coverage or confidence, 0..1, as a whole percent, rounded (0.29 is 29%). */
export function formatWholePercent(fraction: number): string {
  return `${formatFixed(Math.round(fraction * 1e6) / 1e4, 0)}%`;
}
