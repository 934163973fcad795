import type { IdArray, IndexArray } from '../columns.js';

/** A column that decides between rows of equal start and end. */
export type TieColumn = IndexArray | IdArray;

/**
 * The order of rows by (start, end, tie columns), `null` if they are in that order already. With `endsFirst` the longer
 * of two spans that start together comes first, so that parents precede children. Places whose start is NaN are left out.
 */
export function orderRows(
  startNs: Float64Array,
  endNs: Float64Array,
  ties: readonly TieColumn[],
  longestFirst: boolean,
): Uint32Array | null {
  const sign = longestFirst ? -1 : 1;
  const compare = (a: number, b: number): number => {
    const starts = (startNs[a] ?? 0) - (startNs[b] ?? 0);
    if (starts !== 0) return starts;
    const ends = (endNs[a] ?? 0) - (endNs[b] ?? 0);
    if (ends !== 0) return sign * ends;
    for (const column of ties) {
      const difference = (column[a] ?? 0) - (column[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  };
  const order = new Uint32Array(startNs.length);
  let count = 0;
  let isOrdered = true;
  for (let place = 0; place < startNs.length; place += 1) {
    if (Number.isNaN(startNs[place])) continue;
    if (count > 0 && isOrdered && compare(order[count - 1] ?? 0, place) > 0) isOrdered = false;
    order[count] = place;
    count += 1;
  }
  if (isOrdered) return count === startNs.length ? null : order.slice(0, count);
  return order.subarray(0, count).sort(compare).slice();
}

/** The values of a column in the given order; the column itself where the order is that of its places. */
export function gather<T extends Float64Array | Uint32Array | Uint16Array>(column: T, order: Uint32Array | null): T {
  if (order === null) return column;
  const make = column.constructor as new (length: number) => T; // typed arrays all have this constructor
  const result = new make(order.length);
  for (let row = 0; row < order.length; row += 1) result[row] = column[order[row] ?? 0] ?? 0;
  return result;
}
