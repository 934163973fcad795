/** A logarithmic axis over whole decades, for positions within `length`. */
export interface LogScale {
  /** Exponents of ten. */
  readonly low: number;
  readonly high: number;
  position(value: number): number;
}

/** The axis from the decade below the least to the one above the greatest value, at least one decade long. */
export function logScale(values: readonly number[], length: number, isReversed: boolean): LogScale {
  const known = values.filter((value) => value > 0 && Number.isFinite(value)).map(Math.log10);
  const low = known.length === 0 ? 0 : Math.floor(Math.min(...known));
  const top = known.length === 0 ? 1 : Math.ceil(Math.max(...known));
  const high = Math.max(top, low + 1);
  return {
    low,
    high,
    position: (value) => {
      const share = (Math.log10(value) - low) / (high - low);
      return length * (isReversed ? 1 - share : share);
    },
  };
}

/** `0.01`, `1`, `1,000`: never scientific. */
export function decadeLabel(exponent: number): string {
  return exponent < 0 ? (10 ** exponent).toFixed(-exponent) : (10 ** exponent).toLocaleString('en-US');
}
