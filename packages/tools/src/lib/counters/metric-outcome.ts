import type { Formula } from '@perfxpert/knowledge';
import { hasArchitectureCounter } from './architecture-facts.js';
import type { CounterGroup } from './counter-group.js';
import { evaluateGroups } from './evaluate-groups.js';
import { dispatchesOf, hasCounter } from './kernel-counters.js';
import type { KernelCounters } from './kernel-counters.js';
import { resolveMetric } from './metric-definitions.js';
import type { MetricDefinition, ResolvedMetric } from './metric-definitions.js';
import { missingCounters, usedCounters } from './metric-inputs.js';
import { implausibility } from './implausibility.js';

/** What a metric gives for one kernel. */
export interface MetricOutcome {
  readonly value: number | null;
  /** Why `value` is null. */
  readonly reason: string | null;
  /** Dispatches behind the value. */
  readonly dispatchCount: number;
  readonly mixedPasses: boolean;
  /** Counters to collect for it; empty when all are there. */
  readonly missing: readonly string[];
  /** Whether all that the metric needs was collected: then `reason` says something about the values. */
  readonly isComplete: boolean;
  /** Whether the value was thrown away because no device can reach it. */
  readonly isInconsistent: boolean;
  /** What the value was computed from. */
  readonly groups: readonly CounterGroup[];
  readonly metric: ResolvedMetric | null;
}

/**
 * A metric of one kernel: over the dispatches that hold all its counters; where none does, or where it rests on time
 * and the kernel was collected in several passes, from the means over the passes (`mixedPasses`).
 *
 * Null with a reason where the architecture has no such metric, counters are missing or read 0 where they cannot, a
 * fact of the device is unknown, nothing was counted, or the result is beyond what the device can do.
 */
export function metricOutcome(definition: MetricDefinition, counters: KernelCounters): MetricOutcome {
  const { device, groups } = counters;
  const { gfxId } = device;
  if (gfxId === null) return refuse('the trace does not name the architecture of the GPU');
  if (!device.isKnown)
    return refuse(`the tables do not know ${gfxId}, and nothing is borrowed from another architecture`);
  const hasAny = (name: string): boolean => groups.some((group) => hasCounter(group, name));
  const metric = resolveMetric(definition, gfxId, hasAny);
  if (metric === null) return refuse(`not available on ${gfxId}`);
  const { formula, kind } = metric;
  const missing = missingCounters(formula, gfxId, hasAny);
  if (missing.length > 0)
    return { ...refuse(whyMissing(missing, gfxId, groups)), missing: collectable(missing, gfxId) };
  if (isAllZero(groups)) return complete('not measured: every counter of the kernel reads 0 although it ran');

  const needsTime = kind === 'rate' || kind === 'time_share';
  const usable = needsTime ? groups.filter(({ isTimed }) => isTimed) : groups;
  if (usable.length === 0) return complete('the dispatches start and end at once, so that their duration is unknown');
  const direct = usable.filter(
    (group) => missingCounters(formula, gfxId, (name) => hasCounter(group, name)).length === 0,
  );
  const mixedPasses = direct.length === 0 || (needsTime && counters.isMultiPass);
  const used = mixedPasses ? [counters.means] : direct;
  const value = evaluateGroups(definition, metric, used);
  if (value === null) return complete(whyNoValue(metric, counters));
  const dispatchCount = mixedPasses
    ? dispatchesOf(holdersOf(usedCounters(formula, gfxId, hasAny), groups))
    : dispatchesOf(direct);
  const reason = implausibility(definition, value, formula, counters);
  if (reason !== null) return { ...complete(reason), dispatchCount, mixedPasses, isInconsistent: true };
  return { ...complete(null), value, dispatchCount, mixedPasses, groups: used, metric };
}

function refuse(reason: string): MetricOutcome {
  return { ...complete(reason), isComplete: false };
}

function complete(reason: string | null): MetricOutcome {
  return {
    value: null,
    reason,
    dispatchCount: 0,
    mixedPasses: false,
    missing: [],
    isComplete: true,
    isInconsistent: false,
    groups: [],
    metric: null,
  };
}

function whyMissing(missing: readonly string[], gfxId: string, groups: readonly CounterGroup[]): string {
  const absent = missing.filter((label) =>
    label.split(' + ').some((name) => hasArchitectureCounter(name, gfxId) === false),
  );
  if (absent.length > 0) return `not available on ${gfxId}: ${absent.join(', ')}`;
  const zero = missing.filter((name) => groups.some(({ counters }) => counters.includes(name)));
  if (zero.length > 0) return `not measured: ${zero.join(', ')} reads 0, which it cannot while a kernel runs`;
  return `not collected: ${missing.join(', ')}`;
}

/** Missing counters that another run can bring. */
function collectable(missing: readonly string[], gfxId: string): readonly string[] {
  const names = missing.map((label) => label.split(' + '));
  return names.flat().some((name) => hasArchitectureCounter(name, gfxId) === false) ? [] : names.flat();
}

function whyNoValue({ formula, kind }: ResolvedMetric, { device }: KernelCounters): string {
  if (kind === 'time_share') {
    if (device.contradiction !== null) return `not computed: ${device.contradiction}`;
    if (device.cuCount === null) return 'the number of compute units is neither recorded nor known for this part';
    if (device.xccCount === null) return 'the number of XCCs is neither recorded nor known for this part';
  }
  const divisors = divisorsOf(formula);
  const what = divisors.length === 0 ? 'a divisor' : divisors.join(' and ');
  return `nothing to divide by: ${what} counted 0`;
}

/** Counters in the divisors of a formula. */
function divisorsOf(formula: Formula): string[] {
  if (formula.kind !== 'operation') return [];
  const own = formula.operator === '/' ? inputsOf(formula.right) : [];
  return [...new Set([...own, ...divisorsOf(formula.left), ...divisorsOf(formula.right)])];
}

function inputsOf(formula: Formula): string[] {
  if (formula.kind === 'input') return formula.name === formula.name.toUpperCase() ? [formula.name] : [];
  return formula.kind === 'operation' ? [...inputsOf(formula.left), ...inputsOf(formula.right)] : [];
}

function isAllZero(groups: readonly CounterGroup[]): boolean {
  return groups.every(({ sums, maxima, minima }) =>
    sums.every((sum, index) => sum === 0 && maxima[index] === 0 && minima[index] === 0),
  );
}

function holdersOf(names: readonly string[], groups: readonly CounterGroup[]): CounterGroup[] {
  return groups.filter((group) => names.some((name) => hasCounter(group, name)));
}
