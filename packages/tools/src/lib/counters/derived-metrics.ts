import type { DerivedMetric } from '../../schemas/hardware-counters.js';
import { evaluateGroups } from './evaluate-groups.js';
import type { KernelCounters } from './kernel-counters.js';
import { METRIC_DEFINITIONS } from './metric-definitions.js';
import type { DerivedMetricId, MetricDefinition } from './metric-definitions.js';
import { metricOutcome } from './metric-outcome.js';
import type { MetricOutcome } from './metric-outcome.js';

/** The metrics of one kernel. */
export interface KernelMetrics {
  readonly counters: KernelCounters;
  readonly outcomes: ReadonlyMap<DerivedMetricId, MetricOutcome>;
}

/** All metrics of one kernel. */
export function kernelMetrics(counters: KernelCounters): KernelMetrics {
  const outcomes = new Map<DerivedMetricId, MetricOutcome>(
    METRIC_DEFINITIONS.map((definition) => [definition.id, metricOutcome(definition, counters)]),
  );
  refuseEmptyTraffic(outcomes);
  if (outcomes.get('hbm_read_bytes')?.value !== null) outcomes.delete('hbm_read_bytes_lower_bound');
  return { counters, outcomes };
}

/** Metrics of one kernel of which all parts were collected, as the report shows them. */
export function shownKernelMetrics({ counters, outcomes }: KernelMetrics): Record<string, DerivedMetric> {
  const shown: [string, DerivedMetric][] = [];
  for (const { id, unit } of METRIC_DEFINITIONS) {
    const outcome = outcomes.get(id);
    if (outcome === undefined || !outcome.isComplete) continue;
    shown.push([id, toDerived(outcome, unit)]);
    if (id === 'HBM_BW') shown.push(utilizationOf(toDerived(outcome, unit), counters));
  }
  return Object.fromEntries(shown);
}

/**
 * The metrics over several kernels of one kind of device. Counts are summed over the kernels before they are divided,
 * shares of time are weighted by duration; kernels without a value stay out. Every metric has an entry, so that a
 * reader sees why one is missing; the reason is that of the kernel with the most time.
 *
 * @param kernels most time first.
 */
export function traceMetrics(kernels: readonly KernelMetrics[]): Record<string, DerivedMetric> {
  const [first] = kernels;
  if (first === undefined) return {};
  const shown: [string, DerivedMetric][] = [];
  for (const definition of METRIC_DEFINITIONS) {
    const { id } = definition;
    const derived = combineOutcomes(
      definition,
      kernels.flatMap(({ outcomes }) => outcomes.get(id) ?? []),
    );
    if (id === 'hbm_read_bytes_lower_bound' && derived.value === null) continue;
    shown.push([id, derived]);
    if (id === 'HBM_BW') shown.push(utilizationOf(derived, first.counters));
  }
  return Object.fromEntries(shown);
}

/** A metric over the outcomes of several kernels. */
export function combineOutcomes(definition: MetricDefinition, outcomes: readonly MetricOutcome[]): DerivedMetric {
  const { unit } = definition;
  const usable = outcomes.filter(({ value }) => value !== null);
  const [first] = usable;
  if (first === undefined || first.metric === null)
    return toDerived(
      { value: null, reason: outcomes[0]?.reason ?? 'not collected', dispatchCount: 0, mixedPasses: false },
      unit,
    );
  const groups = usable.flatMap((outcome) => outcome.groups);
  const value = usable.length === 1 ? first.value : evaluateGroups(definition, first.metric, groups);
  return toDerived(
    {
      value,
      reason: value === null ? 'the kernels cannot be put together' : null,
      dispatchCount: usable.reduce((sum, { dispatchCount }) => sum + dispatchCount, 0),
      mixedPasses: usable.some(({ mixedPasses }) => mixedPasses),
    },
    unit,
  );
}

type ShownOutcome = Pick<MetricOutcome, 'value' | 'reason' | 'dispatchCount' | 'mixedPasses'>;

function toDerived({ value, reason, dispatchCount, mixedPasses }: ShownOutcome, unit: string): DerivedMetric {
  return { value, unit, reason, dispatch_count: dispatchCount, mixed_passes: mixedPasses };
}

/** Bandwidth over the peak of the device. */
function utilizationOf(bandwidth: DerivedMetric, { device }: KernelCounters): [string, DerivedMetric] {
  const unknown = (reason: string | null): [string, DerivedMetric] => [
    'hbm_bw_utilization',
    { ...bandwidth, value: null, unit: 'fraction', reason },
  ];
  if (bandwidth.value === null) return unknown(bandwidth.reason);
  const peak = device.memoryBandwidthGbps;
  if (peak === null) return unknown('the peak bandwidth of this GPU is not known: the trace does not tell the part');
  const value = bandwidth.value / peak;
  if (value > 1) return unknown(`inconsistent: ${bandwidth.value} GB/s is above the ${peak} GB/s of this partition`);
  return ['hbm_bw_utilization', { ...bandwidth, value, unit: 'fraction' }];
}

/** A kernel that ran moved something: 0 bytes one way are believed only beside traffic the other way. */
function refuseEmptyTraffic(outcomes: Map<DerivedMetricId, MetricOutcome>): void {
  const read = outcomes.get('hbm_read_bytes');
  const write = outcomes.get('hbm_write_bytes');
  if (read === undefined || write === undefined) return;
  const isEmpty = (outcome: MetricOutcome, other: MetricOutcome): boolean =>
    outcome.value === 0 && (other.value ?? 0) === 0;
  const reason = 'not measured: no memory traffic was counted although the kernel ran';
  if (isEmpty(read, write)) outcomes.set('hbm_read_bytes', { ...read, value: null, reason });
  if (isEmpty(write, read)) outcomes.set('hbm_write_bytes', { ...write, value: null, reason });
}
