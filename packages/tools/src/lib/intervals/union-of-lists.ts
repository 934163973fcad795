import type { IntervalList } from './interval-list.js';

/** What lies in one of the lists or in both. Returns one of them unchanged where the other is empty. */
export function unionOfLists(a: IntervalList, b: IntervalList): IntervalList {
  if (a.starts.length === 0) return b;
  if (b.starts.length === 0) return a;
  const starts = new Float64Array(a.starts.length + b.starts.length);
  const ends = new Float64Array(starts.length);
  let count = 0;
  let openEnd = Number.NEGATIVE_INFINITY;
  for (let indexA = 0, indexB = 0; indexA < a.starts.length || indexB < b.starts.length;) {
    const startA = a.starts[indexA] ?? Number.POSITIVE_INFINITY;
    const startB = b.starts[indexB] ?? Number.POSITIVE_INFINITY;
    const takesA = startA <= startB;
    const start = takesA ? startA : startB;
    const end = (takesA ? a.ends[indexA++] : b.ends[indexB++]) ?? 0;
    if (start > openEnd) {
      starts[count] = start;
      ends[count++] = end;
      openEnd = end;
    } else if (end > openEnd) {
      ends[count - 1] = end;
      openEnd = end;
    }
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
