import type { RegionColumns } from '@perfxpert/rocpd';
import { orderByEnd } from '../../intervals/order-by-end.js';
import { CAUSE_PRIORITY, NO_CAUSE } from './call-causes.js';

/** Takes the pieces of the host's time that some API call covers: in order, disjoint, none of no length. */
export interface HostPieceSink {
  /** `cause` may be `NO_CAUSE`; `name` is an index into the region names. */
  cover(startNs: number, endNs: number, cause: number, name: number): void;
}

/**
 * Cuts the time covered by the API calls of a process at the start and end of each call. A piece belongs to the
 * innermost call of a thread; one without a cause of its own (`NO_CAUSE`) takes that of the call around it. Of several
 * threads the one whose cause comes first in `CAUSE_PRIORITY` decides, of equal causes the one that is longest in it.
 * Starts and ends are walked in order, with a list of threads per cause: linear but for the order of ends.
 *
 * @param rows API rows, rising.
 * @param causes cause of each region row; rows without one get that of the call around them, in place.
 */
export function walkHostTime(regions: RegionColumns, rows: Uint32Array, causes: Uint8Array, sink: HostPieceSink): void {
  const { thread } = regions;
  const count = rows.length;
  // From here on calls go by their place in `rows`: mostly a small part of all regions.
  const startNs = new Float64Array(count);
  const endNs = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    startNs[place] = regions.startNs[rows[place] ?? 0] ?? 0;
    endNs[place] = regions.endNs[rows[place] ?? 0] ?? 0;
  }
  const byEnd = orderByEnd(startNs, endNs);
  const threads = new ThreadStates(regions.threads.length);
  const below = new Int32Array(count).fill(-1);
  const shownName = new Uint32Array(count);
  const isOver = new Uint8Array(count);
  const top = new Int32Array(regions.threads.length).fill(-1);
  const causeOf = (place: number): number => causes[rows[place] ?? 0] ?? NO_CAUSE;
  let starting = 0;
  let ending = 0;
  let time = Number.NEGATIVE_INFINITY;
  while (ending < count) {
    const closed = byEnd[ending] ?? 0;
    const nextStart = startNs[starting] ?? Number.POSITIVE_INFINITY;
    const isStart = nextStart < (endNs[closed] ?? 0);
    const next = isStart ? nextStart : (endNs[closed] ?? 0);
    const winner = threads.winner();
    if (winner >= 0 && next > time) {
      const innermost = top[winner] ?? 0;
      sink.cover(time, next, causeOf(innermost), shownName[innermost] ?? 0);
    }
    if (next > time) time = next;
    if (isStart) {
      const opened = starting++;
      const row = rows[opened] ?? 0;
      const own = thread[row] ?? 0;
      const outer = top[own] ?? -1;
      const inherits = causes[row] === NO_CAUSE && outer >= 0;
      if (inherits) causes[row] = causeOf(outer);
      shownName[opened] = inherits && causes[row] !== NO_CAUSE ? (shownName[outer] ?? 0) : (regions.name[row] ?? 0);
      below[opened] = outer;
      top[own] = opened;
      threads.move(own, causes[row] ?? NO_CAUSE);
    } else {
      ending++;
      isOver[closed] = 1;
      const own = thread[rows[closed] ?? 0] ?? 0;
      let innermost = top[own] ?? -1;
      while (innermost >= 0 && isOver[innermost] === 1) innermost = below[innermost] ?? -1;
      top[own] = innermost;
      threads.move(own, innermost < 0 ? -1 : causeOf(innermost));
    }
  }
}

const BIT_OF_CAUSE = Int32Array.from({ length: NO_CAUSE + 1 }, (_, cause) => {
  const rank = CAUSE_PRIORITY.indexOf(cause);
  return rank < 0 ? 0 : 1 << rank;
});

/** Which cause each thread is in, as one doubly linked list of threads per cause, in order of arrival. */
class ThreadStates {
  private readonly cause: Int8Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** Bit n is set where some thread is in the n-th cause of `CAUSE_PRIORITY`. */
  private present = 0;
  private readonly first = new Int32Array(NO_CAUSE + 1).fill(-1);
  private readonly last = new Int32Array(NO_CAUSE + 1).fill(-1);

  constructor(threadCount: number) {
    this.cause = new Int8Array(threadCount).fill(-1);
    this.next = new Int32Array(threadCount).fill(-1);
    this.previous = new Int32Array(threadCount).fill(-1);
  }

  /** Thread that decides; -1 where no thread is in a call. */
  winner(): number {
    // The lowest bit that is set is the first cause in the order of priority.
    const rank = 31 - Math.clz32(this.present & -this.present);
    return rank < 0 ? -1 : (this.first[CAUSE_PRIORITY[rank] ?? 0] ?? -1);
  }

  /** Puts a thread under a cause, -1 for none. A thread that has it already keeps its place. */
  move(thread: number, cause: number): void {
    const old = this.cause[thread] ?? -1;
    if (old === cause) return;
    if (old >= 0) this.remove(thread, old);
    this.cause[thread] = cause;
    if (cause < 0) return;
    const before = this.last[cause] ?? -1;
    this.previous[thread] = before;
    this.next[thread] = -1;
    if (before >= 0) this.next[before] = thread;
    else this.first[cause] = thread;
    this.last[cause] = thread;
    this.present |= BIT_OF_CAUSE[cause] ?? 0;
  }

  private remove(thread: number, cause: number): void {
    const before = this.previous[thread] ?? -1;
    const after = this.next[thread] ?? -1;
    if (before >= 0) this.next[before] = after;
    else this.first[cause] = after;
    if (after >= 0) this.previous[after] = before;
    else this.last[cause] = before;
    if (before < 0 && after < 0) this.present &= ~(BIT_OF_CAUSE[cause] ?? 0);
  }
}
