import * as v from 'valibot';
import data from '../data/fusion_patterns.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import {
  FractionSchema,
  PositiveCountSchema,
  PositiveSchema,
  RiskSchema,
  SnakeNameSchema,
  TextSchema,
} from './scalar-schemas.js';

const WordsSchema = v.pipe(v.array(SnakeNameSchema), v.nonEmpty());
/** Shape of data/fusion_patterns.json. */
export const FusionPatternsSchema = v.strictObject({
  version: PositiveCountSchema,
  rank: TextSchema,
  detector: v.strictObject({ short_kernel_us: PositiveSchema, max_gap_ns: PositiveCountSchema }),
  patterns: v.array(
    v.strictObject({
      id: SnakeNameSchema,
      needs: v.strictObject({
        adjacent_short_kernels: v.literal(true),
        same_tensor_signature: v.exactOptional(v.boolean()),
        last_op_is_reduce: v.exactOptional(v.boolean()),
        ops: v.exactOptional(WordsSchema),
        followed_by: v.exactOptional(WordsSchema),
        ops_sequence: v.exactOptional(WordsSchema),
      }),
      expected_impact: FractionSchema,
      impact_range: v.exactOptional(v.strictTuple([FractionSchema, FractionSchema])),
      effort_factor: PositiveSchema,
      risk: RiskSchema,
      verify_counters: v.pipe(v.array(TextSchema), v.nonEmpty()),
      saves: TextSchema,
    }),
  ),
  scores: v.record(SnakeNameSchema, FractionSchema),
  counter_name_note: TextSchema,
});

/** The data file as it is. */
export type FusionPatterns = DeepReadonly<v.InferOutput<typeof FusionPatternsSchema>>;
/** A chain of kernels that could be one, with what that saves. */
export type FusionPattern = FusionPatterns['patterns'][number];

/** Chains worth fusing (data/fusion_patterns.json). */
export const fusionPatternsCatalogue = lazyCatalogue('fusion_patterns.json', data, FusionPatternsSchema);

/** All patterns, best impact per effort first (the order of the file). */
export function fusionPatterns(): readonly FusionPattern[] {
  return fusionPatternsCatalogue().patterns;
}
