import { firstEndingAfter } from './first-ending-after.js';
import type { IntervalList } from './interval-list.js';

/** The parts of [start, end) that no interval covers: the complement inside a window. Empty where end <= start. */
export function gapsWithin(list: IntervalList, start: number, end: number): IntervalList {
  const first = firstEndingAfter(list, start);
  const starts = new Float64Array(list.starts.length - first + 1);
  const ends = new Float64Array(starts.length);
  let count = 0;
  let from = start;
  for (let index = first; index < list.starts.length && from < end; index++) {
    const until = Math.min(list.starts[index] ?? 0, end);
    if (until > from) {
      starts[count] = from;
      ends[count++] = until;
    }
    from = list.ends[index] ?? 0;
  }
  if (from < end) {
    starts[count] = from;
    ends[count++] = end;
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
