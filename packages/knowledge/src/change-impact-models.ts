import * as v from 'valibot';
import data from '../data/change_impact_models.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import {
  FractionSchema,
  GfxIdSchema,
  MetaSchema,
  PositiveSchema,
  SnakeNameSchema,
  TextSchema,
} from './scalar-schemas.js';

const MetricNameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/));
/** Shape of data/change_impact_models.json. */
export const ChangeImpactModelsSchema = v.strictObject({
  _meta: MetaSchema,
  models: v.pipe(
    v.array(
      v.strictObject({
        id: SnakeNameSchema,
        applies_to: v.strictObject({
          bottleneck_type: v.picklist(['compute', 'memory_transfer', 'latency', 'api_overhead']),
          gfx: v.array(GfxIdSchema),
        }),
        required_metrics: v.pipe(v.array(MetricNameSchema), v.nonEmpty()),
        speedup_bounds: v.pipe(
          v.strictObject({ lo: PositiveSchema, hi: PositiveSchema }),
          v.check((bounds) => bounds.lo >= 1 && bounds.hi >= bounds.lo, 'bounds must be 1 <= lo <= hi'),
        ),
        confidence: FractionSchema,
        source_citation: v.pipe(v.string(), v.regex(/^proven_optimizations#[a-z0-9_]+$/)),
      }),
    ),
    v.nonEmpty(),
  ),
  kernel_vs_app: TextSchema,
});

/** The data file as it is. */
export type ChangeImpactModels = DeepReadonly<v.InferOutput<typeof ChangeImpactModelsSchema>>;
/** What a kind of change can bring: where it applies, what must be measured, and bounds of the kernel's speed-up. */
export type ChangeImpactModel = ChangeImpactModels['models'][number];

/** Models of changes (data/change_impact_models.json; ranges from proven_optimizations, unverified). */
export const changeImpactModelsCatalogue = lazyCatalogue('change_impact_models.json', data, ChangeImpactModelsSchema);

/** All models in the order of the file. */
export function changeImpactModels(): readonly ChangeImpactModel[] {
  return changeImpactModelsCatalogue().models;
}

/** The model of a kind of change; null when there is none, which means that no prediction is possible. */
export function findChangeImpactModel(id: string): ChangeImpactModel | null {
  return changeImpactModels().find((model) => model.id === id) ?? null;
}

/**
 * The range that may be promised: the upper bound cut to 85 %, but never below the lower one; both rounded to three
 * digits. 1.25..1.40 gives [1.25, 1.25].
 */
export function conservativeSpeedupRange(model: ChangeImpactModel): readonly [lo: number, hi: number] {
  const lo = Number(model.speedup_bounds.lo.toFixed(3));
  return [lo, Math.max(lo, Number((model.speedup_bounds.hi * 0.85).toFixed(3)))];
}
