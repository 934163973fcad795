/** The ranges that are open at a time, per thread and over all threads. Ranges go by their place in a list of rows. */
export class OpenRanges {
  private readonly below: Int32Array;
  private readonly belowOfAll: Int32Array;
  private readonly isOver: Uint8Array;
  /** Last one opened per thread; -1 for none. */
  private readonly top: Int32Array;
  private topOfAll = -1;
  /** 1 for threads that have ranges, at whatever time. */
  private readonly hasRanges: Uint8Array;

  constructor(
    private readonly rows: Uint32Array,
    private readonly thread: ArrayLike<number>,
    threadCount: number,
  ) {
    this.below = new Int32Array(rows.length).fill(-1);
    this.belowOfAll = new Int32Array(rows.length).fill(-1);
    this.isOver = new Uint8Array(rows.length);
    this.top = new Int32Array(threadCount).fill(-1);
    this.hasRanges = new Uint8Array(threadCount);
    for (let place = 0; place < rows.length; place++) this.hasRanges[this.threadOf(place)] = 1;
  }

  open(place: number): void {
    const thread = this.threadOf(place);
    this.below[place] = this.top[thread] ?? -1;
    this.top[thread] = place;
    this.belowOfAll[place] = this.topOfAll;
    this.topOfAll = place;
  }

  close(place: number): void {
    this.isOver[place] = 1;
  }

  /** The one opened last on a thread with ranges; for another one, or -1, the one opened last on any. -1 for none. */
  innermost(thread: number): number {
    if (thread >= 0 && this.hasRanges[thread] === 1) {
      const place = this.firstOpen(this.top[thread] ?? -1, this.below);
      this.top[thread] = place;
      return place;
    }
    this.topOfAll = this.firstOpen(this.topOfAll, this.belowOfAll);
    return this.topOfAll;
  }

  private firstOpen(from: number, below: Int32Array): number {
    let place = from;
    while (place >= 0 && this.isOver[place] === 1) place = below[place] ?? -1;
    return place;
  }

  private threadOf(place: number): number {
    return this.thread[this.rows[place] ?? 0] ?? 0;
  }
}
