import { firstEndingAfter } from './first-ending-after.js';
import type { IntervalList } from './interval-list.js';

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
