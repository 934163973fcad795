import type { DeviceTimeline } from '../facts/device-timeline.js';
import type { IntervalList } from '../intervals/interval-list.js';
import { addSpan } from './bucket-grid.js';
import type { BucketGrid } from './bucket-grid.js';
import { scanCoverage } from './coverage-scan.js';
import type { LaneScan } from './lane-part.js';
import type { DeviceOverview } from './trace-timeline.js';

/**
 * What a device did, by bucket. Kernels contain the compute kernels, busy time the kernels: what one has beyond the other
 * is the difference of their times, bucket by bucket, and no list of it has to be made.
 *
 * @param scans lanes of the device, as far as they were scanned: what they know is not counted again.
 */
export function collectOverview(device: DeviceTimeline, grid: BucketGrid, scans: readonly LaneScan[]): DeviceOverview {
  const { busy, computeKernels, kernels } = device;
  const [compute, ...otherStreams] = scans.filter(({ lane }) => lane.kind === 'compute');
  const gaps = scans.find(({ lane }) => lane.kind === 'idle');
  const computeNs =
    compute !== undefined && otherStreams.length === 0 ? compute.coverNs : coverageOf(computeKernels, grid);
  const kernelNs = kernels === computeKernels ? computeNs : coverageOf(kernels, grid);
  const busyNs = gaps === undefined ? coverageOf(busy, grid) : betweenGaps(busy, gaps.coverNs, grid);
  return {
    computeNs,
    communicationNs: beyond(kernelNs, computeNs),
    copyNs: beyond(busyNs, kernelNs),
  };
}

function coverageOf({ starts, ends }: IntervalList, grid: BucketGrid): Float64Array {
  return scanCoverage({ starts, ends, rows: null }, grid).coverNs;
}

/** Time of the intervals, from that of the gaps between them. */
function betweenGaps({ starts, ends }: IntervalList, gapNs: Float64Array, grid: BucketGrid): Float64Array {
  const spanNs = new Float64Array(grid.count);
  addSpan(spanNs, grid, starts[0] ?? 0, ends[ends.length - 1] ?? 0, 1);
  return beyond(spanNs, gapNs);
}

/** What the whole has beyond a part of it, bucket by bucket. */
function beyond(whole: Float64Array, part: Float64Array): Float64Array {
  const rest = new Float64Array(whole.length);
  for (let bucket = 0; bucket < rest.length; bucket++) rest[bucket] = (whole[bucket] ?? 0) - (part[bucket] ?? 0);
  return rest;
}
