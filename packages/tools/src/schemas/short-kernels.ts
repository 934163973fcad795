import * as v from 'valibot';
import { amount, count, nanoseconds, percent, text } from './numbers.js';

export const ShortKernelsSchema = v.object({
  threshold_us: amount('A kernel shorter than this counts as short, microseconds'),
  total_kernels: count('Dispatches'),
  short_kernel_count: count('Short dispatches'),
  short_kernel_pct: percent('Short dispatches of all; 2 digits'),
  short_kernel_time_ns: nanoseconds('Their summed duration'),
  short_kernel_time_pct: percent('Their share of summed kernel time; 2 digits'),
  gap_after_short_ns: nanoseconds('Gaps below 50 us on a device that begin where a short kernel ends'),
  histogram: v.array(v.object({ bucket_label: text('Range of durations'), count: count('Dispatches') })),
  top_offenders: v.array(
    v.object({
      name: text('Kernel name'),
      count: count('Short dispatches'),
      avg_us: amount('Mean duration, microseconds; 3 digits'),
      total_ns: nanoseconds('Summed duration'),
    }),
  ),
});

export type ShortKernels = v.InferOutput<typeof ShortKernelsSchema>;
