const FIRST_CAPACITY = 1024;

/** Stretches of one device's gaps that no API call covers, as columns; in order and disjoint. */
export class UnexplainedTime {
  startNs = new Float64Array(FIRST_CAPACITY);
  endNs = new Float64Array(FIRST_CAPACITY);
  /** Code of the cause that they were booked under. */
  cause = new Uint8Array(FIRST_CAPACITY);
  /** Thread (index into the threads of the process) whose call launched what ends the gap; -1 where none is recorded. */
  thread = new Int32Array(FIRST_CAPACITY);
  count = 0;

  add(startNs: number, endNs: number, cause: number, thread: number): void {
    if (endNs <= startNs) return;
    if (this.count === this.startNs.length) this.grow();
    this.startNs[this.count] = startNs;
    this.endNs[this.count] = endNs;
    this.cause[this.count] = cause;
    this.thread[this.count++] = thread;
  }

  private grow(): void {
    const { startNs, endNs, cause, thread } = this;
    this.startNs = new Float64Array(2 * this.count);
    this.endNs = new Float64Array(2 * this.count);
    this.cause = new Uint8Array(2 * this.count);
    this.thread = new Int32Array(2 * this.count);
    this.startNs.set(startNs);
    this.endNs.set(endNs);
    this.cause.set(cause);
    this.thread.set(thread);
  }
}
