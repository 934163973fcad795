import { findDerivedMetric, splitCounterName } from '@perfxpert/knowledge';

/** How a value of a counter was recorded. A smaller number is preferred; two forms are never added. */
export const COUNTER_FORMS = { sum: 0, rows: 1, instances: 2, max: 3 } as const;

/** The recorded names of a process, taken apart once. */
export interface CounterForms {
  /** Counters without `_sum` and `[i]`, sorted: the keys of every output. */
  readonly bases: readonly string[];
  /** Index into `bases`, by index of the recorded name. */
  readonly baseOfName: Uint32Array;
  /** One of `COUNTER_FORMS`, by index of the recorded name. */
  readonly formOfName: Uint8Array;
  /** 1 for GRBM counters, by index into `bases`: clocks that every XCC counts for itself. */
  readonly isClock: Uint8Array;
  /** 1 for recorded metrics of which instances are averaged, by index into `bases`. */
  readonly isMean: Uint8Array;
}

/** Metrics that are amounts: their instances add up like those of a counter. */
const AMOUNT_UNITS: ReadonlySet<string> = new Set(['KiB', 'FLOP']);

/**
 * Takes recorded counter names apart: `TCC_HIT_sum`, `TCC_HIT` and `TCC_HIT[3]` are three forms of `TCC_HIT`. A `_max`
 * is a form of its counter for GRBM counters; elsewhere `_max`, `_min` and `_avr` are figures of their own.
 */
export function counterForms(names: readonly string[]): CounterForms {
  const parsed = names.map(parseName);
  const bases = [...new Set(parsed.map(({ base }) => base))].sort();
  const indexOf = new Map(bases.map((base, index) => [base, index]));
  return {
    bases,
    baseOfName: Uint32Array.from(parsed, ({ base }) => indexOf.get(base) ?? 0),
    formOfName: Uint8Array.from(parsed, ({ form }) => form),
    isClock: Uint8Array.from(bases, (base) => (isClockCounter(base) ? 1 : 0)),
    isMean: Uint8Array.from(bases, (base) => (isMeanMetric(base) ? 1 : 0)),
  };
}

function parseName(name: string): { base: string; form: number } {
  const { base, reduction } = splitCounterName(name);
  if (reduction === 'sum') return { base, form: COUNTER_FORMS.sum };
  if (reduction === 'instance') return { base, form: COUNTER_FORMS.instances };
  if (reduction === 'max' && isClockCounter(base)) return { base, form: COUNTER_FORMS.max };
  return { base: name, form: COUNTER_FORMS.rows };
}

function isClockCounter(base: string): boolean {
  return base.startsWith('GRBM_');
}

function isMeanMetric(base: string): boolean {
  const metric = findDerivedMetric(base);
  return metric !== null && !AMOUNT_UNITS.has(metric.unit);
}
