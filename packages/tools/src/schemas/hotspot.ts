import * as v from 'valibot';
import { KernelDiagnosisSchema } from './kernel-diagnosis.js';
import { amount, count, nanoseconds, percent, text } from './numbers.js';

const launchTriple = (description: string) =>
  v.nullable(v.pipe(v.tuple([v.number(), v.number(), v.number()]), v.description(description)));

/** One launch shape of a kernel: two shapes of one name are two populations. */
export const HotspotVariantSchema = v.object({
  workgroup: launchTriple('Work-items per workgroup x, y, z; null where not recorded'),
  grid: launchTriple('Work-items of the launch x, y, z; null where not recorded'),
  calls: count('Dispatches of this shape'),
  total_duration: nanoseconds('Summed duration'),
  median_duration: amount('Median duration, nanoseconds'),
});

export const SourceLocationSchema = v.object({
  file: text('Path relative to the source folder'),
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Line, from 1')),
  kind: v.picklist(['definition', 'launch']),
  is_ambiguous: v.optional(
    v.pipe(v.literal(true), v.description('Several definitions fit the name; the trace does not tell which ran')),
  ),
});

export const HotspotSchema = v.object({
  rank: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Place by total duration, from 1')),
  name: text('Kernel name, whole, from the trace'),
  category: text('Kind of kernel by its name: GEMM, CONV, NCCL, ...'),
  calls: count('Dispatches'),
  total_duration: nanoseconds('Summed duration'),
  avg_duration: amount('Mean duration, nanoseconds'),
  min_duration: nanoseconds('Shortest'),
  max_duration: nanoseconds('Longest'),
  percent_of_total: percent('Of the summed time of all kernels'),
  median_duration: amount('Median duration, nanoseconds'),
  p95_duration: amount('95th percentile of the durations, nanoseconds'),
  stddev_duration: v.nullable(amount('Sample standard deviation, nanoseconds; null for one call')),
  cv: v.nullable(amount('Coefficient of variation, stddev / mean; null for one call or a mean of 0')),
  first_duration: nanoseconds('Duration of the earliest dispatch'),
  exclusive_ns: nanoseconds('Time in which this kernel ran and no other kernel on its device did'),
  pct_of_busy: percent('exclusive_ns of the compute time of all devices'),
  severity: v.picklist(['HIGH', 'MEDIUM', 'LOW', 'INFO']),
  severity_label: v.picklist(['CRITICAL', 'HOT', 'WARM', 'COOL']),
  variants: v.pipe(v.array(HotspotVariantSchema), v.description('Launch shapes by total duration, at most 10')),
  variant_count: count('Distinct launch shapes'),
  agents: v.pipe(v.array(v.string()), v.description('Labels of the devices it ran on')),
  source_locations: v.optional(v.array(SourceLocationSchema)),
  diagnosis: v.optional(KernelDiagnosisSchema),
});

export type Hotspot = v.InferOutput<typeof HotspotSchema>;
export type HotspotVariant = v.InferOutput<typeof HotspotVariantSchema>;
export type SourceLocation = v.InferOutput<typeof SourceLocationSchema>;
