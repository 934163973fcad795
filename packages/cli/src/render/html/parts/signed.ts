import { formatFixed } from '../../format-number.js';

/** A change with its sign, U+2212 for less; a change that rounds to zero has none. */
export function formatSigned(value: number, decimals: number, suffix = ''): string {
  const text = formatFixed(Math.abs(value), decimals);
  const sign = /[1-9]/.test(text) ? (value < 0 ? '−' : '+') : '';
  return `${sign}${text}${suffix}`;
}
