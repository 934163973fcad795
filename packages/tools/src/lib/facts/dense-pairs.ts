/** Up to this many possible pairs are looked up in a table instead of a map. */
const MAX_TABLE_SIZE = 2 ** 22;

/** Pairs of indices numbered in order of first appearance, and the number of each row. */
export interface DensePairs {
  readonly idOfRow: Uint16Array | Uint32Array;
  /** Members of each pair by its number. */
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** Two columns of small whole numbers, and bounds that their values stay below. */
export interface PairColumns {
  readonly count: number;
  readonly first: ArrayLike<number>;
  readonly firstLimit: number;
  readonly second: ArrayLike<number>;
  readonly secondLimit: number;
}

/** Numbers the pairs that occur in two columns. The product of the limits must stay below 2^53. */
export function numberPairs({ count, first, firstLimit, second, secondLimit }: PairColumns): DensePairs {
  let idOfRow: DensePairs['idOfRow'] = new Uint16Array(count);
  const firsts: number[] = [];
  const seconds: number[] = [];
  // 0 in the table means "not seen", so it holds numbers from 1.
  const table = firstLimit * secondLimit <= MAX_TABLE_SIZE ? new Uint32Array(firstLimit * secondLimit) : null;
  const map = new Map<number, number>();
  for (let row = 0; row < count; row++) {
    const a = first[row] ?? 0;
    const b = second[row] ?? 0;
    const key = a * secondLimit + b;
    let number = (table === null ? map.get(key) : table[key]) ?? 0;
    if (number === 0) {
      firsts.push(a);
      seconds.push(b);
      number = firsts.length;
      if (number === 2 ** 16 + 1) idOfRow = Uint32Array.from(idOfRow);
      if (table === null) map.set(key, number);
      else table[key] = number;
    }
    idOfRow[row] = number - 1;
  }
  return { idOfRow, first: firsts, second: seconds };
}
