/** The values of a column in the given order of places; the column itself where the order is that of its places. */
export function gather<T extends Float64Array | Uint32Array | Uint16Array>(column: T, order: Uint32Array | null): T {
  if (order === null) return column;
  const make = column.constructor as new (length: number) => T; // typed arrays all have this constructor
  const result = new make(order.length);
  for (let row = 0; row < order.length; row += 1) result[row] = column[order[row] ?? 0] ?? 0;
  return result;
}
