/** Counts values that are no usable number, by table and column. */
export class BadValues {
  readonly counts = new Map<string, number>();

  /** Counts `count` bad values of a field (`region.tid`). */
  add(field: string, count = 1): void {
    this.counts.set(field, (this.counts.get(field) ?? 0) + count);
  }

  /** Adds the counts of another reader. */
  merge(counts: ReadonlyMap<string, number>): void {
    for (const [field, count] of counts) this.add(field, count);
  }
}
