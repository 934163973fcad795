import type { ProcessColumns } from '@perfxpert/rocpd';
import { median, percentile } from '../../statistics/percentile.js';
import { roundedPercentOf } from '../../statistics/percent-of.js';
import type { DeviceTimeline } from '../device-timeline.js';
import { findGrowth } from './find-growth.js';
import { loopTime } from './loop-time.js';
import type { LoopCalls } from './loop-time.js';
import type { LoopPart } from './loop-part.js';
import type { StepBounds } from './step-bounds.js';
import type { StepParts } from './step-parts.js';

/** Steps above this many medians are slow; leading ones are the warm-up. Same ratio as for kernels. */
const SLOW_RATIO = 1.2;
const MAX_SLOW_STEPS = 10;

/** The figures of the loop of one device; null where its steps have no length. */
export function describeLoop(
  bounds: StepBounds,
  parts: StepParts,
  columns: ProcessColumns,
  device: DeviceTimeline,
  calls: LoopCalls,
): LoopPart | null {
  const { durationNs } = parts;
  const overall = median(durationNs) ?? 0;
  if (overall === 0) return null;
  let warmup = 0;
  while (warmup < durationNs.length && (durationNs[warmup] ?? 0) > SLOW_RATIO * overall) warmup++;
  const steady = durationNs.subarray(warmup);
  const medianNs = median(steady) ?? 0;
  const total = (values: Float64Array): number => values.subarray(warmup).reduce((sum, ns) => sum + ns, 0);
  const steadyNs = total(durationNs);
  const [compute, copy, api] = [total(parts.computeNs), total(parts.copyExposedNs), total(parts.apiExposedNs)] as const;
  const isSlow = Uint8Array.from(durationNs, (ns, step) => (step >= warmup && ns > SLOW_RATIO * medianNs ? 1 : 0));
  const slow = Array.from(isSlow.keys())
    .filter((step) => isSlow[step] === 1)
    .sort((a, b) => (durationNs[b] ?? 0) - (durationNs[a] ?? 0) || a - b);
  const listed = slow.slice(0, MAX_SLOW_STEPS);
  const growth = findGrowth(listed, { warmup, isSlow }, parts, columns, device);
  return {
    agentIndex: device.agentIndex,
    source: bounds.source,
    marker: bounds.marker,
    step_kernels: Math.floor(median(Float64Array.from(parts.dispatchCounts)) ?? 0),
    step_count: durationNs.length,
    warmup_steps: warmup,
    median_ns: medianNs,
    p95_ns: percentile(steady, 0.95) ?? 0,
    steady_ns: steadyNs,
    compute_pct: roundedPercentOf(compute, steadyNs),
    copy_exposed_pct: roundedPercentOf(copy, steadyNs),
    api_exposed_pct: roundedPercentOf(api, steadyNs),
    idle_other_pct: roundedPercentOf(steadyNs - compute - copy - api, steadyNs),
    loop_time: loopTime(bounds.startNs[warmup] ?? 0, bounds.endNs[durationNs.length - 1] ?? 0, device, calls),
    slow_step_count: slow.length,
    slowSteps: listed.map((step, at) => ({
      step: bounds.label(step),
      startNs: bounds.startNs[step] ?? 0,
      duration_ns: durationNs[step] ?? 0,
      excess_ns: (durationNs[step] ?? 0) - medianNs,
      ...(growth[at] ?? { grown_part: 'idle', grown_kernel: null, grown_ns: 0 }),
    })),
  };
}
