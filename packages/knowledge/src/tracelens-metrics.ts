import * as v from 'valibot';
import data from '../data/tracelens_metrics.json' with { type: 'json' };
import { lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { CountSchema, FractionSchema, PositiveSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const RuleListSchema = v.pipe(
  v.array(v.strictTuple([v.pipe(v.string(), v.regex(/^[A-Z][A-Za-z/]*$/)), TextSchema])),
  v.nonEmpty(),
);
/** Shape of data/tracelens_metrics.json. */
export const TracelensMetricsSchema = v.strictObject({
  thresholds: v.strictObject({
    idle_high: FractionSchema,
    wasted_high: FractionSchema,
    short_kernel_us: PositiveSchema,
    gemm_dominant: FractionSchema,
  }),
  fields: v.record(SnakeNameSchema, TextSchema),
  categories_in_order: RuleListSchema,
  ours_in_order: RuleListSchema,
  fallback: TextSchema,
  match: v.literal('case-insensitive search, first wins'),
  known_misses: v.array(TextSchema),
  histogram_buckets_us: v.array(v.strictTuple([CountSchema, CountSchema])),
});

/** The data file as it is. */
export type TracelensMetrics = DeepReadonly<v.InferOutput<typeof TracelensMetricsSchema>>;

/** Longest part of a kernel name that is looked at: bounds the time that a hostile name can cost. */
export const MAX_CATEGORIZED_CHARACTERS = 8192;

/** Timeline thresholds and kernel categories (data/tracelens_metrics.json). */
export const tracelensMetricsCatalogue = lazyCatalogue('tracelens_metrics.json', data, TracelensMetricsSchema);

/**
 * Kernel categories with their case-insensitive patterns, in order: the first that matches wins; a category may occur
 * twice. The patterns are not global, so `test` has no state.
 */
export function kernelCategories(): readonly (readonly [category: string, pattern: RegExp])[] {
  return compiled();
}

/** Names of all categories in order of their first rule, the fallback last. */
export function kernelCategoryNames(): readonly string[] {
  return [...new Set(compiled().map(([category]) => category)), tracelensMetricsCatalogue().fallback];
}

/** Category of a kernel name, `Other` when no rule matches. Looks at the first 8,192 characters only. */
export function categorizeKernelName(name: string): string {
  const text = name.length > MAX_CATEGORIZED_CHARACTERS ? name.slice(0, MAX_CATEGORIZED_CHARACTERS) : name;
  for (const [category, pattern] of compiled()) if (pattern.test(text)) return category;
  return tracelensMetricsCatalogue().fallback;
}

const compiled = once(() =>
  Object.freeze(
    tracelensMetricsCatalogue().ours_in_order.map(([category, pattern]) =>
      Object.freeze([category, new RegExp(pattern, 'i')] as const),
    ),
  ),
);
