import type { BadValues } from '../load/bad-values.js';

/** A whole number that JavaScript holds exactly; -1 for null and for anything else, which is counted under `field`. */
export function wholeNumberOf(value: unknown, field: string, bad: BadValues): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (value !== null) bad.add(field);
  return -1;
}
