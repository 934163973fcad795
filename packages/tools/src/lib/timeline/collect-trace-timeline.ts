import type { RegionClasses } from '../facts/api-region.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { createBucketGrid } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { collectOverview } from './collect-overview.js';
import { deviceLanes } from './device-lanes.js';
import { hostLanes } from './host-lanes.js';
import { scanLane, thinnedLane, thresholdFor, wholeLane } from './lane-part.js';
import type { LanePart } from './lane-part.js';
import { rowCount } from './lane-rows.js';
import type { DeviceOverview } from './trace-timeline.js';

/** Events kept one by one. 60,000 make about 400 KB in a report. */
export const MOST_EVENTS = 60_000;
/**
 * Most buckets of a lane. A process has as many for its own time as a lane may have for the time of the whole group, which
 * is no shorter: so the buckets of the group are never narrower than those of its processes.
 */
export const MOST_BUCKETS_OF_LANE = 4096;
/** Shorter events are thinned out first: 1/4000 of the window is a quarter of a pixel. */
export const WINDOW_PARTS = 4000;
/** Host calls are taken this many windows beyond the own one: other processes of the group may widen it. */
const HOST_MARGIN = 2;

/** The lanes of one process, bounded in size. */
export interface TraceTimelinePart {
  readonly originNs: bigint;
  readonly grid: BucketGrid;
  readonly hostGrid: BucketGrid;
  readonly devices: readonly {
    readonly agentIndex: number;
    readonly overview: DeviceOverview;
    readonly lanes: readonly LanePart[];
  }[];
  readonly host: readonly LanePart[];
}

/**
 * Takes the lanes of one process. Null without GPU work: there is no window to draw.
 *
 * @param gapCauses main idle cause of each gap by agent index, where idle time was looked at.
 */
export function collectTraceTimeline(
  stage: ProcessStage,
  classes: RegionClasses,
  gapCauses: ReadonlyMap<number, Uint8Array>,
): TraceTimelinePart | null {
  const { window, columns, devices } = stage;
  if (window === null) return null;
  const { originNs } = columns;
  const grid = createBucketGrid(originNs, window, MOST_BUCKETS_OF_LANE);
  const length = window.endNs - window.startNs;
  const wide = { startNs: window.startNs - HOST_MARGIN * length, endNs: window.endNs + HOST_MARGIN * length };
  const hostGrid = createBucketGrid(originNs, wide, (1 + 2 * HOST_MARGIN) * MOST_BUCKETS_OF_LANE, grid.widthNs);
  const ownLanes = devices.map((device) => deviceLanes(stage, device, gapCauses.get(device.agentIndex)));
  const host = hostLanes(stage, classes);
  const eventCount = [...ownLanes.flat(), ...host].reduce((sum, lane) => sum + rowCount(lane), 0);
  const isWhole = eventCount <= MOST_EVENTS;
  const leastNs = Math.max(1, Math.ceil(length / WINDOW_PARTS));
  const scans = isWhole ? [] : ownLanes.map((lanes) => lanes.map((lane) => scanLane(lane, leastNs, grid)));
  const hostScans = isWhole ? [] : host.map((lane) => scanLane(lane, leastNs, hostGrid));
  const threshold = thresholdFor([...scans.flat(), ...hostScans], MOST_EVENTS, leastNs);
  return {
    originNs,
    grid,
    hostGrid,
    devices: devices.map((device, place) => ({
      agentIndex: device.agentIndex,
      overview: collectOverview(device, grid, scans[place] ?? []),
      lanes: isWhole
        ? (ownLanes[place] ?? []).map(wholeLane)
        : (scans[place] ?? []).map((scan) => thinnedLane(scan, threshold, grid)),
    })),
    host: isWhole ? host.map(wholeLane) : hostScans.map((scan) => thinnedLane(scan, threshold, hostGrid)),
  };
}
