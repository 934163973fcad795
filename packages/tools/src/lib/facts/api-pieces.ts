import type { RegionColumns } from '@perfxpert/rocpd';
import type { IntervalList } from '../intervals/interval-list.js';
import type { RegionClasses } from './api-region.js';

/**
 * Visits the union of a process's API calls piece by piece, in order; touching calls are one piece. Nothing is stored:
 * traces hold tens of millions of calls.
 *
 * @param onlyClass code of a class (`API_CLASS_CODE`) to look at alone; null for all API calls.
 */
export function forEachApiPiece(
  { count, startNs, endNs }: RegionColumns,
  { apiClass }: RegionClasses,
  onlyClass: number | null,
  visit: (startNs: number, endNs: number) => void,
): void {
  let openStart = Number.NEGATIVE_INFINITY;
  let openEnd = Number.NEGATIVE_INFINITY;
  // Region columns are in order of start by contract.
  for (let row = 0; row < count; row++) {
    const code = apiClass[row] ?? 0;
    if (code === 0 || (onlyClass !== null && code !== onlyClass)) continue;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (end <= start) continue;
    if (start > openEnd) {
      if (openEnd > openStart) visit(openStart, openEnd);
      openStart = start;
      openEnd = end;
    } else if (end > openEnd) openEnd = end;
  }
  if (openEnd > openStart) visit(openStart, openEnd);
}

/** Adds up how much of some pieces, given in order of start, lies inside a list of intervals. */
export class OverlapMeter {
  /** Length inside the list so far. */
  totalNs = 0;
  private place = 0;

  constructor(private readonly list: IntervalList) {}

  add(startNs: number, endNs: number): void {
    const { starts, ends } = this.list;
    while (this.place < ends.length && (ends[this.place] ?? 0) <= startNs) this.place++;
    for (let at = this.place; at < starts.length && (starts[at] ?? 0) < endNs; at++)
      this.totalNs += Math.min(endNs, ends[at] ?? 0) - Math.max(startNs, starts[at] ?? 0);
  }
}
