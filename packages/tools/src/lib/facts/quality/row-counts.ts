const MAX_NARROW = 0xffff;

/** A count per row, most of them small: two bytes each, and a map for the few that need more. */
export class RowCounts {
  private readonly narrow: Uint16Array;
  private readonly beyond = new Map<number, number>();

  constructor(rowCount: number) {
    this.narrow = new Uint16Array(rowCount);
  }

  /** Counts a row once more. */
  add(row: number): void {
    const count = this.narrow[row] ?? 0;
    if (count < MAX_NARROW) this.narrow[row] = count + 1;
    else this.beyond.set(row, (this.beyond.get(row) ?? 0) + 1);
  }

  /** How often a row was counted. */
  of(row: number): number {
    return (this.narrow[row] ?? 0) + (this.beyond.get(row) ?? 0);
  }
}
