import type { IntervalList } from './interval-list.js';

/** What lies in both lists. */
export function intersectIntervals(a: IntervalList, b: IntervalList): IntervalList {
  // Each overlap ends where an interval of one of the lists does, so there are fewer than both together.
  const starts = new Float64Array(Math.max(0, a.starts.length + b.starts.length - 1));
  const ends = new Float64Array(starts.length);
  let count = 0;
  for (let indexA = 0, indexB = 0; indexA < a.starts.length && indexB < b.starts.length;) {
    const endA = a.ends[indexA] ?? 0;
    const endB = b.ends[indexB] ?? 0;
    const from = Math.max(a.starts[indexA] ?? 0, b.starts[indexB] ?? 0);
    const until = Math.min(endA, endB);
    if (until > from) {
      starts[count] = from;
      ends[count++] = until;
    }
    if (endA <= endB) indexA++;
    if (endB <= endA) indexB++;
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
