import * as v from 'valibot';
import { amount, count, fraction, nanoseconds, text } from './numbers.js';

const ExtentSchema = v.nullable(
  v.pipe(v.strictTuple([v.number(), v.number(), v.number()]), v.description('Work-items in x, y, z; null = unknown')),
);

/** Two short kernels that follow each other closely, all occurrences of their names and shape together. */
export const FusionCandidateSchema = v.object({
  pair: v.pipe(v.strictTuple([v.string(), v.string()]), v.description('Kernel names in order of execution')),
  signature: text('12 hex digits, equal in every run for the same names and launch shape'),
  gap_ns: amount('Mean gap between the two, nanoseconds'),
  est_speedup_lo: amount('Least speedup of the pair'),
  est_speedup_hi: amount('Speedup of the pair if its gaps vanish: (run time + gaps) / run time, 3 digits'),
  expected_impact_units: v.literal('speedup_multiplier'),
  confidence: fraction('Higher for smaller gaps; halved where the launch shape is unknown'),
  occurrences: count('Pairs of these names and shape'),
  total_time_ns: nanoseconds('Summed run time of both kernels'),
  est_saved_ns: nanoseconds('Summed gaps: what fusing the pairs saves at least on the GPU'),
  host_bound_saved_ns: v.nullable(
    nanoseconds(
      'Time of the launch calls of second kernels that take longer than their kernel, no part of est_saved_ns; null ' +
        'where no launch call is recorded',
    ),
  ),
  longest_chain: count('Kernels in the longest unbroken run of such pairs that holds this one'),
  workgroup: ExtentSchema,
  grid: ExtentSchema,
  shape_known: v.pipe(v.boolean(), v.description('False where a size is 0 or missing, as for kernels of graphs')),
  pattern: v.nullable(
    v.object({
      id: text('Kind of fusion'),
      saves: text('What it saves'),
      risk: text('low, medium or high'),
      verify_counters: v.pipe(v.array(v.string()), v.description('Counters that show the effect')),
    }),
  ),
});

export type FusionCandidate = v.InferOutput<typeof FusionCandidateSchema>;
