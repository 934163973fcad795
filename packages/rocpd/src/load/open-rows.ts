import type { DropCounts } from './dictionaries.js';
import { storeSpan } from './sinks/store-span.js';

/** Rows without an end that are looked at again; further ones stay left out, and counted. */
export const MAX_OPEN_ROWS = 10_000;

const NO_PLACE = new Float64Array(1);

/** True for what stands in the place of an end that was never written: nothing, or 0. */
export function isOpenEnd(end: unknown): boolean {
  return end === null || end === 0;
}

/** As what a row of these times was counted when it was left out, for whoever takes it in after all. */
export function droppedAs(start: number | null, duration: number | null): keyof DropCounts {
  const counts = { nullTimes: 0, negativeDurations: 0 };
  storeSpan(NO_PLACE, NO_PLACE, 0, start, duration, counts);
  return counts.negativeDurations > 0 ? 'negativeDurations' : 'nullTimes';
}

/** The last end of the regions of each thread, by index of the thread; negative infinity for one without regions. */
export function lastEnds(
  startNs: Float64Array,
  endNs: Float64Array,
  thread: ArrayLike<number>,
  threadCount: number,
): Float64Array {
  const ends = new Float64Array(threadCount).fill(Number.NEGATIVE_INFINITY);
  for (let place = 0; place < startNs.length; place += 1) {
    if (Number.isNaN(startNs[place])) continue;
    const index = thread[place] ?? 0;
    const end = endNs[place] ?? Number.NaN;
    if (end > (ends[index] ?? end)) ends[index] = end;
  }
  return ends;
}
