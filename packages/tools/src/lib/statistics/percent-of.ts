import { roundTo } from './round-to.js';

/** 100 * part / whole, at most 100 for part <= whole whatever the rounding of the division; 0 where whole is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const percent = (100 * part) / whole;
  return part <= whole ? Math.min(percent, 100) : percent;
}

/** `percentOf`, rounded to 2 digits. */
export function roundedPercentOf(part: number, whole: number): number {
  return roundTo(percentOf(part, whole), 2);
}
