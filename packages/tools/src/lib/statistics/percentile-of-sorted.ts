/**
 * Percentile of values sorted ascending, by linear interpolation between order statistics, as `percentile` defines it.
 * Null for no values.
 *
 * @param fraction 0..1; 0.95 is the 95th percentile.
 */
export function percentileOfSorted(values: Float64Array, fraction: number): number | null {
  const height = (values.length - 1) * fraction;
  const rank = Math.floor(height);
  const below = values[rank];
  if (below === undefined) return null;
  return below + ((values[rank + 1] ?? below) - below) * (height - rank);
}
