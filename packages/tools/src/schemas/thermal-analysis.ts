import * as v from 'valibot';
import { amount, count, fraction, signed, text } from './numbers.js';

const figures = {
  max_temp_c: v.nullable(signed('Hottest, degrees Celsius')),
  avg_temp_c: v.nullable(signed('Mean, degrees Celsius')),
  p95_temp_c: v.nullable(signed('95th percentile, degrees Celsius')),
  max_mem_temp_c: v.nullable(signed('Hottest memory, degrees Celsius')),
  max_power_w: v.nullable(amount('Most power, watts')),
  thermal_headroom_c: v.nullable(amount('Least distance to the limit of its sensor, degrees Celsius; 0 above it')),
  throttle_events: count('Samples within 5 degrees of the limit'),
  reported_throttle_events: count('Samples in which the GPU said that it slows itself down'),
  throttle_reasons: v.pipe(v.array(v.string()), v.description('Limits that it named, sorted')),
  power_limited: v.pipe(v.boolean(), v.description('Power reached 95 % of the cap: normal for a busy accelerator')),
  power_throttle_suspected: v.pipe(
    v.boolean(),
    v.description('Limited by power, and a busy sample ran below 90 % of the usual clock'),
  ),
  verdict: v.picklist(['healthy', 'hot', 'throttling', 'unknown']),
};

/** Temperatures, power and throttling of GPUs in a series of samples. */
export const ThermalAnalysisSchema = v.object({
  has_data: v.boolean(),
  ...figures,
  sample_count: count('Samples'),
  gpu_count: count('Distinct gpu_id'),
  per_gpu: v.pipe(
    v.array(
      v.object({
        gpu_id: count('Index of the GPU'),
        ...figures,
        clock_spread_frac: v.nullable(fraction('Greatest spread of the clocks of its dies, of the fastest')),
        sample_count: count('Samples'),
      }),
    ),
    v.description('By gpu_id, at most 1024'),
  ),
  remarks: v.pipe(v.array(v.string()), v.description('What else is worth a look')),
  reason: v.optional(text('Why there is no verdict')),
});

export type ThermalAnalysis = v.InferOutput<typeof ThermalAnalysisSchema>;
