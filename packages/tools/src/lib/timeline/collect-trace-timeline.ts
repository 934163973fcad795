import type { RegionClasses } from '../facts/api-region.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { subtractIntervals } from '../intervals/subtract-intervals.js';
import { addCoverage, createBucketGrid } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { collectLane, thresholdFor } from './lane-part.js';
import type { LanePart } from './lane-part.js';
import { deviceLanes, hostLanes } from './lane-rows.js';
import type { DeviceOverview } from './trace-timeline.js';

/** Events kept one by one. 60,000 make about 400 KB in a report. */
export const MOST_EVENTS = 60_000;
/** Finest resolution of what is not kept, per process; bounds the size of a part. */
const MOST_BUCKETS = 16_384;
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
  const grid = createBucketGrid(originNs, window, MOST_BUCKETS);
  const length = window.endNs - window.startNs;
  const wide = { startNs: window.startNs - HOST_MARGIN * length, endNs: window.endNs + HOST_MARGIN * length };
  const hostGrid = createBucketGrid(originNs, wide, (1 + 2 * HOST_MARGIN) * MOST_BUCKETS, grid.widthNs);
  const ownLanes = devices.map((device) => deviceLanes(stage, device, gapCauses.get(device.agentIndex)));
  const host = hostLanes(stage, classes);
  const threshold = thresholdFor([...ownLanes.flat(), ...host], MOST_EVENTS, Math.ceil(length / WINDOW_PARTS));
  return {
    originNs,
    grid,
    hostGrid,
    devices: devices.map((device, place) => {
      const overview = {
        computeNs: new Float64Array(grid.count),
        communicationNs: new Float64Array(grid.count),
        copyNs: new Float64Array(grid.count),
      };
      addCoverage(overview.computeNs, grid, device.computeKernels);
      if (device.kernels !== device.computeKernels)
        addCoverage(overview.communicationNs, grid, subtractIntervals(device.kernels, device.computeKernels));
      addCoverage(overview.copyNs, grid, subtractIntervals(device.copies, device.kernels));
      const lanes = (ownLanes[place] ?? []).map((lane) => collectLane(lane, threshold, grid));
      return { agentIndex: device.agentIndex, overview, lanes };
    }),
    host: host.map((lane) => collectLane(lane, threshold, hostGrid)),
  };
}
