import * as v from 'valibot';
import data from '../data/pmc_limits.json' with { type: 'json' };
import { isInGfxGroup, normalizeGfxId } from './gfx-id.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { GfxIdSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const LimitsSchema = v.record(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9]*$/)), PositiveCountSchema);
/** Shape of data/pmc_limits.json. */
export const PmcLimitsSchema = v.strictObject({
  _meta: v.objectWithRest({ default_for_unknown_block: PositiveCountSchema }, v.unknown()),
  gpu_arch_limits: v.record(GfxIdSchema, LimitsSchema),
  per_block_limits: LimitsSchema,
  other_topology: v.strictObject({ gfx950: v.strictObject({ TCC_channels: PositiveCountSchema }) }),
  isolation: v.strictObject({
    counters: v.array(TextSchema),
    policy: TextSchema,
    why: TextSchema,
    tcc_cost: v.record(TextSchema, v.record(TextSchema, PositiveCountSchema)),
    optional_tight_policy: TextSchema,
  }),
  level_counter_rule: TextSchema,
  error_codes: v.record(v.pipe(v.string(), v.digits()), v.strictObject({ meaning: TextSchema, action: TextSchema })),
  old_guide_limits: MetaSchema,
});

/** The data file as it is. */
export type PmcLimitsData = DeepReadonly<v.InferOutput<typeof PmcLimitsSchema>>;

/** How many counters of each block fit into one pass. */
export interface PmcLimits {
  readonly gfxId: string;
  /** False when the tables lack the architecture; the limits are then the cautious ones. */
  readonly archKnown: boolean;
  /** Limits by block, those of the architecture over the general ones. */
  readonly blockLimits: Readonly<Record<string, number>>;
  /** For a block that `blockLimits` lacks. */
  readonly defaultLimit: number;
  /** Derived counters that get a pass of their own. */
  readonly isolatedCounters: readonly string[];
  /** Memory-side cache counters that each isolated counter expands to; empty where not known. */
  readonly isolatedCost: Readonly<Record<string, number>>;
  /** Level counters must be followed by this counter in the same pass. */
  readonly accumulateCounter: string;
}

/** Counters per pass (data/pmc_limits.json; rocprofiler-compute perfmon_config, aqlprofile block tables). */
export const pmcLimitsCatalogue = lazyCatalogue('pmc_limits.json', data, PmcLimitsSchema);

/** Limits of an architecture; for an unknown one the general limits, with `archKnown` false. */
export function pmcLimits(gfxId: string): PmcLimits {
  const catalogue = pmcLimitsCatalogue();
  const id = normalizeGfxId(gfxId);
  const own = Object.hasOwn(catalogue.gpu_arch_limits, id) ? catalogue.gpu_arch_limits[id] : undefined;
  const cost = Object.entries(catalogue.isolation.tcc_cost).find(([group]) => isInGfxGroup(group, id));
  return {
    gfxId: id,
    archKnown: own !== undefined,
    blockLimits: { ...catalogue.per_block_limits, ...own },
    defaultLimit: catalogue._meta.default_for_unknown_block,
    isolatedCounters: catalogue.isolation.counters,
    isolatedCost: cost?.[1] ?? {},
    accumulateCounter: 'SQ_ACCUM_PREV_HIRES',
  };
}

/** Counters of one block that fit into one pass. */
export function pmcBlockLimit(limits: PmcLimits, block: string): number {
  return Object.hasOwn(limits.blockLimits, block)
    ? (limits.blockLimits[block] ?? limits.defaultLimit)
    : limits.defaultLimit;
}

/** What an error code of the profiler means and what to do (38: too many counters in one pass); null when unknown. */
export function pmcErrorCode(code: number): { readonly meaning: string; readonly action: string } | null {
  return pmcLimitsCatalogue().error_codes[String(code)] ?? null;
}
