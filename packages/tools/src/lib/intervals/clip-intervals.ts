import { EMPTY_INTERVALS } from './empty-intervals.js';
import { firstEndingAfter } from './first-ending-after.js';
import type { IntervalList } from './interval-list.js';

/** The parts of the intervals that lie in [start, end); empty where end <= start. */
export function clipIntervals(list: IntervalList, start: number, end: number): IntervalList {
  const first = firstEndingAfter(list, start);
  let last = first;
  while (last < list.starts.length && (list.starts[last] ?? 0) < end) last++;
  if (last === first || end <= start) return EMPTY_INTERVALS;
  const starts = list.starts.slice(first, last);
  const ends = list.ends.slice(first, last);
  starts[0] = Math.max(starts[0] ?? start, start);
  ends[ends.length - 1] = Math.min(ends[ends.length - 1] ?? end, end);
  return { starts, ends };
}

/** Summed length of the intervals inside [start, end). Linear in the intervals inside, after a binary search. */
export function lengthWithin(list: IntervalList, start: number, end: number): number {
  let total = 0;
  for (let index = firstEndingAfter(list, start); index < list.starts.length; index++) {
    const from = Math.max(list.starts[index] ?? 0, start);
    if (from >= end) break;
    total += Math.min(list.ends[index] ?? 0, end) - from;
  }
  return total;
}
