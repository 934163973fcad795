import * as v from 'valibot';
import data from '../data/pragmas.json' with { type: 'json' };
import { unknownIdError } from './errors.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { PositiveCountSchema, PositiveSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const AllowedPragmaSchema = v.strictObject({
  pragma: SnakeNameSchema,
  text: v.pipe(v.string(), v.startsWith('#pragma clang loop ')),
  gpu_applicable: v.literal(true),
  allowlist: v.literal(true),
  factor_sweep: v.array(PositiveCountSchema),
  trigger_signal: v.picklist(['literal_trip_count_on_hotspot', 'valu_stalled_small_body', 'high_vgpr_pressure']),
  trigger: TextSchema,
});
const RejectedPragmaSchema = v.strictObject({
  pragma: SnakeNameSchema,
  gpu_applicable: v.literal(false),
  allowlist: v.literal(false),
  factor_sweep: v.pipe(v.array(PositiveCountSchema), v.length(0)),
  reason: TextSchema,
});
/** Shape of data/pragmas.json. */
export const PragmasSchema = v.strictObject({
  _meta: v.strictObject({
    amdahl_gate_pct: v.pipe(PositiveSchema, v.maxValue(100)),
    skip_path_fragment: TextSchema,
    footer: TextSchema,
    status: TextSchema,
  }),
  pragmas: v.array(v.variant('allowlist', [AllowedPragmaSchema, RejectedPragmaSchema])),
});

/** The data file as it is. */
export type Pragmas = DeepReadonly<v.InferOutput<typeof PragmasSchema>>;
/** A loop pragma; an allowed one says what it looks like and what triggers it, a rejected one why. */
export type Pragma = Pragmas['pragmas'][number];
/** A pragma that may be suggested for GPU code. */
export type AllowedPragma = Extract<Pragma, { readonly allowlist: true }>;

/** Loop pragmas (data/pragmas.json). */
export const pragmasCatalogue = lazyCatalogue('pragmas.json', data, PragmasSchema);

/** All pragmas, rejected ones included, in the order of the file. */
export function pragmas(): readonly Pragma[] {
  return pragmasCatalogue().pragmas;
}

/** Pragmas that may be suggested, in the order of the file. */
export function allowedPragmas(): readonly AllowedPragma[] {
  return pragmas().filter((entry): entry is AllowedPragma => entry.allowlist);
}

/**
 * The pragma of that name.
 *
 * @throws KnowledgeError `UNKNOWN_ID` with the known names.
 */
export function pragma(name: string): Pragma {
  const found = pragmas().find((entry) => entry.pragma === name);
  if (found !== undefined) return found;
  throw unknownIdError(
    'pragma',
    name,
    pragmas().map((entry) => entry.pragma),
  );
}
