import type { BadValues } from './bad-values.js';
import { NarrowColumnError } from './errors.js';

/** Ids below this are looked up in an array, others in a map. */
const DIRECT_IDS = 16_384;

/**
 * Numbers the ids of one column in order of first sight, so that rows carry a small index. One instance per reading
 * thread; the indices are replaced by those of a sorted dictionary when all rows are there.
 */
export class IdIndex {
  /** Ids by index; NaN is the entry of rows that name none. */
  readonly ids: number[] = [];
  private readonly direct = new Int32Array(DIRECT_IDS).fill(-1);
  private readonly others = new Map<number, number>();
  // Rows that follow each other often name the same thing.
  private lastId = Number.NaN;
  private lastIndex = -1;

  /** `field` names the column in counts of bad values; `limit` is the number of entries that fit the index column. */
  constructor(
    private readonly field: string,
    private readonly limit: number,
    private readonly bad: BadValues,
  ) {}

  /** The index of what a column holds: null, and anything that is no exact whole number, share the entry NaN. */
  of(value: unknown): number {
    if (typeof value === 'number') {
      if (value === this.lastId) return this.lastIndex;
      // A fraction finds nothing in the array either.
      const known = value >= 0 && value < DIRECT_IDS ? this.direct[value] : this.others.get(value);
      if (known !== undefined && known >= 0) {
        this.lastId = value;
        this.lastIndex = known;
        return known;
      }
      if (Number.isSafeInteger(value)) return this.add(value);
    }
    if (value !== null) this.bad.add(this.field);
    return this.others.get(Number.NaN) ?? this.add(Number.NaN);
  }

  private add(id: number): number {
    const index = this.ids.length;
    if (index >= this.limit) throw new NarrowColumnError();
    this.ids.push(id);
    if (id >= 0 && id < DIRECT_IDS) this.direct[id] = index;
    else this.others.set(id, index);
    return index;
  }
}
