import type { RegionColumns } from '@perfxpert/rocpd';

/** Correlation ids by row. */
type StackIds = RegionColumns['stackId'];

/** Finds the region row of a correlation id. */
export interface StackIndex {
  /** Row with the id; -1 where none has it, and for 0, which stands for no id. */
  rowOf(stackId: number): number;
}

/** A table by id may be this many times longer than the rows it points to. */
const DENSE_FACTOR = 4;

/**
 * Indexes rows by their correlation id; 0 is no id. Of rows that share an id the one with the
 * highest priority is found, of equal ones the last, which is the innermost.
 *
 * Collectors count ids up, so a plain table by id does; ids that are spread out go into an open-addressing hash table.
 */
export function indexByStackId(stackIds: StackIds, priority: Uint8Array): StackIndex {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (let row = 0; row < stackIds.length; row++) {
    const id = stackIds[row] ?? 0;
    if (id === 0) continue;
    count++;
    if (id < least) least = id;
    if (id > most) most = id;
  }
  if (count === 0) return { rowOf: () => -1 };
  const isDense = most - least < DENSE_FACTOR * count + 1024;
  return isDense ? denseIndex(stackIds, priority, least, most) : hashIndex(stackIds, priority, count);
}

function denseIndex(stackIds: StackIds, priority: Uint8Array, least: number, most: number): StackIndex {
  const rows = new Int32Array(most - least + 1).fill(-1);
  for (let row = 0; row < stackIds.length; row++) {
    const id = stackIds[row] ?? 0;
    if (id === 0) continue;
    const place = id - least;
    const known = rows[place] ?? -1;
    if (known < 0 || (priority[row] ?? 0) >= (priority[known] ?? 0)) rows[place] = row;
  }
  // An id out of range reads past the table.
  return { rowOf: (stackId) => (stackId === 0 ? -1 : (rows[stackId - least] ?? -1)) };
}

function hashIndex(stackIds: StackIds, priority: Uint8Array, count: number): StackIndex {
  const mask = 2 ** Math.ceil(Math.log2(2 * count)) - 1;
  const rows = new Int32Array(mask + 1).fill(-1);
  const placeOf = (id: number): number => {
    let place = hash(id) & mask;
    while ((rows[place] ?? -1) >= 0 && stackIds[rows[place] ?? 0] !== id) place = (place + 1) & mask;
    return place;
  };
  for (let row = 0; row < stackIds.length; row++) {
    const id = stackIds[row] ?? 0;
    if (id === 0) continue;
    const place = placeOf(id);
    const known = rows[place] ?? -1;
    if (known < 0 || (priority[row] ?? 0) >= (priority[known] ?? 0)) rows[place] = row;
  }
  return { rowOf: (stackId) => (stackId === 0 ? -1 : (rows[placeOf(stackId)] ?? -1)) };
}

/** Mixes the low and high half of an id (Fibonacci hashing, Knuth, The Art of Computer Programming 3, 6.4). */
function hash(id: number): number {
  const mixed = Math.imul((id % 2 ** 32) ^ Math.floor(id / 2 ** 32), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
