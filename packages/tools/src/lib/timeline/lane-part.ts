import { unionOfRows } from '../intervals/union-of-rows.js';
import { addCoverage } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { scanCoverage } from './coverage-scan.js';
import type { CoverageScan } from './coverage-scan.js';
import { rowCount } from './lane-rows.js';
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

/** A lane after the one pass over its events: all that thinning it out needs. */
export interface LaneScan extends CoverageScan {
  readonly lane: LaneRows;
}

/** Looks at each event of a lane once; `longRows` are those of at least `leastNs`. */
export function scanLane(lane: LaneRows, leastNs: number, grid: BucketGrid): LaneScan {
  return { lane, ...scanCoverage({ starts: lane.startNs, ends: lane.endNs, rows: lane.rows }, grid, leastNs) };
}

/** A lane of which every event is kept. */
export function wholeLane(lane: LaneRows): LanePart {
  return keepRows(lane, lane.rows ?? allRows(lane.startNs.length), null);
}

/** A lane of which the events of at least `minEventNs` are kept; not less than what the lane was scanned with. */
export function thinnedLane({ lane, longRows, coverNs }: LaneScan, minEventNs: number, grid: BucketGrid): LanePart {
  const { startNs, endNs } = lane;
  const kept = longRows.filter((row) => (endNs[row] ?? 0) - (startNs[row] ?? 0) >= minEventNs);
  // What is kept is part of all: the difference of the two unions is that of their times, bucket by bucket.
  const restNs = coverNs.slice();
  addCoverage(restNs, grid, unionOfRows(startNs, endNs, kept), -1);
  return keepRows(lane, kept, restNs);
}

/** Least `leastNs` times a power of two from which on at most `limit` events of the lanes are as long. */
export function thresholdFor(scans: readonly LaneScan[], limit: number, leastNs: number): number {
  let threshold = leastNs;
  while (scans.reduce((sum, scan) => sum + countFrom(scan, threshold), 0) > limit) threshold *= 2;
  return threshold;
}

function countFrom({ lane: { startNs, endNs }, longRows }: LaneScan, minEventNs: number): number {
  let count = 0;
  for (const row of longRows) if ((endNs[row] ?? 0) - (startNs[row] ?? 0) >= minEventNs) count++;
  return count;
}

function keepRows(lane: LaneRows, kept: Uint32Array, restNs: Float64Array | null): LanePart {
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
    eventCount: rowCount(lane),
    startNs,
    endNs,
    name,
    names: [...names.keys()],
    restNs,
  };
}

/** The numbers from 0 on. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
