import type { Report } from '@perfxpert/agents';

type Breakdown = NonNullable<Report['execution_breakdown']>;

/** The figures of one window that the kinds of time are taken from. */
export type Partition = Pick<
  Breakdown,
  'wall_ns' | 'compute_ns' | 'copy_exposed_ns' | 'communication_exposed_ns' | 'api_exposed_ns' | 'idle_other_ns'
>;

/** One of the five kinds of time. Their nanoseconds add up to the window. */
export interface TimeKind {
  readonly label: string;
  readonly meaning: string;
  readonly fill: string;
  readonly textFill: string;
  nanoseconds(partition: Partition): number;
}

/** In the order of the bars. */
export const TIME_KINDS: readonly TimeKind[] = [
  {
    label: 'Compute',
    meaning: 'kernels other than RCCL',
    fill: 'fill-compute',
    textFill: 'on-compute',
    nanoseconds: (partition) => partition.compute_ns - partition.communication_exposed_ns,
  },
  {
    label: 'Communication, uncovered',
    meaning: 'RCCL kernels no other kernel runs beside',
    fill: 'fill-comm',
    textFill: 'on-comm',
    nanoseconds: (partition) => partition.communication_exposed_ns,
  },
  {
    label: 'Copy, exposed',
    meaning: 'copies while no kernel runs',
    fill: 'fill-copy',
    textFill: 'on-copy',
    nanoseconds: (partition) => partition.copy_exposed_ns,
  },
  {
    label: 'HIP API, exposed',
    meaning: 'a host API call runs, the GPU does nothing',
    fill: 'fill-api',
    textFill: 'on-api',
    nanoseconds: (partition) => partition.api_exposed_ns,
  },
  {
    label: 'Idle',
    meaning: 'neither GPU work nor a recorded host API call',
    fill: 'fill-idle',
    textFill: 'on-idle',
    nanoseconds: (partition) => partition.idle_other_ns,
  },
];

/** Share of a kind in its window, 0..100, unrounded; 0 for a window without length. */
export function shareOfWindow(kind: TimeKind, partition: Partition): number {
  return partition.wall_ns === 0 ? 0 : (100 * kind.nanoseconds(partition)) / partition.wall_ns;
}
