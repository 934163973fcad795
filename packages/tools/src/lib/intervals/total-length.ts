import type { IntervalList } from './interval-list.js';

/** Summed length of the intervals, in their unit; 0 for none. */
export function totalLength({ starts, ends }: IntervalList): number {
  let total = 0;
  for (let index = 0; index < starts.length; index++) total += (ends[index] ?? 0) - (starts[index] ?? 0);
  return total;
}
