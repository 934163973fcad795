import * as v from 'valibot';
import data from '../data/bottleneck_types.json' with { type: 'json' };
import { unknownIdError } from './errors.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, MetaSchema, OperatorSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const BOTTLENECK_NAMES = ['compute', 'memory_transfer', 'latency', 'api_overhead', 'mixed'] as const;
/** Shape of data/bottleneck_types.json. */
export const BottleneckTypesSchema = v.strictObject({
  _meta: MetaSchema,
  types: v.pipe(
    v.array(
      v.strictObject({
        name: v.picklist(BOTTLENECK_NAMES),
        priority_hint: v.picklist(['high', 'medium', 'low']),
        specialist: v.nullable(v.picklist(['compute', 'memory', 'latency'])),
        signatures: v.pipe(
          v.array(
            v.strictObject({
              metric: SnakeNameSchema,
              op: OperatorSchema,
              threshold: v.pipe(v.number(), v.finite(), v.minValue(0)),
              src: TextSchema,
            }),
          ),
          v.nonEmpty(),
        ),
        note: v.exactOptional(TextSchema),
      }),
    ),
    v.length(BOTTLENECK_NAMES.length),
  ),
  extra_result_types: v.strictTuple([v.literal('data_insufficient')]),
  min_score: FractionSchema,
});

/** The data file as it is. */
export type BottleneckTypes = DeepReadonly<v.InferOutput<typeof BottleneckTypesSchema>>;
/** A kind of bottleneck and the conditions that speak for it. */
export type BottleneckType = BottleneckTypes['types'][number];

/** Kinds of bottleneck and their signatures (data/bottleneck_types.json). */
export const bottleneckTypesCatalogue = lazyCatalogue('bottleneck_types.json', data, BottleneckTypesSchema);

/** All kinds in order: of equal scores the earlier wins; `mixed`, the fallback, comes last and is never scored. */
export function bottleneckTypes(): readonly BottleneckType[] {
  return bottleneckTypesCatalogue().types;
}

/**
 * The kind of that name.
 *
 * @throws KnowledgeError `UNKNOWN_ID` with the known names.
 */
export function bottleneckType(name: string): BottleneckType {
  const found = bottleneckTypes().find((type) => type.name === name);
  if (found === undefined) throw unknownIdError('bottleneck type', name, BOTTLENECK_NAMES);
  return found;
}
