import * as v from 'valibot';
import { amount, count, nanoseconds, percent, text } from './numbers.js';

/** What a slow step spent its extra time on. */
const STEP_PARTS = ['kernel', 'copy', 'idle'] as const;

export const SlowStepSchema = v.object({
  step: text('Text of its marker, else its number among the steps of the loop, from 1'),
  start_ns: nanoseconds('Start after the start of the window of its group'),
  duration_ns: nanoseconds('Length of the step'),
  excess_ns: amount('Time beyond the median step, nanoseconds'),
  grown_part: v.picklist(STEP_PARTS),
  grown_kernel: v.nullable(text('Kernel that grew most, where grown_part is kernel')),
  grown_ns: amount('Growth of that part against the steps that are not slow, nanoseconds'),
});

export const LoopTimeSchema = v.object({
  wall_ns: nanoseconds('From the start of the first steady step to the end of the last, with what lies between steps'),
  compute_ns: nanoseconds('Union of kernels in it'),
  communication_exposed_ns: nanoseconds('Part of compute_ns: collectives that no other kernel covers'),
  copy_exposed_ns: nanoseconds('Copies that no kernel covers'),
  api_exposed_ns: nanoseconds('Host API calls while the device ran nothing'),
  api_exposed_wait_ns: nanoseconds('Part of api_exposed_ns: calls that wait'),
  idle_other_ns: nanoseconds('The rest'),
});

export const LoopSchema = v.object({
  guid: text('Process the device belongs to'),
  device: text('Label of the device'),
  source: v.pipe(
    v.picklist(['markers', 'sequence']),
    v.description('Marker ranges of the program, or a sequence of kernels that repeats'),
  ),
  marker: v.nullable(text('Common text of the markers')),
  step_kernels: count('Dispatches of a median step'),
  step_count: count('Steps found'),
  warmup_steps: count('Leading steps slower than 1.2 medians; left out of the figures below'),
  median_ns: amount('Median steady step, nanoseconds'),
  p95_ns: amount('95th percentile of the steady steps, nanoseconds'),
  steady_ns: nanoseconds('Summed time of the steady steps'),
  compute_pct: percent('Union of kernels in the steady steps, of their time'),
  copy_exposed_pct: percent('Copies that no kernel covers, of the time of the steady steps'),
  api_exposed_pct: percent('Host API calls while the device ran nothing, of the time of the steady steps'),
  idle_other_pct: percent('The rest of the time of the steady steps'),
  loop_time: v.pipe(LoopTimeSchema, v.description('Partition of the loop without its warm-up')),
  slow_step_count: count('Steady steps slower than 1.2 medians'),
  slow_steps: v.pipe(v.array(SlowStepSchema), v.description('The slowest, at most 10, by duration descending')),
});

export const StepsSchema = v.object({
  loop_count: count('Devices whose work repeats'),
  loops: v.pipe(v.array(LoopSchema), v.description('At most 16, by steady_ns descending, then device')),
});

export type Steps = v.InferOutput<typeof StepsSchema>;
export type LoopTime = v.InferOutput<typeof LoopTimeSchema>;
export type Loop = v.InferOutput<typeof LoopSchema>;
export type SlowStep = v.InferOutput<typeof SlowStepSchema>;
