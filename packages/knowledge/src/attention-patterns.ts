import * as v from 'valibot';
import data from '../data/attention_patterns.json' with { type: 'json' };
import { CONDITIONS_PATTERN, parseConditions, type Condition } from './condition.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { PositiveCountSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const TextListSchema = v.pipe(v.array(TextSchema), v.nonEmpty());
/** Shape of data/attention_patterns.json. */
export const AttentionPatternsSchema = v.strictObject({
  version: PositiveCountSchema,
  patterns: v.array(
    v.strictObject({
      id: SnakeNameSchema,
      name_contains: v.exactOptional(TextListSchema),
      name_sequence: v.exactOptional(TextListSchema),
      rules: v.pipe(v.array(v.pipe(v.string(), v.regex(CONDITIONS_PATTERN))), v.nonEmpty()),
      verdict: v.picklist(['healthy', 'problem']),
      advice: v.exactOptional(TextListSchema),
      if_absent: v.exactOptional(TextListSchema),
      note: v.exactOptional(TextSchema),
    }),
  ),
  kv_share: TextSchema,
  note: TextSchema,
});

/** The data file as it is. */
export type AttentionPatterns = DeepReadonly<v.InferOutput<typeof AttentionPatternsSchema>>;
/** A way that attention runs, by kernel names and measured fractions. */
export type AttentionPattern = AttentionPatterns['patterns'][number];

/** How attention kernels look when they are healthy and when not (data/attention_patterns.json; heuristics). */
export const attentionPatternsCatalogue = lazyCatalogue('attention_patterns.json', data, AttentionPatternsSchema);

/** All patterns in the order of the file. */
export function attentionPatterns(): readonly AttentionPattern[] {
  return attentionPatternsCatalogue().patterns;
}

/** The rules of a pattern as conditions on fractions 0..1; all must hold. */
export function attentionConditions(pattern: AttentionPattern): readonly Condition[] {
  return pattern.rules.flatMap((rule) => parseConditions(rule));
}
