import * as v from 'valibot';
import data from '../data/derived_metrics.json' with { type: 'json' };
import { evaluateFormula, parseFormula, type Formula, type InputValue } from './formula.js';
import { isInGfxGroup } from './gfx-id.js';
import { isKnownGfxId } from './gpu-specs.js';
import { lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { MetaSchema, TextSchema } from './scalar-schemas.js';

/** Inputs of a formula that are no counters: facts of the agent and of the dispatch. */
export const FORMULA_FACTS = [
  'cycles',
  'cu_count',
  'simd_count',
  'wave_size',
  'max_waves_per_cu',
  'duration_ns',
] as const;

const MetricSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Z][A-Za-z0-9_]*$/)),
  meaning: TextSchema,
  unit: v.picklist(['KiB', '%', 'waves', 'fraction', 'conflicts/access', 'cycles', 'FLOP', 'GB/s', 'inst/cycle']),
  by_arch: v.record(v.pipe(v.string(), v.regex(/^(all|gfx[0-9a-fx]+( gfx[0-9a-fx]+)*)$/)), TextSchema),
  note: v.exactOptional(TextSchema),
});
/** Shape of data/derived_metrics.json. */
export const DerivedMetricsSchema = v.strictObject({ _meta: MetaSchema, metrics: v.array(MetricSchema) });

/** The data file as it is. */
export type DerivedMetrics = DeepReadonly<v.InferOutput<typeof DerivedMetricsSchema>>;
/** A metric computed from counters: name, unit, and the formula per group of architectures. */
export type DerivedMetric = DerivedMetrics['metrics'][number];

/** Metrics computed from counters (data/derived_metrics.json). */
export const derivedMetricsCatalogue = lazyCatalogue('derived_metrics.json', data, DerivedMetricsSchema);

/** All derived metrics, in the order of the file. */
export function derivedMetrics(): readonly DerivedMetric[] {
  return derivedMetricsCatalogue().metrics;
}

/** The metric of that exact name; null when there is none. */
export function findDerivedMetric(name: string): DerivedMetric | null {
  return derivedMetrics().find((metric) => metric.name === name) ?? null;
}

/** The formula of a metric on an architecture; null when the metric, the architecture or the pair is unknown. */
export function derivedMetricFormula(name: string, gfxId: string): Formula | null {
  const metric = isKnownGfxId(gfxId) ? findDerivedMetric(name) : null;
  const group = metric === null ? undefined : Object.keys(metric.by_arch).find((key) => isInGfxGroup(key, gfxId));
  return group === undefined ? null : (parsedFormulas().get(`${name} ${group}`) ?? null);
}

/**
 * The value of a metric on an architecture from counters and facts. `valueOf` answers counter names (sum over
 * instances; GRBM counters the max) and the names of `FORMULA_FACTS`. An input that is itself a metric (FETCH_SIZE in
 * HBM_BW) is first asked of `valueOf`, as a recorded value, then computed.
 *
 * Null when an input is missing, a divisor is 0, or there is no formula. Not clamped: a ratio above 1 shows that
 * counters come from different runs.
 */
export function evaluateDerivedMetric(name: string, gfxId: string, valueOf: InputValue): number | null {
  const formula = derivedMetricFormula(name, gfxId);
  if (formula === null) return null;
  return evaluateFormula(formula, (input, accumulated) => {
    const value = valueOf(input, accumulated);
    if (value !== null || accumulated || input === name) return value;
    return evaluateDerivedMetric(input, gfxId, valueOf);
  });
}

const parsedFormulas = once(
  () =>
    new Map(
      derivedMetrics().flatMap((metric) =>
        Object.entries(metric.by_arch).map(([group, text]) => [`${metric.name} ${group}`, parseFormula(text)] as const),
      ),
    ),
);
