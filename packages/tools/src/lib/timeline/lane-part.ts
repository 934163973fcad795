import { unionOfRows } from '../intervals/union-of-rows.js';
import { addCoverage, addRowCoverage } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import type { LaneRows } from './lane-rows.js';
import type { LaneKind } from './trace-timeline.js';

/** A lane of one process, in its frame: the longer events one by one, the time of the others by bucket. */
export interface LanePart {
  readonly kind: LaneKind;
  readonly label: string;
  readonly eventCount: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Index into `names`. */
  readonly name: Uint32Array;
  readonly names: readonly string[];
  /** Union of the events that were not kept, without what a kept one covers; null where all were kept. */
  readonly restNs: Float64Array | null;
}

/** Takes a lane: events of at least `minEventNs` are kept, the rest goes into the buckets of `grid`. */
export function collectLane(lane: LaneRows, minEventNs: number, grid: BucketGrid): LanePart {
  const rows = lane.rows ?? allRows(lane.startNs.length);
  const kept = minEventNs === 0 ? rows : rowsFrom(lane, rows, minEventNs);
  const startNs = new Float64Array(kept.length);
  const endNs = new Float64Array(kept.length);
  const name = new Uint32Array(kept.length);
  const names = new Map<string, number>();
  for (let place = 0; place < kept.length; place++) {
    const row = kept[place] ?? 0;
    startNs[place] = lane.startNs[row] ?? 0;
    endNs[place] = lane.endNs[row] ?? 0;
    const text = lane.nameOf(row);
    let index = names.get(text);
    if (index === undefined) names.set(text, (index = names.size));
    name[place] = index;
  }
  return {
    kind: lane.kind,
    label: lane.label,
    eventCount: rows.length,
    startNs,
    endNs,
    name,
    names: [...names.keys()],
    restNs: minEventNs === 0 ? null : restOf(lane, rows, kept, grid),
  };
}

/** Least power of two from which on at most `limit` events of the lanes are as long; 0 where all of them fit. */
export function thresholdFor(lanes: readonly LaneRows[], limit: number, leastNs: number): number {
  const total = lanes.reduce((sum, lane) => sum + (lane.rows?.length ?? lane.startNs.length), 0);
  if (total <= limit) return 0;
  let threshold = Math.max(1, leastNs);
  while (lanes.reduce((sum, lane) => sum + countFrom(lane, threshold), 0) > limit) threshold *= 2;
  return threshold;
}

/** Time of some intervals that others of them don't cover, by bucket. `kept` is a part of `all`. */
export function uncoveredBuckets(
  starts: Float64Array,
  ends: Float64Array,
  all: Uint32Array,
  kept: Uint32Array,
  grid: BucketGrid,
): Float64Array {
  const buckets = new Float64Array(grid.count);
  const isOrdered = isInOrder(starts, all);
  // What is kept is part of all: the difference of the two unions is that of their times, bucket by bucket.
  for (const [rows, sign] of [
    [all, 1],
    [kept, -1],
  ] as const) {
    if (isOrdered) addRowCoverage(buckets, grid, { starts, ends, rows }, sign);
    else addCoverage(buckets, grid, unionOfRows(starts, ends, rows), sign);
  }
  return buckets;
}

function isInOrder(starts: Float64Array, rows: Uint32Array): boolean {
  for (let place = 1; place < rows.length; place++)
    if ((starts[rows[place] ?? 0] ?? 0) < (starts[rows[place - 1] ?? 0] ?? 0)) return false;
  return true;
}

function restOf(lane: LaneRows, rows: Uint32Array, kept: Uint32Array, grid: BucketGrid): Float64Array {
  return uncoveredBuckets(lane.startNs, lane.endNs, rows, kept, grid);
}

function rowsFrom(lane: LaneRows, rows: Uint32Array, minEventNs: number): Uint32Array {
  const kept = new Uint32Array(countFrom(lane, minEventNs));
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    if ((lane.endNs[row] ?? 0) - (lane.startNs[row] ?? 0) >= minEventNs) kept[count++] = row;
  }
  return kept;
}

function countFrom({ startNs, endNs, rows }: LaneRows, minEventNs: number): number {
  const total = rows?.length ?? startNs.length;
  let count = 0;
  for (let place = 0; place < total; place++) {
    const row = rows === null ? place : (rows[place] ?? 0);
    if ((endNs[row] ?? 0) - (startNs[row] ?? 0) >= minEventNs) count++;
  }
  return count;
}

/** The numbers from 0 on. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
