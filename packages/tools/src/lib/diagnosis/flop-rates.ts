import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelDiagnosis } from '../../schemas/kernel-diagnosis.js';
import type { FpType } from '../../terms/roofline-terms.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { MATRIX_COUNTERS, VECTOR_COUNTERS } from '../roofline/count-flops.js';
import type { TypedCounter } from '../roofline/count-flops.js';
import { whyMissing } from './kernel-figure.js';

type FlopRates = Pick<KernelDiagnosis, 'flop_rates' | 'flop_rates_reason'>;

/**
 * Operations per second by type and unit: mean of the typed counters x operations per count x dispatches over their time.
 * Sources of the counters: those of the roofline (`countFlops`). Empty with a reason where none was collected, or where
 * the kernel is no point of the roofline, which knows its time.
 */
export function flopRates(facts: TraceFacts, hotspot: Hotspot): FlopRates {
  const counters = facts.hardwareCounters.per_kernel?.[hotspot.name];
  const point = facts.roofline?.kernels.find(({ name }) => name === hotspot.name);
  if (counters === undefined || point === undefined || point.duration_ns === 0)
    return { flop_rates: [], flop_rates_reason: whyMissing(facts, hotspot, 'its operations or its time are unknown') };
  const perSecond = (1e9 * point.dispatch_count) / point.duration_ns;
  const rates = [
    ...rateOf('vector', VECTOR_COUNTERS, (name) => counters[name]?.avg_value ?? null, perSecond),
    ...rateOf('matrix', MATRIX_COUNTERS, (name) => counters[name]?.avg_value ?? null, perSecond),
  ].sort((left, right) => right.flops_per_s - left.flops_per_s);
  const reason = rates.length > 0 ? null : 'no operation of a type that counters tell apart was counted';
  return { flop_rates: rates, flop_rates_reason: reason };
}

function rateOf(
  unit: 'vector' | 'matrix',
  typed: readonly TypedCounter[],
  meanOf: (counter: string) => number | null,
  perSecond: number,
): KernelDiagnosis['flop_rates'] {
  const byType = new Map<FpType, number>();
  for (const { name, fpType, opsPerCount } of typed) {
    const operations = (meanOf(name) ?? 0) * opsPerCount;
    if (operations > 0) byType.set(fpType, (byType.get(fpType) ?? 0) + operations * perSecond);
  }
  return [...byType].map(([fpType, flopsPerSecond]) => ({ fp_type: fpType, unit, flops_per_s: flopsPerSecond }));
}
