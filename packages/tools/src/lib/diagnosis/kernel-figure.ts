import type { KernelFigure } from '../../schemas/kernel-diagnosis.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';

const NO_COUNTERS = 'no hardware counters were recorded';
const NOT_COUNTED = 'no hardware counters were recorded for this kernel';

/** A measured value in its unit. */
export function measured(value: number, unit: string): KernelFigure {
  return { value, unit, reason: null };
}

/** A figure that was not measured. */
export function unmeasured(unit: string, reason: string): KernelFigure {
  return { value: null, unit, reason };
}

/**
 * A derived metric of the kernel as a figure, times `scale`. Without it the reason is the metric's own, else that of the
 * whole trace (which counter is missing), else that nothing was recorded.
 */
export function metricFigure(facts: TraceFacts, hotspot: Hotspot, id: string, unit: string, scale = 1): KernelFigure {
  const { metrics } = facts.hardwareCounters;
  const metric = metrics?.per_kernel[hotspot.name]?.[id];
  const value = metric?.value ?? null;
  if (value !== null && value >= 0) return measured(value * scale, unit);
  return unmeasured(unit, metric?.reason ?? whyMissing(facts, hotspot, metrics?.derived[id]?.reason ?? null));
}

/** Why a kernel has no counters at all, or `otherwise` where it has some. */
export function whyMissing(facts: TraceFacts, hotspot: Hotspot, otherwise: string | null): string {
  const { has_counters: hasCounters, per_kernel: perKernel } = facts.hardwareCounters;
  if (!hasCounters) return NO_COUNTERS;
  if (perKernel !== undefined && !Object.hasOwn(perKernel, hotspot.name)) return NOT_COUNTED;
  return otherwise ?? 'the counters for it were not recorded';
}
