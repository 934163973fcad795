import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { roundedPercentOf } from '../statistics/percent-of.js';
import { roundTo } from '../statistics/round-to.js';

/** A window and where its time went, nanoseconds. What the parts leave of the window is `idle_other`. */
export interface Partition {
  readonly wallNs: number;
  readonly computeNs: number;
  readonly copyExposedNs: number;
  readonly copyHiddenNs: number;
  readonly communicationExposedNs: number;
  readonly apiExposedNs: number;
  readonly apiExposedWaitNs: number;
}

/** The partition as a report has it. */
export type PartitionFields = Omit<ExecutionBreakdown, 'kernel_time_ns' | 'group_count' | 'devices'>;

/**
 * Mean over the devices of one group, which share a window. Each part is rounded to whole nanoseconds (ties to even)
 * and idle takes the rest; where rounding up would leave idle below 0, the part that gained most by it is rounded down.
 */
export function meanPartition(partitions: readonly Partition[], wallNs: number): Partition {
  if (partitions.length === 1 && partitions[0] !== undefined) return partitions[0];
  const mean = (part: (partition: Partition) => number): number =>
    partitions.reduce((sum, partition) => sum + part(partition), 0) / Math.max(1, partitions.length);
  const exact = [
    mean(({ computeNs }) => computeNs),
    mean(({ copyExposedNs }) => copyExposedNs),
    mean(({ apiExposedNs }) => apiExposedNs),
  ] as const;
  const [computeNs, copyExposedNs, apiExposedNs] = roundWithin(exact, wallNs);
  return {
    wallNs,
    computeNs,
    copyExposedNs,
    copyHiddenNs: roundTo(
      mean(({ copyHiddenNs }) => copyHiddenNs),
      0,
    ),
    communicationExposedNs: Math.min(
      computeNs,
      roundTo(
        mean(({ communicationExposedNs }) => communicationExposedNs),
        0,
      ),
    ),
    apiExposedNs,
    apiExposedWaitNs: Math.min(
      apiExposedNs,
      roundTo(
        mean(({ apiExposedWaitNs }) => apiExposedWaitNs),
        0,
      ),
    ),
  };
}

/** Partitions of windows that follow each other or are unrelated, added up. */
export function addPartitions(partitions: readonly Partition[]): Partition {
  const sum = (part: (partition: Partition) => number): number =>
    partitions.reduce((total, partition) => total + part(partition), 0);
  return {
    wallNs: sum(({ wallNs }) => wallNs),
    computeNs: sum(({ computeNs }) => computeNs),
    copyExposedNs: sum(({ copyExposedNs }) => copyExposedNs),
    copyHiddenNs: sum(({ copyHiddenNs }) => copyHiddenNs),
    communicationExposedNs: sum(({ communicationExposedNs }) => communicationExposedNs),
    apiExposedNs: sum(({ apiExposedNs }) => apiExposedNs),
    apiExposedWaitNs: sum(({ apiExposedWaitNs }) => apiExposedWaitNs),
  };
}

/** The fields of a report: times, and percents of the window rounded to 2 digits (0 where the window has no length). */
export function partitionFields(partition: Partition, concurrency: number | null): PartitionFields {
  const { wallNs, computeNs, copyExposedNs, copyHiddenNs, communicationExposedNs, apiExposedNs } = partition;
  const idleOtherNs = wallNs - computeNs - copyExposedNs - apiExposedNs;
  const gpuBusyNs = computeNs + copyExposedNs;
  const percent = (part: number): number => roundedPercentOf(part, wallNs);
  return {
    wall_ns: wallNs,
    compute_ns: computeNs,
    copy_exposed_ns: copyExposedNs,
    copy_hidden_ns: copyHiddenNs,
    communication_exposed_ns: communicationExposedNs,
    api_exposed_ns: apiExposedNs,
    api_exposed_wait_ns: partition.apiExposedWaitNs,
    idle_other_ns: idleOtherNs,
    gpu_busy_ns: gpuBusyNs,
    compute_pct: percent(computeNs),
    copy_exposed_pct: percent(copyExposedNs),
    copy_hidden_pct: percent(copyHiddenNs),
    communication_exposed_pct: percent(communicationExposedNs),
    api_exposed_pct: percent(apiExposedNs),
    api_exposed_wait_pct: percent(partition.apiExposedWaitNs),
    idle_other_pct: percent(idleOtherNs),
    gpu_busy_pct: percent(gpuBusyNs),
    concurrency,
  };
}

type Three = readonly [number, number, number];

/** Three parts rounded so that they don't exceed the whole; their exact sum does not. */
function roundWithin(exact: Three, whole: number): Three {
  const rounded: [number, number, number] = [roundTo(exact[0], 0), roundTo(exact[1], 0), roundTo(exact[2], 0)];
  // Each part gains at most one half, so the excess is at most 1.
  if (rounded[0] + rounded[1] + rounded[2] > whole) {
    const gains = [rounded[0] - exact[0], rounded[1] - exact[1], rounded[2] - exact[2]] as const;
    const most = Math.max(...gains);
    if (gains[2] === most) rounded[2] -= 1;
    else if (gains[1] === most) rounded[1] -= 1;
    else rounded[0] -= 1;
  }
  return rounded;
}
