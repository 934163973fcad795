import type { IntervalList } from './interval-list.js';

/** What lies in `list` and not in `removed`. */
export function subtractIntervals(list: IntervalList, removed: IntervalList): IntervalList {
  // Each removed interval can split at most one of the list in two.
  const starts = new Float64Array(list.starts.length + removed.starts.length);
  const ends = new Float64Array(starts.length);
  let count = 0;
  let next = 0;
  for (let index = 0; index < list.starts.length; index++) {
    let from = list.starts[index] ?? 0;
    const until = list.ends[index] ?? 0;
    while (next < removed.ends.length && (removed.ends[next] ?? 0) <= from) next++;
    for (let hole = next; hole < removed.starts.length && (removed.starts[hole] ?? 0) < until; hole++) {
      const holeStart = removed.starts[hole] ?? 0;
      if (holeStart > from) {
        starts[count] = from;
        ends[count++] = holeStart;
      }
      from = removed.ends[hole] ?? 0;
      next = hole;
    }
    if (from < until) {
      starts[count] = from;
      ends[count++] = until;
    }
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
