import type { IntervalList } from './interval-list.js';

/** What lies in one of the lists or in both. Returns one of them unchanged where the other is empty. */
export function unionOfLists(a: IntervalList, b: IntervalList): IntervalList {
  if (a.starts.length === 0) return b;
  if (b.starts.length === 0) return a;
  const { starts: startsA, ends: endsA } = a;
  const { starts: startsB, ends: endsB } = b;
  const starts = new Float64Array(startsA.length + startsB.length);
  const ends = new Float64Array(starts.length);
  let count = 0;
  let openEnd = Number.NEGATIVE_INFINITY;
  for (let indexA = 0, indexB = 0; indexA < startsA.length || indexB < startsB.length;) {
    const takesA =
      indexB === startsB.length || (indexA < startsA.length && (startsA[indexA] ?? 0) <= (startsB[indexB] ?? 0));
    const start = (takesA ? startsA[indexA] : startsB[indexB]) ?? 0;
    const end = (takesA ? endsA[indexA++] : endsB[indexB++]) ?? 0;
    if (start > openEnd) {
      starts[count] = start;
      ends[count++] = end;
      openEnd = end;
    } else if (end > openEnd) {
      ends[count - 1] = end;
      openEnd = end;
    }
  }
  // A list that mostly fills its memory is not copied: at tens of millions of rows that saves hundreds of megabytes.
  if (2 * count > starts.length) return { starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}
