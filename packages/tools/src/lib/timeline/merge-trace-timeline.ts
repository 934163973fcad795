import { rankOf } from '../facts/label-devices.js';
import type { MergeContext, ProcessGroup } from '../facts/merge-context.js';
import { addBuckets, createBucketGrid } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { MOST_BUCKETS_OF_LANE, MOST_EVENTS, WINDOW_PARTS } from './collect-trace-timeline.js';
import type { TraceTimelinePart } from './collect-trace-timeline.js';
import type { LanePart } from './lane-part.js';
import { mergeLane } from './merge-lane.js';
import type { LanePlace } from './merge-lane.js';
import type { DeviceOverview, TimelineTrack, TimelineWindow, TraceTimeline } from './trace-timeline.js';

/** Tracks drawn; a reader compares tens of devices, not thousands. */
const MOST_TRACKS = 64;
/** Buckets of all lanes together. */
const MOST_BUCKETS_IN_ALL = 65_536;

/**
 * The timeline of all processes: a window per group of processes that share a clock and a time. Null without GPU work.
 * Thinned out until at most 60,000 events are left one by one; the time of the others is in the buckets.
 */
export function mergeTraceTimeline(
  parts: readonly (TraceTimelinePart | null)[],
  context: MergeContext,
): TraceTimeline | null {
  const longestNs = Math.max(0, ...context.groups.map(({ wallNs }) => wallNs));
  if (context.groups.length === 0) return null;
  const present = parts.filter((part) => part !== null);
  const lanes = present.flatMap((part) => [...part.devices.flatMap((device) => device.lanes), ...part.host]);
  const minEventNs = leastDuration(lanes, Math.ceil(longestNs / WINDOW_PARTS));
  const names = new Map<string, number>();
  const bucketLimit = Math.max(
    64,
    Math.min(MOST_BUCKETS_OF_LANE, Math.floor(MOST_BUCKETS_IN_ALL / Math.max(1, lanes.length))),
  );
  let room = MOST_TRACKS;
  let omitted = 0;
  const windows = context.groups.map((group): TimelineWindow => {
    const grid = gridOfGroup(group, parts, bucketLimit);
    const tracks = group.processIndices.flatMap((processIndex, place) =>
      tracksOf(parts[processIndex] ?? null, processIndex, { group, place, grid, minEventNs, names }, context),
    );
    const shown = tracks.slice(0, room);
    room -= shown.length;
    omitted += tracks.length - shown.length;
    const { widthNs: bucketNs, startNs: gridStartNs, count: bucketCount } = grid;
    return { wallNs: group.wallNs, bucketNs, gridStartNs, bucketCount, tracks: shown };
  });
  const drawn = windows.flatMap(({ tracks }) => tracks.flatMap((track) => track.lanes));
  return {
    names: [...names.keys()],
    windows,
    minEventNs,
    keptEventCount: drawn.reduce((sum, lane) => sum + lane.events.startNs.length, 0),
    eventCount: drawn.reduce((sum, lane) => sum + lane.eventCount, 0),
    omittedTrackCount: omitted,
  };
}

interface TrackPlace {
  readonly group: ProcessGroup;
  readonly place: number;
  readonly grid: BucketGrid;
  readonly minEventNs: number;
  readonly names: Map<string, number>;
}

/** The grid of a group in the frame of its window; as wide as the widest of its processes at least. */
function gridOfGroup(group: ProcessGroup, parts: readonly (TraceTimelinePart | null)[], limit: number): BucketGrid {
  const first = parts[group.processIndices[0] ?? 0];
  const startNs = group.windows[0]?.startNs ?? 0;
  const originNs = (first?.originNs ?? 0n) + BigInt(startNs);
  const least = Math.max(1, ...group.processIndices.map((index) => parts[index]?.grid.widthNs ?? 1));
  return createBucketGrid(originNs, { startNs: 0, endNs: group.wallNs }, limit, least);
}

function tracksOf(
  part: TraceTimelinePart | null,
  processIndex: number,
  { group, place, grid, minEventNs, names }: TrackPlace,
  context: MergeContext,
): TimelineTrack[] {
  if (part === null) return [];
  const shiftNs = -(group.windows[place]?.startNs ?? 0);
  const lanePlace: LanePlace = { wallNs: group.wallNs, shiftNs, grid, minEventNs, names };
  const host = part.host
    .map((lane) => mergeLane(lane, part.hostGrid, lanePlace))
    .filter(({ eventCount }) => eventCount > 0);
  const isSingle = part.devices.length === 1;
  const tracks = part.devices.map((device): TimelineTrack => {
    const lanes = device.lanes.map((lane) => mergeLane(lane, part.grid, lanePlace));
    return {
      label: context.devices[context.deviceIndex(processIndex, device.agentIndex)]?.label ?? '',
      overview: mergeOverview(device.overview, part.grid, grid, shiftNs),
      lanes: isSingle ? orderLanes([...host, ...lanes]) : orderLanes(lanes),
    };
  });
  if (isSingle || host.length === 0) return tracks;
  const rank = rankOf(context.processes[processIndex] ?? { environment: {} });
  const label = rank === null ? 'host' : `host, rank ${String(rank)}`;
  return [{ label, overview: null, lanes: host }, ...tracks];
}

/** The calls of the host last: its ranges first, then the lanes of the device. */
function orderLanes(lanes: TimelineTrack['lanes']): TimelineTrack['lanes'] {
  return [...lanes.filter(({ kind }) => kind !== 'api'), ...lanes.filter(({ kind }) => kind === 'api')];
}

function mergeOverview(from: DeviceOverview, grid: BucketGrid, target: BucketGrid, shiftNs: number): DeviceOverview {
  const merged = (source: Float64Array): Float64Array => {
    const buckets = new Float64Array(target.count);
    addBuckets(buckets, target, source, grid, shiftNs);
    return buckets;
  };
  return {
    computeNs: merged(from.computeNs),
    communicationNs: merged(from.communicationNs),
    copyNs: merged(from.copyNs),
  };
}

/** 0 where every event was kept and fits; else the length from which on events stay. */
function leastDuration(lanes: readonly LanePart[], leastNs: number): number {
  const count = (threshold: number): number => {
    let sum = 0;
    for (const { startNs, endNs } of lanes)
      for (let index = 0; index < startNs.length; index++)
        if ((endNs[index] ?? 0) - (startNs[index] ?? 0) >= threshold) sum++;
    return sum;
  };
  if (lanes.every(({ restNs }) => restNs === null) && count(0) <= MOST_EVENTS) return 0;
  let threshold = Math.max(1, leastNs);
  while (count(threshold) > MOST_EVENTS) threshold *= 2;
  return threshold;
}
