import { FORMULA_FACTS, evaluateFormula, isInGfxGroup } from '@perfxpert/knowledge';
import type { Formula } from '@perfxpert/knowledge';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { catalogueFormula, counterSpellings } from './architecture-facts.js';
import { ACCUMULATE_COUNTER, accumulationOf } from './counter-group.js';

/** Values that a formula can be computed from: counters by name, and the facts of the dispatches. */
export interface MetricInputs {
  readonly device: DeviceHardware;
  /** Value of a counter; null where it was not collected or not measured. */
  readonly counter: (name: string) => number | null;
  /** Duration of the dispatches; null where unknown. */
  readonly durationNs: number | null;
  /** Device clocks of the dispatches; null where unknown. */
  readonly cycles: number | null;
}

/** Input of a formula: FETCH_SIZE exactly as the profiler wrote it, also where it is known to be too small. */
export const AS_RECORDED_FETCH_SIZE = 'FETCH_SIZE as recorded';

/** A formula's leaf: a counter, or `cycles`, which needs GRBM_GUI_ACTIVE. */
const CYCLES_COUNTER = 'GRBM_GUI_ACTIVE';

const FACT_NAMES: ReadonlySet<string> = new Set(FORMULA_FACTS);

/**
 * Device clocks of a dispatch: the less of GRBM_GUI_ACTIVE per XCC and duration x highest clock. Profilers count the
 * former over the whole replay (52 us against a dispatch of 7.6 us in a recording of an MI300A); the latter bounds it
 * where the clock is known. Null without GRBM_GUI_ACTIVE, without a duration, and where the agent record contradicts
 * itself.
 */
export function deviceCycles(device: DeviceHardware, guiActive: number | null, durationNs: number): number | null {
  if (guiActive === null || durationNs <= 0 || device.xccCount === null || device.contradiction !== null) return null;
  // MHz x ns / 1000 = clocks
  return device.clockMhz === null ? guiActive : Math.min(guiActive, (durationNs * device.clockMhz) / 1000);
}

/** The value of a formula; null where an input is missing or a divisor is 0. */
export function evaluateMetric(formula: Formula, inputs: MetricInputs): number | null {
  return evaluateFormula(formula, (name, accumulated) => inputValue(name, accumulated, inputs));
}

/**
 * Counters that a formula needs and that are not there: names as to be collected, the integral of a level counter as
 * `SQ_LEVEL_WAVES + SQ_ACCUM_PREV_HIRES`.
 */
export function missingCounters(formula: Formula, gfxId: string, has: (name: string) => boolean): readonly string[] {
  return [
    ...new Set(
      leaves(formula, gfxId, has)
        .filter(({ isThere }) => !isThere)
        .map(({ label }) => label),
    ),
  ];
}

/** Counters that a formula reads, given those that are there. */
export function usedCounters(formula: Formula, gfxId: string, has: (name: string) => boolean): readonly string[] {
  return [...new Set(leaves(formula, gfxId, has).map(({ name }) => name))];
}

interface Leaf {
  /** Name to look the value up by. */
  readonly name: string;
  /** Name to tell a reader. */
  readonly label: string;
  readonly isThere: boolean;
}

function leaves(formula: Formula, gfxId: string, has: (name: string) => boolean): Leaf[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'operation':
      return [...leaves(formula.left, gfxId, has), ...leaves(formula.right, gfxId, has)];
    case 'input': {
      const { name, accumulated } = formula;
      if (accumulated) {
        const integral = accumulationOf(name);
        return [{ name: integral, label: `${name} + ${ACCUMULATE_COUNTER}`, isThere: has(integral) }];
      }
      if (name === 'cycles') return [{ name: CYCLES_COUNTER, label: CYCLES_COUNTER, isThere: has(CYCLES_COUNTER) }];
      if (FACT_NAMES.has(name)) return [];
      const recorded = recordedName(name, gfxId, has);
      if (recorded !== null) return [{ name: recorded, label: name, isThere: true }];
      const nested = catalogueFormula(name, gfxId);
      return nested === null ? [{ name, label: name, isThere: false }] : leaves(nested, gfxId, has);
    }
  }
}

function inputValue(name: string, accumulated: boolean, inputs: MetricInputs): number | null {
  const { device, counter } = inputs;
  if (accumulated) return counter(accumulationOf(name));
  const isTrusted = device.contradiction === null;
  switch (name) {
    case 'cycles':
      return inputs.cycles;
    case 'duration_ns':
      return inputs.durationNs;
    case 'cu_count':
      return isTrusted ? device.cuCount : null;
    case 'simd_count':
      return isTrusted ? device.simdCount : null;
    case 'wave_size':
      return device.waveSize;
    case 'max_waves_per_cu':
      return device.maxWavesPerCu;
  }
  if (device.gfxId === null) return null;
  const recorded = recordedName(name, device.gfxId, (other) => counter(other) !== null);
  if (recorded !== null) return counter(recorded);
  const nested = catalogueFormula(name, device.gfxId);
  return nested === null ? null : evaluateMetric(nested, inputs);
}

/**
 * The name under which a counter was recorded: its own, or another spelling of it on this architecture. A FETCH_SIZE
 * of gfx950 is not used: the profiler's own formula counts 128-byte reads half there.
 */
export function recordedName(name: string, gfxId: string, has: (name: string) => boolean): string | null {
  if (name === AS_RECORDED_FETCH_SIZE) return has('FETCH_SIZE') ? 'FETCH_SIZE' : null;
  if (name === 'FETCH_SIZE' && isInGfxGroup('gfx950', gfxId)) return null;
  if (has(name)) return name;
  return counterSpellings(name, gfxId).find(has) ?? null;
}
