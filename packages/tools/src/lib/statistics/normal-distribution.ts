/** From here on the continued fraction converges fast, and 1 - erf(x) would lose digits. */
const SERIES_LIMIT = 2;
/** More terms than either expansion needs for full precision. */
const MAX_TERMS = 200;

/**
 * erfc(x) = 2/sqrt(pi) * integral of exp(-t^2) from x to infinity, to about 14 digits; 0 where it is below the smallest
 * number (x > 27).
 *
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964): 7.1.6 (series of erf, all terms positive)
 * below 2, 7.1.14 (continued fraction) from 2 on.
 */
export function complementaryErrorFunction(x: number): number {
  if (x < 0) return 2 - complementaryErrorFunction(-x);
  return x < SERIES_LIMIT ? 1 - errorFunctionBySeries(x) : byContinuedFraction(x);
}

/** Probability that a standard normal variable is at least |z| away from 0: erfc(|z| / sqrt(2)). */
export function twoSidedNormalProbability(z: number): number {
  return complementaryErrorFunction(Math.abs(z) / Math.SQRT2);
}

/** erf(x) = 2/sqrt(pi) * exp(-x^2) * sum of 2^n x^(2n+1) / (1 * 3 * ... * (2n+1)). */
function errorFunctionBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < MAX_TERMS && term > sum * Number.EPSILON; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** sqrt(pi) * exp(x^2) * erfc(x) = 1 / (x + (1/2) / (x + 1 / (x + (3/2) / (x + ...)))), evaluated from the far end. */
function byContinuedFraction(x: number): number {
  let denominator = x;
  for (let n = MAX_TERMS; n >= 1; n--) denominator = x + n / 2 / denominator;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * denominator);
}
