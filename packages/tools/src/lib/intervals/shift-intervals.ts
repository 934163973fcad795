import type { IntervalList } from './interval-list.js';

/** The intervals with another zero: `zero` of the old frame is 0 of the new one. */
export function shiftIntervals({ starts, ends }: IntervalList, zero: number): IntervalList {
  return { starts: starts.map((start) => start - zero), ends: ends.map((end) => end - zero) };
}
