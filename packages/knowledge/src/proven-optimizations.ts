import * as v from 'valibot';
import data from '../data/proven_optimizations.json' with { type: 'json' };
import { normalizeGfxId } from './gfx-id.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import {
  GfxIdSchema,
  MetaSchema,
  OperatorSchema,
  PositiveSchema,
  RiskSchema,
  SnakeNameSchema,
  TextSchema,
} from './scalar-schemas.js';

const MetricNameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/));
/** Shape of data/proven_optimizations.json. */
export const ProvenOptimizationsSchema = v.strictObject({
  _meta: MetaSchema,
  entries: v.pipe(
    v.array(
      v.strictObject({
        id: SnakeNameSchema,
        bottleneck_type: v.picklist(['compute', 'memory_transfer', 'latency', 'api_overhead']),
        technique: TextSchema,
        description: TextSchema,
        measured_speedup_range: v.pipe(
          v.strictTuple([PositiveSchema, PositiveSchema]),
          v.check(([lo, hi]) => lo >= 1 && hi >= lo, 'a range must be 1 <= lo <= hi'),
        ),
        source_citation: TextSchema,
        preconditions: v.pipe(
          v.array(
            v.strictObject({
              metric: MetricNameSchema,
              op: OperatorSchema,
              threshold: v.pipe(v.number(), v.finite(), v.minValue(0)),
            }),
          ),
          v.nonEmpty(),
        ),
        failure_modes: v.pipe(v.array(TextSchema), v.nonEmpty()),
        applies_to_gfx: v.array(GfxIdSchema),
        prediction_id: SnakeNameSchema,
        effort_factor: PositiveSchema,
        risk: RiskSchema,
        catalogs: v.pipe(v.array(v.picklist(['compute', 'memory', 'latency'])), v.nonEmpty()),
        correction: v.exactOptional(TextSchema),
      }),
    ),
    v.nonEmpty(),
  ),
});

/** The data file as it is. */
export type ProvenOptimizations = DeepReadonly<v.InferOutput<typeof ProvenOptimizationsSchema>>;
/** An optimisation with its measured range, the conditions it needs and how it can fail. */
export type ProvenOptimization = ProvenOptimizations['entries'][number];
/** The specialist that an optimisation belongs to. */
export type OptimizationCategory = ProvenOptimization['catalogs'][number];

/** Optimisations with measured ranges (data/proven_optimizations.json; citations as given, unverified). */
export const provenOptimizationsCatalogue = lazyCatalogue('proven_optimizations.json', data, ProvenOptimizationsSchema);

/** All entries in the order of the file. */
export function provenOptimizations(): readonly ProvenOptimization[] {
  return provenOptimizationsCatalogue().entries;
}

/** Entries of a category that apply to an architecture (or to any), in the order of the file. */
export function provenOptimizationsFor(category: OptimizationCategory, gfxId: string): readonly ProvenOptimization[] {
  const id = normalizeGfxId(gfxId);
  return provenOptimizations().filter(
    (entry) =>
      entry.catalogs.includes(category) && (entry.applies_to_gfx.length === 0 || entry.applies_to_gfx.includes(id)),
  );
}

/** The entry of that id; null when unknown. */
export function findProvenOptimization(id: string): ProvenOptimization | null {
  return provenOptimizations().find((entry) => entry.id === id) ?? null;
}

/** Gain that a range promises at best: max(0, upper speed-up - 1), rounded to four digits (1.7 -> 0.7). */
export function expectedImpact(entry: ProvenOptimization): number {
  return Number(Math.max(0, entry.measured_speedup_range[1] - 1).toFixed(4));
}
