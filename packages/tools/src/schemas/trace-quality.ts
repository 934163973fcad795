import * as v from 'valibot';
import { count, fraction, nanoseconds } from './numbers.js';

const nullableCount = (description: string) => v.nullable(count(`${description}; null where it can't be told`));

/** What the trace holds and what is odd about it: every row left out is counted here. */
export const TraceQualitySchema = v.object({
  processes: count('Processes'),
  dispatches: count('Kernel dispatches in the figures'),
  copies: count('Memory copies in the figures'),
  api_calls: count('Host API calls'),
  markers: count('Marker ranges'),
  unclosed_markers: count('Of the markers those without an end, closed at the last event of their thread'),
  other_regions: count('Other host regions'),
  total_kernel_ns: nanoseconds('Summed kernel time'),
  dropped_intervals: count('Rows left out: null_times + negative_durations'),
  null_times: count('Rows without a usable start or end'),
  negative_durations: count('Rows that end before they start'),
  zero_duration_dispatches: count('Dispatches of zero length'),
  unnamed_kernels: count('Dispatches whose kernel has no name'),
  dispatches_without_grid: count('Dispatches without launch parameters'),
  unknown_size_copies: count('Copies whose size is 0 or missing'),
  host_copies: count('Copies without a GPU end'),
  zero_length_api_calls: count('API calls recorded as points in time'),
  bad_extdata: count('JSON texts that could not be parsed'),
  launch_calls: nullableCount('Calls that launch kernels'),
  launches_without_dispatch: nullableCount('Launch calls without any dispatch'),
  dispatches_without_launch: nullableCount('Dispatches that name no launch call'),
  lossy: v.boolean(),
  missing_frac: v.nullable(fraction('Estimated share of dispatches missing; null where it cannot be told')),
  clock_offset_ns: v.nullable(
    v.pipe(v.number(), v.integer(), v.description('Least time from launch call to kernel start if negative, ns')),
  ),
  duplicate_files: count('Input files that repeat a process already read'),
});

export type TraceQuality = v.InferOutput<typeof TraceQualitySchema>;
