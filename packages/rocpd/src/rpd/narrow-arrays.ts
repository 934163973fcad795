import type { IdArray, IndexArray } from '../columns.js';

/** Correlation ids in the narrower array that holds them. */
export function toIdArray(ids: Float64Array): IdArray {
  for (const id of ids) if (!(id >= 0 && id <= 0xffff_ffff)) return ids;
  return Uint32Array.from(ids);
}

/** Indices in the narrower array that holds them. */
export function toIndexArray(indices: ArrayLike<number>, entryCount: number): IndexArray {
  return entryCount <= 0xffff ? Uint16Array.from(indices) : Uint32Array.from(indices);
}
