import { selectInPlace } from './select-in-place.js';

/**
 * Percentile by linear interpolation between order statistics: for n sorted values and fraction f, the value at
 * h = (n - 1) * f, between floor(h) and floor(h) + 1 in proportion. Null for no values. Leaves the values alone.
 *
 * Source: numpy.percentile's default method "linear"; type 7 of Hyndman and Fan, The American Statistician 50 (1996).
 *
 * @param fraction 0..1; 0.95 is the 95th percentile.
 */
export function percentile(values: Float64Array, fraction: number): number | null {
  return percentileInPlace(values.slice(), fraction);
}

/** `percentile` that reorders the values instead of copying them. */
export function percentileInPlace(values: Float64Array, fraction: number): number | null {
  if (values.length === 0) return null;
  const height = (values.length - 1) * fraction;
  const rank = Math.floor(height);
  const below = selectInPlace(values, rank);
  if (height === rank) return below;
  let above = Number.POSITIVE_INFINITY;
  for (let index = rank + 1; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (value < above) above = value;
  }
  return below + (above - below) * (height - rank);
}

/** Median: the middle value, or the mean of the two in the middle; null for no values. Leaves the values alone. */
export function median(values: Float64Array): number | null {
  return percentile(values, 0.5);
}

/** `median` that reorders the values instead of copying them. */
export function medianInPlace(values: Float64Array): number | null {
  return percentileInPlace(values, 0.5);
}
