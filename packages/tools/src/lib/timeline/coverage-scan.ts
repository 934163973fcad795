import type { IntervalList } from '../intervals/interval-list.js';
import { unionOfRows } from '../intervals/union-of-rows.js';
import { addCoverage, addSpan } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';

/**
 * Rows per call of the inner loop. A function that is called often is compiled once for all of its ways; one long loop
 * is compiled anew each time that it comes to a way it has not gone, and a million rows take twice the time.
 */
const ROWS_AT_ONCE = 1 << 10;

/** Intervals of a table; `rows` null for all of them. */
export interface IntervalRows extends IntervalList {
  readonly rows: Uint32Array | null;
}

/** What one pass over intervals finds. */
export interface CoverageScan {
  /** Union of the intervals, by bucket. */
  readonly coverNs: Float64Array;
  /** Rows of the intervals of at least the length asked for, in the order they came. */
  readonly longRows: Uint32Array;
}

/**
 * Looks at each interval once: adds the union to the buckets and keeps the rows of the long ones. There may be millions,
 * so nothing is made for an interval and nothing is sorted: columns come in order of start. Should they not, their union
 * is made after all (`unionOfRows`).
 */
export function scanCoverage(
  intervals: IntervalRows,
  grid: BucketGrid,
  leastNs = Number.POSITIVE_INFINITY,
): CoverageScan {
  const { starts, ends, rows } = intervals;
  const count = rows?.length ?? starts.length;
  const state: ScanState = {
    buckets: new Float64Array(grid.count),
    longRows: new Uint32Array(2 * ROWS_AT_ONCE),
    longCount: 0,
    reachedNs: Number.NEGATIVE_INFINITY,
    lastStartNs: Number.NEGATIVE_INFINITY,
    isOrdered: true,
    bucket: -1,
    edgeNs: Number.NEGATIVE_INFINITY,
  };
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    if (state.longRows.length < state.longCount + ROWS_AT_ONCE) state.longRows = doubled(state.longRows);
    scanRows(state, intervals, grid, leastNs, from, Math.min(count, from + ROWS_AT_ONCE));
  }
  const { buckets, isOrdered } = state;
  if (!isOrdered) addCoverage(buckets.fill(0), grid, unionOfRows(starts, ends, rows ?? undefined));
  return { coverNs: buckets, longRows: state.longRows.slice(0, state.longCount) };
}

interface ScanState {
  readonly buckets: Float64Array;
  /** Has room for the rows of one more call. */
  longRows: Uint32Array;
  longCount: number;
  /** Latest end so far: the time before it is in the buckets already. */
  reachedNs: number;
  lastStartNs: number;
  isOrdered: boolean;
  /** Bucket that `reachedNs` lies in, and its end; the first interval finds one. */
  bucket: number;
  edgeNs: number;
}

function scanRows(
  state: ScanState,
  { starts, ends, rows }: IntervalRows,
  grid: BucketGrid,
  leastNs: number,
  from: number,
  until: number,
): void {
  const { buckets, longRows } = state;
  let { longCount, reachedNs, lastStartNs, isOrdered, bucket, edgeNs } = state;
  let insideNs = 0;
  for (let place = from; place < until; place++) {
    const row = rows === null ? place : (rows[place] ?? 0);
    const start = starts[row] ?? 0;
    const end = ends[row] ?? 0;
    if (start < lastStartNs) isOrdered = false;
    lastStartNs = start;
    // Written always and kept if it is long: nothing to guess for the processor.
    longRows[longCount] = row;
    longCount += end - start >= leastNs ? 1 : 0;
    if (end <= reachedNs) continue;
    const begin = start > reachedNs ? start : reachedNs;
    reachedNs = end;
    if (end <= edgeNs) {
      insideNs += end - begin;
      continue;
    }
    addTo(buckets, bucket, insideNs);
    insideNs = 0;
    addSpan(buckets, grid, begin, end, 1);
    bucket = Math.floor((end - grid.startNs) / grid.widthNs);
    edgeNs = grid.startNs + (bucket + 1) * grid.widthNs;
  }
  addTo(buckets, bucket, insideNs);
  state.longCount = longCount;
  state.reachedNs = reachedNs;
  state.lastStartNs = lastStartNs;
  state.isOrdered = isOrdered;
  state.bucket = bucket;
  state.edgeNs = edgeNs;
}

/** What lies before the first bucket or after the last is left out. */
function addTo(buckets: Float64Array, bucket: number, ns: number): void {
  if (bucket >= 0 && bucket < buckets.length) buckets[bucket] = (buckets[bucket] ?? 0) + ns;
}

function doubled(rows: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
