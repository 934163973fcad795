import { totalLength } from '../intervals/total-length.js';
import { unionOfRows } from '../intervals/union-of-rows.js';
import { addBuckets, addCoverage } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { allRows } from './lane-part.js';
import type { LanePart } from './lane-part.js';
import type { TimelineLane } from './trace-timeline.js';

/** Where a lane of a process goes: the window of its group. */
export interface LanePlace {
  readonly wallNs: number;
  /** What turns a time of the process into one of the window. */
  readonly shiftNs: number;
  readonly grid: BucketGrid;
  readonly minEventNs: number;
  /** Names of the whole timeline, with their indices; new ones are added. */
  readonly names: Map<string, number>;
}

/** A lane in the window of its group: clipped to it, thinned out to `minEventNs`, its buckets in the group's grid. */
export function mergeLane(part: LanePart, partGrid: BucketGrid, place: LanePlace): TimelineLane {
  const { startNs, endNs, source } = clipped(part, place);
  const all = allRows(startNs.length);
  const kept = place.minEventNs === 0 ? all : all.filter((row) => lengthOf(part, source, row) >= place.minEventNs);
  const keptUnion = unionOfRows(startNs, endNs, kept);
  const restNs = place.minEventNs === 0 ? null : new Float64Array(place.grid.count);
  if (restNs !== null) {
    // Events that were kept for the process and are not kept here, without what others cover.
    if (kept.length < all.length) {
      addCoverage(restNs, place.grid, unionOfRows(startNs, endNs));
      addCoverage(restNs, place.grid, keptUnion, -1);
    }
    if (part.restNs !== null) addBuckets(restNs, place.grid, part.restNs, partGrid, place.shiftNs);
  }
  const nameIndex = part.names.map((name) => {
    const index = place.names.get(name) ?? place.names.size;
    place.names.set(name, index);
    return index;
  });
  const events = {
    startNs: new Float64Array(kept.length),
    durationNs: new Float64Array(kept.length),
    name: new Uint32Array(kept.length),
  };
  for (let index = 0; index < kept.length; index++) {
    const row = kept[index] ?? 0;
    const start = startNs[row] ?? 0;
    events.startNs[index] = start;
    events.durationNs[index] = (endNs[row] ?? 0) - start;
    events.name[index] = nameIndex[part.name[source[row] ?? 0] ?? 0] ?? 0;
  }
  let busyNs = totalLength(keptUnion);
  for (const ns of restNs ?? []) busyNs += ns;
  return {
    kind: part.kind,
    label: part.label,
    eventCount: part.eventCount - (part.startNs.length - startNs.length),
    busyNs,
    events,
    restNs,
  };
}

/** Length of an event before it was clipped. */
function lengthOf(part: LanePart, source: Uint32Array, row: number): number {
  const index = source[row] ?? 0;
  return (part.endNs[index] ?? 0) - (part.startNs[index] ?? 0);
}

/** Events that touch the window, cut at its edges. */
function clipped(part: LanePart, { shiftNs, wallNs }: LanePlace) {
  const startNs = new Float64Array(part.startNs.length);
  const endNs = new Float64Array(part.startNs.length);
  const source = new Uint32Array(part.startNs.length);
  let count = 0;
  for (let index = 0; index < part.startNs.length; index++) {
    const start = (part.startNs[index] ?? 0) + shiftNs;
    const end = (part.endNs[index] ?? 0) + shiftNs;
    if (end < 0 || start > wallNs) continue;
    startNs[count] = Math.max(0, start);
    endNs[count] = Math.min(wallNs, end);
    source[count++] = index;
  }
  return {
    startNs: startNs.subarray(0, count),
    endNs: endNs.subarray(0, count),
    source: source.subarray(0, count),
  };
}
