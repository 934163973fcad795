import type { RegionColumns } from '@perfxpert/rocpd';
import type { IntervalList } from '../intervals/interval-list.js';

/**
 * Visits the union of some API calls piece by piece, in order; touching calls are one piece. Nothing is stored: traces
 * hold tens of millions of calls.
 *
 * @param rows API calls of some length, rising: see `callsBesideWork`.
 */
export function forEachApiPiece(
  { startNs, endNs }: RegionColumns,
  rows: Uint32Array,
  visit: (startNs: number, endNs: number) => void,
): void {
  let openStart = Number.NEGATIVE_INFINITY;
  let openEnd = Number.NEGATIVE_INFINITY;
  // Region columns are in order of start by contract.
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
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
