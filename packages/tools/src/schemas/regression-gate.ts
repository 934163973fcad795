import * as v from 'valibot';
import { amount, nanoseconds, percent, signed, text } from './numbers.js';

/** What a check of a regression gate looks at. */
const GATE_RULES = ['whole_run', 'kernel', 'new_hot_kernel'] as const;
export type GateRule = (typeof GATE_RULES)[number];

export const GateCheckSchema = v.object({
  rule: v.picklist(GATE_RULES),
  kernel: v.nullable(text('Kernel name in the new run; null for the whole run, or where no kernel is concerned')),
  passed: v.boolean(),
  is_uncertain: v.pipe(
    v.boolean(),
    v.description('Above the threshold, but within what the runs or the single dispatches spread'),
  ),
  baseline_ns: nanoseconds('In the baseline'),
  new_ns: nanoseconds('In the new run'),
  delta_ns: v.pipe(v.number(), v.integer(), v.description('new_ns - baseline_ns, nanoseconds')),
  delta_pct: signed('Change, percent of the baseline, 4 digits'),
  threshold_pct: v.nullable(amount('Change above which the check fails, percent; null where any time fails it')),
  message: text('The check in a sentence'),
});

export const RegressionGateSchema = v.object({
  passed: v.pipe(v.boolean(), v.description('True if every check passed')),
  checks: v.pipe(v.array(GateCheckSchema), v.description('The whole run first, then kernels, largest change first')),
  noise: v.object({
    baseline_pct: v.nullable(
      amount('Run-to-run noise of the baseline: 1.4826 MAD / median, percent; null below 3 runs'),
    ),
    new_pct: v.nullable(amount('The same of the new runs')),
    confidence_pct: v.nullable(percent('Confidence of the interval of the change; null unless both sides have 2 runs')),
  }),
});

export type GateCheck = v.InferOutput<typeof GateCheckSchema>;
export type RegressionGate = v.InferOutput<typeof RegressionGateSchema>;
