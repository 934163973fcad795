import type { IntervalList } from './interval-list.js';

/** Index of the first interval that ends after `time`; the number of intervals if none does. Binary search. */
export function firstEndingAfter({ ends }: IntervalList, time: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
