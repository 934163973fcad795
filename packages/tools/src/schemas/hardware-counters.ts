import * as v from 'valibot';
import { amount, count, signed, text } from './numbers.js';

/** One counter over dispatches: instances of a dispatch are reduced first. */
export const CounterStatisticsSchema = v.object({
  sample_count: count('Dispatches that hold the counter'),
  avg_value: signed('Mean over dispatches'),
  min_value: signed('Least over dispatches'),
  max_value: signed('Most over dispatches'),
  total_value: signed('Sum over dispatches'),
});

export const KernelCounterSchema = v.object({
  dispatch_count: count('Dispatches of the kernel that hold the counter'),
  avg_value: signed('Mean over them'),
  min_value: signed('Least'),
  max_value: signed('Most'),
});

/** A figure computed from counters; null with a reason where it could not be. */
export const DerivedMetricSchema = v.object({
  value: v.nullable(signed('Value in `unit`')),
  unit: text('percent, fraction, bytes, GB/s, ...'),
  reason: v.nullable(text('Why value is null')),
  dispatch_count: count('Dispatches behind the value'),
  mixed_passes: v.pipe(v.boolean(), v.description('Parts come from different collection passes')),
});

export const CounterMetricsSchema = v.object({
  gpu_utilization_pct: v.nullable(amount('GRBM_GUI_ACTIVE over GRBM_COUNT, percent; at most 100')),
  avg_waves: v.nullable(amount('Waves launched per dispatch, mean')),
  max_waves: v.nullable(amount('Waves launched per dispatch, most')),
  min_waves: v.nullable(amount('Waves launched per dispatch, least')),
  waves_launched: v.nullable(amount('Waves launched in all')),
  derived: v.record(v.string(), DerivedMetricSchema),
  per_kernel: v.record(v.string(), v.record(v.string(), DerivedMetricSchema)),
});

export const CounterEscalationSchema = v.object({
  required: v.boolean(),
  reason: text('What further counters would tell'),
  gpu_arch: v.nullable(text('Architecture the passes are planned for')),
  pass_count: count('Runs needed'),
  passes: v.array(v.object({ index: count('Pass, from 1'), counters: v.array(v.string()), pmc: v.string() })),
  commands: v.array(v.object({ tool: v.string(), description: v.string(), full_command: v.string() })),
});

export const HardwareCountersSchema = v.object({
  has_counters: v.boolean(),
  metrics: v.nullable(CounterMetricsSchema),
  counters: v.nullable(v.record(v.string(), CounterStatisticsSchema)),
  per_kernel: v.optional(v.record(v.string(), v.record(v.string(), KernelCounterSchema))),
  per_kernel_truncated: v.optional(v.boolean()),
  escalation: v.optional(CounterEscalationSchema),
});

export type HardwareCounters = v.InferOutput<typeof HardwareCountersSchema>;
export type CounterStatistics = v.InferOutput<typeof CounterStatisticsSchema>;
export type DerivedMetric = v.InferOutput<typeof DerivedMetricSchema>;
