import * as v from 'valibot';
import data from '../data/memory_hierarchy.json' with { type: 'json' };
import { CONDITIONS_PATTERN, parseConditions, type Condition } from './condition.js';
import { deepFreeze, lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { FractionSchema, GfxIdSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const LevelNameSchema = v.picklist(['VGPR', 'LDS', 'L1', 'L2', 'MALL', 'HBM']);
/** Shape of data/memory_hierarchy.json. */
export const MemoryHierarchySchema = v.strictObject({
  _meta: MetaSchema,
  levels: v.array(
    v.strictObject({
      name: LevelNameSchema,
      scope: TextSchema,
      banks: v.exactOptional(PositiveCountSchema),
      bank_width_b: v.exactOptional(PositiveCountSchema),
      bw_b_per_clk_per_cu: v.exactOptional(PositiveCountSchema),
      counters: v.exactOptional(TextSchema),
      kb: v.exactOptional(TextSchema),
      mb: v.exactOptional(TextSchema),
      aka: v.exactOptional(TextSchema),
      added: v.exactOptional(v.boolean()),
      note: v.exactOptional(TextSchema),
    }),
  ),
  original_level_names: v.array(LevelNameSchema),
  cache_hit_rate_thresholds: v.strictObject({
    l1_good: FractionSchema,
    l1_warn: FractionSchema,
    l2_good: FractionSchema,
    l2_warn: FractionSchema,
    status: TextSchema,
  }),
  latency_cycles_hint: v.strictObject({
    valu: PositiveCountSchema,
    mfma: PositiveCountSchema,
    vmem_range: v.strictTuple([PositiveCountSchema, PositiveCountSchema]),
    status: TextSchema,
  }),
  lds_limits: v.strictObject({
    workgroups_per_cu: TextSchema,
    gfx950_kb: PositiveCountSchema,
    others_kb: PositiveCountSchema,
  }),
  chain_rules: v.array(
    v.strictObject({
      level: LevelNameSchema,
      when: v.pipe(v.string(), v.regex(CONDITIONS_PATTERN)),
      advice: v.pipe(v.array(TextSchema), v.nonEmpty()),
    }),
  ),
  lds_bank_conflict_frac: TextSchema,
  stride_hotspot: v.strictObject({
    arch: GfxIdSchema,
    bytes_multiple: PositiveCountSchema,
    effect: TextSchema,
    fix: TextSchema,
  }),
});

/** The data file as it is. */
export type MemoryHierarchy = DeepReadonly<v.InferOutput<typeof MemoryHierarchySchema>>;
/** A level of memory, the conditions on fractions 0..1 that make it the suspect, and advice. */
export interface MemoryChainRule {
  readonly level: MemoryHierarchy['levels'][number]['name'];
  readonly conditions: readonly Condition[];
  readonly advice: readonly string[];
}
/** How a cache hit rate is judged. */
export type CacheSeverity = 'good' | 'warn' | 'critical';

/** Levels of memory and how to judge them (data/memory_hierarchy.json; sizes per part are in the GPU tables). */
export const memoryHierarchyCatalogue = lazyCatalogue('memory_hierarchy.json', data, MemoryHierarchySchema);

/** Rules from the memory inwards: which level is the suspect; all conditions of a rule must hold. */
export function memoryChainRules(): readonly MemoryChainRule[] {
  return chainRules();
}

/** Severity of a hit rate (0..1): L1 good from 0.80 and warn from 0.50, L2 good from 0.60 and warn from 0.40. */
export function cacheHitSeverity(level: 'l1' | 'l2', hitRate: number): CacheSeverity {
  const thresholds = memoryHierarchyCatalogue().cache_hit_rate_thresholds;
  if (hitRate >= thresholds[`${level}_good`]) return 'good';
  return hitRate >= thresholds[`${level}_warn`] ? 'warn' : 'critical';
}

const chainRules = once(() =>
  deepFreeze(
    memoryHierarchyCatalogue().chain_rules.map(({ level, when, advice }) => ({
      level,
      conditions: parseConditions(when),
      advice,
    })),
  ),
);
