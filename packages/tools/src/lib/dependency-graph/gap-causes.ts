import type { RegionColumns } from '@perfxpert/rocpd';
import { orderByEnd } from '../intervals/order-by-end.js';
import type { IntervalList } from '../intervals/interval-list.js';

/** Says what the host did during gaps of a device. */
export interface GapCauses {
  /**
   * Per gap, 1 + index into the region names of the API call that covers most of it, or 0 where no call covers more
   * than half. A call around the whole gap wins (of several the one that started first), else the name whose calls
   * together cover most of it (of equal ones the first name).
   *
   * @param gaps in order and disjoint.
   */
  attribute(gaps: IntervalList): Uint32Array;
}

/**
 * Prepares the API calls of a process. `attribute` is then linear in gaps and calls: a call lies around gaps, which costs
 * nothing per gap, or begins or ends inside of one.
 */
export function createGapCauses(regions: RegionColumns, apiClass: Uint8Array): GapCauses {
  const calls = apiRows(regions.count, apiClass);
  let byEnd: Uint32Array | null = null;
  return {
    attribute: (gaps) => {
      byEnd ??= orderByEnd(regions.startNs, regions.endNs, calls);
      return attributeGaps(gaps, regions, calls, byEnd);
    },
  };
}

function apiRows(count: number, apiClass: Uint8Array): Uint32Array {
  const rows = new Uint32Array(count);
  let filled = 0;
  for (let row = 0; row < count; row++) if (apiClass[row] !== 0) rows[filled++] = row;
  return rows.subarray(0, filled);
}

function attributeGaps(gaps: IntervalList, regions: RegionColumns, calls: Uint32Array, byEnd: Uint32Array) {
  const { startNs, endNs, name } = regions;
  const causes = new Uint32Array(gaps.starts.length);
  const coverage = new NameCoverage(regions.names.length);
  // All three only move on, because gaps are in order.
  let around = 0;
  let starting = 0;
  let ending = 0;
  for (let gap = 0; gap < causes.length; gap++) {
    const from = gaps.starts[gap] ?? 0;
    const until = gaps.ends[gap] ?? 0;
    // A call that ends before this gap does can lie around no later one either.
    while (around < calls.length && (endNs[calls[around] ?? 0] ?? 0) < until) around++;
    while (starting < calls.length && (startNs[calls[starting] ?? 0] ?? 0) < from) starting++;
    while (ending < byEnd.length && (endNs[byEnd[ending] ?? 0] ?? 0) <= from) ending++;
    const outer = calls[around];
    if (outer !== undefined && (startNs[outer] ?? 0) <= from) {
      causes[gap] = 1 + (name[outer] ?? 0);
      continue;
    }
    coverage.clear();
    for (let place = ending; place < byEnd.length; place++) {
      const row = byEnd[place] ?? 0;
      const end = endNs[row] ?? 0;
      if (end >= until) break;
      if ((startNs[row] ?? 0) < from) coverage.add(name[row] ?? 0, from, end);
    }
    for (let place = starting; place < calls.length; place++) {
      const row = calls[place] ?? 0;
      const start = startNs[row] ?? 0;
      if (start >= until) break;
      coverage.add(name[row] ?? 0, start, Math.min(endNs[row] ?? 0, until));
    }
    causes[gap] = coverage.bestCode((until - from) / 2);
  }
  return causes;
}

/** Union of the calls of each name inside of one gap. Calls come in order of start, those from before the gap first. */
class NameCoverage {
  private readonly coveredNs: Float64Array;
  private readonly coveredUntilNs: Float64Array;
  private touched: number[] = [];

  constructor(nameCount: number) {
    this.coveredNs = new Float64Array(nameCount);
    this.coveredUntilNs = new Float64Array(nameCount).fill(Number.NEGATIVE_INFINITY);
  }

  clear(): void {
    for (const name of this.touched) {
      this.coveredNs[name] = 0;
      this.coveredUntilNs[name] = Number.NEGATIVE_INFINITY;
    }
    this.touched = [];
  }

  add(name: number, start: number, end: number): void {
    const coveredUntil = this.coveredUntilNs[name] ?? 0;
    const from = Math.max(start, coveredUntil);
    if (end <= from) return;
    if (coveredUntil === Number.NEGATIVE_INFINITY) this.touched.push(name);
    this.coveredNs[name] = (this.coveredNs[name] ?? 0) + end - from;
    this.coveredUntilNs[name] = end;
  }

  /** 1 + name with the most time, if more than `leastNs`; else 0. */
  bestCode(leastNs: number): number {
    let best = 0;
    let bestNs = leastNs;
    for (const name of this.touched) {
      const covered = this.coveredNs[name] ?? 0;
      if (covered > bestNs || (covered === bestNs && best > 0 && name < best - 1)) {
        best = name + 1;
        bestNs = covered;
      }
    }
    return best;
  }
}
