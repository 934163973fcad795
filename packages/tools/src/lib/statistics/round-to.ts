/**
 * Rounds to a number of decimal digits (0..20), on the exact binary value, ties to even: 0.125 to 2 digits is 0.12,
 * where `toFixed` gives 0.13. A value is a tie if and only if value * 2^(digits + 1) is an odd integer, because
 * value * 10^digits is that integer times 5^digits (odd) over 2. Never returns -0.
 */
export function roundTo(value: number, digits: number): number {
  const doubled = value * 2 ** (digits + 1);
  if (!Number.isInteger(doubled) || doubled % 2 === 0) return Number(value.toFixed(digits)) + 0;
  const lower = Math.floor((doubled * 5 ** digits) / 2);
  return (lower % 2 === 0 ? lower : lower + 1) / 10 ** digits + 0;
}
