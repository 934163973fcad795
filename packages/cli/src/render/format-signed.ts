import { formatDuration, formatFixed } from './format-number.js';

/** A change with its sign and fixed decimals: `+10.93`, `-0.10`; one that rounds to zero has none. */
export function formatSignedFixed(value: number, decimals: number, suffix = ''): string {
  const text = formatFixed(Math.abs(value), decimals);
  const sign = /[1-9]/.test(text) ? (value < 0 ? '-' : '+') : '';
  return `${sign}${text}${suffix}`;
}

/** A change of time with its sign: `+3.85 ms`; none is `0 ns`. */
export function formatSignedDuration(nanoseconds: number): string {
  const sign = nanoseconds < 0 ? '-' : nanoseconds > 0 ? '+' : '';
  return `${sign}${formatDuration(Math.abs(nanoseconds))}`;
}
