import * as v from 'valibot';
import { amount, bytes, count, fraction, nanoseconds, text } from './numbers.js';
import { COPY_DIRECTIONS } from '../terms/copy-directions.js';
import type { CopyDirection } from '../terms/copy-directions.js';

export const CopyStatisticsSchema = v.object({
  count: count('Copies, those of unknown size included'),
  unknown_size_count: count('Copies whose size the trace does not hold; left out of bytes and bandwidth'),
  zero_duration_count: count('Copies of zero length; left out of bytes and bandwidth'),
  total_bytes: bytes('Bytes of the sized copies'),
  total_duration_ns: nanoseconds('Summed duration of all copies'),
  sized_duration_ns: nanoseconds('Summed duration of the copies behind the bandwidth'),
  avg_bytes: v.nullable(amount('Mean size of the sized copies, bytes')),
  median_bytes: v.nullable(amount('Median size of the sized copies, bytes')),
  avg_duration_ns: amount('Mean duration of all copies, nanoseconds'),
  bandwidth_gbps: v.nullable(amount('total_bytes / sized_duration_ns, decimal GB/s per copy engine; 4 digits')),
  aggregate_gbps: v.nullable(amount('total_bytes over the union of the sized copies, decimal GB/s; 4 digits')),
  median_gbps: v.nullable(amount('Median bandwidth of single copies, decimal GB/s')),
  p95_gbps: v.nullable(amount('95th percentile of the bandwidth of single copies, decimal GB/s')),
  size_histogram: v.array(v.object({ label: text('Size class'), count: count('Sized copies in it') })),
  small_copy_frac: v.nullable(fraction('Sized copies below 64 KiB: latency-bound')),
  peak_gbps: v.nullable(amount('One-way peak of the path, decimal GB/s; null where unknown')),
  peak_source: v.nullable(text('Where the peak comes from')),
  efficiency_pct: v.nullable(amount('100 * bandwidth_gbps / peak_gbps; above 100 means a wrong peak or merged copies')),
});

/** Keyed by direction, in order of total duration. */
export const MemoryAnalysisSchema = v.record(
  // A pattern, because a record whose key is a picklist has no JSON Schema.
  v.pipe(v.string(), v.regex(new RegExp(`^(${COPY_DIRECTIONS.join('|')})$`))),
  CopyStatisticsSchema,
);

export type CopyStatistics = v.InferOutput<typeof CopyStatisticsSchema>;
export type MemoryAnalysis = Partial<Record<CopyDirection, CopyStatistics>>;
