import type { Report } from '@perfxpert/agents';
import type { Palette } from './palette.js';

type Breakdown = NonNullable<Report['execution_breakdown']>;
/** The partition of one window: the whole report's, or a device's. */
export type Partition = Pick<
  Breakdown,
  | 'wall_ns'
  | 'compute_ns'
  | 'copy_exposed_ns'
  | 'communication_exposed_ns'
  | 'api_exposed_ns'
  | 'idle_other_ns'
  | 'gpu_busy_pct'
>;

/** One of the five kinds of time. Their nanoseconds add up to the window. */
export interface TimePart {
  readonly label: string;
  readonly mark: string;
  readonly paint: Exclude<keyof Palette, 'heading' | 'verdict'>;
  nanoseconds(partition: Partition): number;
}

/** In the order of the bars. */
export const TIME_PARTS: readonly TimePart[] = [
  {
    label: 'compute',
    mark: '█',
    paint: 'compute',
    nanoseconds: (partition) => partition.compute_ns - partition.communication_exposed_ns,
  },
  {
    label: 'communication, uncovered',
    mark: '▓',
    paint: 'communication',
    nanoseconds: (partition) => partition.communication_exposed_ns,
  },
  { label: 'copy, exposed', mark: '▒', paint: 'copy', nanoseconds: (partition) => partition.copy_exposed_ns },
  { label: 'HIP API, exposed', mark: '░', paint: 'api', nanoseconds: (partition) => partition.api_exposed_ns },
  { label: 'idle', mark: '·', paint: 'idle', nanoseconds: (partition) => partition.idle_other_ns },
];

/** Share of a part in its window, 0..100; 0 for a window without length. */
export function sharePercent(part: TimePart, partition: Partition): number {
  return partition.wall_ns === 0 ? 0 : (100 * part.nanoseconds(partition)) / partition.wall_ns;
}
