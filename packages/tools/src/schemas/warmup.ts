import * as v from 'valibot';
import { amount, count, nanoseconds, text } from './numbers.js';

export const WarmupOutlierSchema = v.object({
  kernel_name: text('Kernel name'),
  device: text('Label of the device'),
  workgroup: v.nullable(text('Work-items per workgroup, XxYxZ')),
  grid: v.nullable(text('Work-items of the launch, XxYxZ')),
  calls: count('Dispatches of this shape'),
  first_duration_ns: nanoseconds('Duration of the first dispatch'),
  median_ns: amount('Median of the later ones, nanoseconds'),
  ratio: amount('first over median'),
  warmup_calls: count('Leading dispatches slower than 1.2 medians'),
  excess_ns: amount('Their time beyond the median, nanoseconds'),
});

export const WarmupSchema = v.object({
  has_warmup_issues: v.boolean(),
  outliers: v.array(WarmupOutlierSchema),
  total_excess_ns: amount('Sum over the outliers, nanoseconds'),
});

export type Warmup = v.InferOutput<typeof WarmupSchema>;
