import { invalidArgument } from '../../tool/invalid-argument.js';

/**
 * A quotient of two arguments; `divisor` is more than 0. JSON has no infinity, so numbers whose quotient is none are
 * refused.
 *
 * @throws ToolError INVALID_ARGUMENT naming the field of the dividend
 */
export function finiteQuotient(field: string, dividend: number, divisor: number): number {
  const quotient = dividend / divisor;
  if (!Number.isFinite(quotient)) throw invalidArgument(field, 'small enough for a finite result', dividend);
  return quotient;
}
