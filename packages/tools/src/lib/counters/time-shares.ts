import { FORMULA_FACTS } from '@perfxpert/knowledge';
import type { Formula } from '@perfxpert/knowledge';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { accumulationOf } from './counter-group.js';
import { METRIC_DEFINITIONS, resolveMetric } from './metric-definitions.js';
import { deviceCycles, evaluateMetric, missingCounters, recordedName } from './metric-inputs.js';

/** Adds up the shares of time of dispatches that hold the same counters, weighted by duration. */
export interface TimeShares {
  /** `values` are those of the group's counters, in their order. */
  add(values: Float64Array, durationNs: number): void;
  /** Sum of value x duration by metric id. */
  totals(): Record<string, number>;
}

/**
 * For the metrics that are shares of time and that the counters of a group suffice for; null where there are none. The
 * clocks of a dispatch depend on its own duration, so each dispatch is computed by itself.
 *
 * @param counters names to look up by, `isMeasured` in the same order.
 */
export function createTimeShares(
  device: DeviceHardware,
  counters: readonly string[],
  isMeasured: Uint8Array,
): TimeShares | null {
  const placeOf = new Map(counters.map((name, place) => [name, place]));
  const has = (name: string): boolean => isMeasured[placeOf.get(name) ?? -1] === 1;
  const clockPlace = has('GRBM_GUI_ACTIVE') ? (placeOf.get('GRBM_GUI_ACTIVE') ?? -1) : -1;
  const { gfxId } = device;
  if (gfxId === null || !device.isKnown) return null;

  let current: Float64Array = new Float64Array(0);
  let cycles = 0;
  const inputOf = (name: string, accumulated: boolean): (() => number) => {
    if (name === 'cycles') return () => cycles;
    const fact = FORMULA_FACTS.find((candidate) => candidate === name);
    if (fact !== undefined) {
      const formula: Formula = { kind: 'input', name: fact, accumulated: false };
      const value = evaluateMetric(formula, { device, counter: () => null, durationNs: null, cycles: null });
      return () => value ?? Number.NaN;
    }
    const recorded = accumulated ? accumulationOf(name) : recordedName(name, gfxId, has);
    const place = placeOf.get(recorded ?? '') ?? -1;
    return () => current[place] ?? Number.NaN;
  };
  const metrics = METRIC_DEFINITIONS.flatMap((definition) => {
    const metric = resolveMetric(definition, gfxId, has);
    if (metric?.kind !== 'time_share' || missingCounters(metric.formula, gfxId, has).length > 0) return [];
    const { id, scale } = definition;
    return [{ id, evaluate: compileFormula(metric.formula, inputOf), scale, total: 0 }];
  });
  if (metrics.length === 0) return null;
  return {
    add(values, durationNs) {
      current = values;
      cycles = deviceCycles(device, values[clockPlace] ?? null, durationNs) ?? Number.NaN;
      for (const metric of metrics) metric.total += metric.evaluate() * metric.scale * durationNs;
    },
    // A fact that is not known makes the total no finite number, which means: no total.
    totals: () =>
      Object.fromEntries(metrics.filter(({ total }) => Number.isFinite(total)).map(({ id, total }) => [id, total])),
  };
}

/** A formula as a function, for the many dispatches of a group. */
function compileFormula(formula: Formula, inputOf: (name: string, accumulated: boolean) => () => number): () => number {
  if (formula.kind === 'number') return () => formula.value;
  if (formula.kind === 'input') return inputOf(formula.name, formula.accumulated);
  const left = compileFormula(formula.left, inputOf);
  const right = compileFormula(formula.right, inputOf);
  switch (formula.operator) {
    case '+':
      return () => left() + right();
    case '-':
      return () => left() - right();
    case '*':
      return () => left() * right();
    case '/':
      return () => left() / right();
  }
}
