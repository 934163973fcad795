import type { RegionColumns } from '@perfxpert/rocpd';
import type { ApiCodes } from './number-api-names.js';

/**
 * Takes the time of direct children away from their callers, so that `selfNs`, given as inclusive time by code, becomes
 * time outside them. A direct child is a call of the same thread that lies wholly inside and in no other call inside;
 * rows of code 0 (markers, other functions) between the two are looked through.
 *
 * Rows must be in order of start, longer ones first. Children that overlap each other (which calls of one thread
 * cannot, but rounded times can) are counted once, so that no self time is negative. Linear: a call that crosses the
 * end of another replaces it as a candidate caller, because whatever comes later and fits into the other also fits into
 * it.
 *
 * @param codes code by region row, 0 for rows that are no call.
 * @param selfNs inclusive time by code, changed in place.
 */
export function takeChildTime(regions: RegionColumns, codes: ApiCodes, selfNs: Float64Array): void {
  const { count, startNs, endNs, thread } = regions;
  // Per thread and level of nesting: the open call's row, and up to where its direct children have covered it.
  const openRows = Array.from(regions.threads, (): number[] => []);
  const coveredUntil = Array.from(regions.threads, (): number[] => []);
  const depths = new Int32Array(regions.threads.length);
  for (let row = 0; row < count; row++) {
    const threadIndex = thread[row] ?? 0;
    const rows = openRows[threadIndex];
    const covered = coveredUntil[threadIndex];
    if (codes[row] === 0 || rows === undefined || covered === undefined) continue;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    let level = (depths[threadIndex] ?? 0) - 1;
    while (level >= 0 && isOver(endNs[rows[level] ?? 0] ?? 0, start, end)) level--;
    if (level >= 0) {
      const from = Math.max(start, covered[level] ?? start);
      if (end > from) {
        const callerCode = codes[rows[level] ?? 0] ?? 0;
        selfNs[callerCode] = (selfNs[callerCode] ?? 0) - (end - from);
        covered[level] = end;
      }
    }
    level++;
    rows[level] = row;
    covered[level] = start;
    depths[threadIndex] = level + 1;
  }
}

/** Whether an open call ends before a later one begins, or before that one ends: then it can hold no later call. */
function isOver(openEnd: number, start: number, end: number): boolean {
  return openEnd < end || openEnd <= start;
}
