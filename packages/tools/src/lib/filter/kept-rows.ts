/** Which rows of the big tables of a process are kept: 1, else 0. */
export interface KeptRows {
  readonly dispatches: Uint8Array;
  readonly copies: Uint8Array;
  readonly regions: Uint8Array;
}

/** Indices of the rows that are kept, in order. */
export function rowsOf(kept: Uint8Array): Uint32Array {
  let count = 0;
  for (let row = 0; row < kept.length; row++) count += kept[row] ?? 0;
  const rows = new Uint32Array(count);
  let place = 0;
  for (let row = 0; row < kept.length; row++) if (kept[row] === 1) rows[place++] = row;
  return rows;
}
