import * as v from 'valibot';
import data from '../data/compiler_flags.json' with { type: 'json' };
import { normalizeGfxId } from './gfx-id.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { GfxIdSchema, RiskSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

const FlagSchema = v.pipe(v.string(), v.startsWith('-'));
const AllowedFlagSchema = v.strictObject({
  flag: FlagSchema,
  category: SnakeNameSchema,
  allowlist: v.literal(true),
  risk: RiskSchema,
  goals: v.pipe(v.array(SnakeNameSchema), v.nonEmpty()),
  arches: v.pipe(v.array(v.union([v.literal('all'), GfxIdSchema])), v.nonEmpty()),
  kernel_classes: v.pipe(v.array(SnakeNameSchema), v.nonEmpty()),
  note: TextSchema,
});
const DeniedFlagSchema = v.strictObject({
  flag: FlagSchema,
  category: SnakeNameSchema,
  allowlist: v.literal(false),
  risk: v.literal('high'),
  note: TextSchema,
});
/** Shape of data/compiler_flags.json. */
export const CompilerFlagsSchema = v.strictObject({
  flags: v.array(v.variant('allowlist', [AllowedFlagSchema, DeniedFlagSchema])),
  matching_problem: TextSchema,
  guide_extra_flags: v.array(v.strictObject({ flag: FlagSchema, effect: TextSchema })),
  target_features: v.record(v.pipe(v.string(), v.regex(/^[a-z0-9]+$/)), TextSchema),
  guide_claims_unverified: v.record(TextSchema, TextSchema),
  attributes: v.array(TextSchema),
  decision_hints: v.array(v.strictTuple([TextSchema, TextSchema])),
});

/** The data file as it is. */
export type CompilerFlags = DeepReadonly<v.InferOutput<typeof CompilerFlagsSchema>>;
/** A flag with its risk; an allowed one also says what for, on what and for which kernels. */
export type CompilerFlag = CompilerFlags['flags'][number];
/** A flag that may be recommended. */
export type AllowedCompilerFlag = Extract<CompilerFlag, { readonly allowlist: true }>;

/** Compiler flags and hints (data/compiler_flags.json). */
export const compilerFlagsCatalogue = lazyCatalogue('compiler_flags.json', data, CompilerFlagsSchema);

/** All flags, denied ones included, in the order of the file. */
export function compilerFlags(): readonly CompilerFlag[] {
  return compilerFlagsCatalogue().flags;
}

/** Allowed flags for a goal, an architecture and a class of kernels, each filter only if given, in file order. */
export function compilerFlagsFor(filter: {
  readonly goal?: string | undefined;
  readonly gfxId?: string | undefined;
  readonly kernelClass?: string | undefined;
}): readonly AllowedCompilerFlag[] {
  const { goal, gfxId, kernelClass } = filter;
  return compilerFlags().filter(
    (flag): flag is AllowedCompilerFlag =>
      flag.allowlist &&
      (goal === undefined || flag.goals.includes(goal)) &&
      (gfxId === undefined || flag.arches.includes('all') || flag.arches.includes(normalizeGfxId(gfxId))) &&
      (kernelClass === undefined || flag.kernel_classes.includes('any') || flag.kernel_classes.includes(kernelClass)),
  );
}

/** The entry of a flag as written on a command line, its value included (`--offload-arch=gfx942`); null when unknown. */
export function findCompilerFlag(text: string): CompilerFlag | null {
  const exact = compilerFlags().find((flag) => flag.flag === text);
  return exact ?? compilerFlags().find((flag) => flag.flag.endsWith('=') && text.startsWith(flag.flag)) ?? null;
}
