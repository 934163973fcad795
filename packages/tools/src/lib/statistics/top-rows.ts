import { selectInPlace } from './select-in-place.js';

/** Rows of the `limit` greatest values, in rising order; of equal values at the cut the first rows. Linear on average. */
export function topRows(values: Float64Array, limit: number): Uint32Array {
  if (values.length <= limit) return Uint32Array.from(values, (_, row) => row);
  const rows = new Uint32Array(Math.max(0, limit));
  if (limit <= 0) return rows;
  const least = selectInPlace(values.slice(), values.length - limit);
  let above = 0;
  for (let row = 0; row < values.length; row++) if ((values[row] ?? 0) > least) above++;
  let equalsLeft = limit - above;
  let filled = 0;
  for (let row = 0; row < values.length && filled < limit; row++) {
    const value = values[row] ?? 0;
    if (value < least || (value === least && equalsLeft-- <= 0)) continue;
    rows[filled++] = row;
  }
  return rows;
}
