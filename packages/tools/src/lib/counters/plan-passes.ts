import {
  counterBlock,
  counterInfo,
  derivedMetricFormula,
  formulaInputs,
  isCounterAvailable,
  isKnownGfxId,
  pmcBlockLimit,
  pmcLimits,
  splitCounterName,
  type PmcLimits,
} from '@perfxpert/knowledge';

/** A counter that a plan leaves out, and why. A duplicate is collected once all the same. */
export interface CounterViolation {
  readonly counter: string;
  readonly reason: 'unknown_counter' | 'not_on_arch' | 'duplicate';
}

/** Counters grouped into runs of the profiler. */
export interface PassPlan {
  /** False when the limits are the cautious ones of an unknown architecture; availability is then not judged. */
  readonly archKnown: boolean;
  /** Counters of each run, in the order they were asked for; empty when nothing can be collected. */
  readonly passes: readonly (readonly string[])[];
  readonly violations: readonly CounterViolation[];
}

/** Counters that must share a pass, and what they take from each block. */
interface Unit {
  readonly names: readonly string[];
  readonly cost: ReadonlyMap<string, number>;
}

/** A pseudo block: one integral of a level counter per pass, since the values carry no level counter's name. */
const ACCUMULATE_BLOCK = 'accumulation';

/**
 * Groups counters into as few passes as their blocks allow on an architecture: each pass takes as many counters of a
 * block as fit, in the order given.
 *
 * - FETCH_SIZE and WRITE_SIZE get a pass each, after the others: they expand to 3 + 2 counters of a block that has 4.
 * - Other derived metrics cost what their formula needs. Suffixes (`_sum`, `[3]`) do not change the cost.
 * - A level counter and the `SQ_ACCUM_PREV_HIRES` behind it stay together, one such pair per pass.
 * - Counters that are unknown, or that a known architecture lacks, are reported and left out.
 *
 * Source of the limits: rocprofiler-compute perfmon_config, aqlprofile block tables (knowledge, pmc_limits).
 */
export function planPasses(counters: readonly string[], gfxId: string | null): PassPlan {
  const limits = pmcLimits(gfxId ?? '');
  const violations: CounterViolation[] = [];
  const units = unitsOf(counters, gfxId, limits, violations);
  const passes: { names: Set<Unit>; used: Map<string, number> }[] = [];
  const isIsolated = (unit: Unit): boolean => limits.isolatedCounters.includes(baseOf(unit.names[0] ?? ''));
  for (const unit of units.filter((candidate) => !isIsolated(candidate))) {
    let pass = passes.find(({ used }) => fits(unit, used, limits));
    if (pass === undefined) passes.push((pass = { names: new Set(), used: new Map() }));
    pass.names.add(unit);
    for (const [block, cost] of unit.cost) pass.used.set(block, (pass.used.get(block) ?? 0) + cost);
  }
  return {
    archKnown: limits.archKnown,
    passes: [
      ...passes.map(({ names }) => units.filter((unit) => names.has(unit)).flatMap((unit) => unit.names)),
      ...units.filter(isIsolated).map(({ names }) => names),
    ],
    violations,
  };
}

function unitsOf(
  counters: readonly string[],
  gfxId: string | null,
  limits: PmcLimits,
  violations: CounterViolation[],
): Unit[] {
  const units: Unit[] = [];
  const seen = new Set<string>();
  for (const [index, counter] of counters.entries()) {
    if (counter === limits.accumulateCounter && index > 0) continue;
    const reason = seen.has(counter) ? 'duplicate' : whyNot(counter, gfxId);
    if (reason !== null) {
      violations.push({ counter, reason });
      continue;
    }
    seen.add(counter);
    const isAccumulated = counters[index + 1] === limits.accumulateCounter && counter !== limits.accumulateCounter;
    const cost = costOf(counter, gfxId, limits);
    if (isAccumulated) {
      cost.set('SQ', (cost.get('SQ') ?? 0) + 1);
      cost.set(ACCUMULATE_BLOCK, 1);
    }
    units.push({ names: isAccumulated ? [counter, limits.accumulateCounter] : [counter], cost });
  }
  return units;
}

function whyNot(counter: string, gfxId: string | null): CounterViolation['reason'] | null {
  if (counterInfo(counter) === null) return 'unknown_counter';
  return gfxId !== null && isKnownGfxId(gfxId) && isCounterAvailable(counter, gfxId) === false ? 'not_on_arch' : null;
}

/** What a counter takes from each block; a derived metric takes what its formula's inputs take. */
function costOf(counter: string, gfxId: string | null, limits: PmcLimits): Map<string, number> {
  const base = baseOf(counter);
  const formula = gfxId === null ? null : derivedMetricFormula(base, gfxId);
  if (formula === null || limits.isolatedCounters.includes(base))
    return new Map([[counterBlock(counter, gfxId ?? undefined) ?? base, limits.isolatedCost[base] ?? 1]]);
  const cost = new Map<string, number>();
  for (const input of formulaInputs(formula)) {
    // `cycles` stands for GRBM_GUI_ACTIVE; other lower-case inputs are facts of the agent and cost nothing.
    if (input !== input.toUpperCase() && input !== 'cycles') continue;
    const nested = input === 'cycles' ? new Map([['GRBM', 1]]) : costOf(input, gfxId, limits);
    for (const [block, amount] of nested) cost.set(block, (cost.get(block) ?? 0) + amount);
  }
  return cost;
}

function fits(unit: Unit, used: ReadonlyMap<string, number>, limits: PmcLimits): boolean {
  return [...unit.cost].every(([block, cost]) => {
    const limit = block === ACCUMULATE_BLOCK ? 1 : pmcBlockLimit(limits, block);
    const taken = used.get(block) ?? 0;
    // What exceeds the limit on its own still needs a pass: the profiler then says what it lacks.
    return taken === 0 || taken + cost <= limit;
  });
}

function baseOf(counter: string): string {
  return splitCounterName(counter).base;
}
