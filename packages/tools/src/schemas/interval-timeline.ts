import * as v from 'valibot';
import { count, nanoseconds, percent, text } from './numbers.js';

const lineEntries = {
  total_wall_ns: nanoseconds('First start to last end of kernels and copies of the group'),
  true_compute_ns: nanoseconds('Union of kernel time'),
  true_compute_pct: percent('true_compute_ns of the window'),
  exposed_memcpy_ns: nanoseconds('Copies that no kernel covers'),
  exposed_memcpy_pct: percent('exposed_memcpy_ns of the window'),
  idle_ns: nanoseconds('No kernel and no copy'),
  idle_pct: percent('idle_ns of the window'),
};

const timelineEntries = {
  ...lineEntries,
  dropped_intervals: count('Kernels and copies left out: a time is missing, or the end is before the start'),
  group_count: count('Groups of processes with a window of their own; their times are added up'),
  devices: v.array(v.object({ device: text('Label of the device'), ...lineEntries })),
};

/** Compute, exposed copies and idle time as one line over all devices, and per device. */
export const IntervalTimelineSchema = v.variant('has_data', [
  v.object({ has_data: v.literal(true), ...timelineEntries }),
  v.object({
    has_data: v.literal(false),
    ...timelineEntries,
    reason: text('Why all is 0'),
    how_to_collect: text('How to record what is missing'),
  }),
]);

export type IntervalTimeline = v.InferOutput<typeof IntervalTimelineSchema>;
