import * as v from 'valibot';
import data from '../data/occupancy_tables.json' with { type: 'json' };
import { resolveArch } from './gpu-specs.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { GfxIdSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const RowSchema = v.strictTuple([PositiveCountSchema, PositiveCountSchema]);
const ArchSchema = v.strictObject({
  total_vgprs: PositiveCountSchema,
  granule: PositiveCountSchema,
  max_waves_per_eu: PositiveCountSchema,
  max_vgprs: v.picklist([256, 512]),
  wave: v.picklist([32, 64]),
  table: v.pipe(v.array(RowSchema), v.nonEmpty()),
});
/** Shape of data/occupancy_tables.json. */
export const OccupancyTablesSchema = v.strictObject({
  _meta: MetaSchema,
  lds_rule: TextSchema,
  lds_granule_bytes: v.strictObject({
    default: PositiveCountSchema,
    by_arch: v.record(GfxIdSchema, PositiveCountSchema),
    source: TextSchema,
    status: v.picklist(['V', 'P', 'U']),
  }),
  sgprs: v.strictObject({
    isa: v.literal('gfx9'),
    per_simd: PositiveCountSchema,
    granule: PositiveCountSchema,
    usable_per_wave: PositiveCountSchema,
    source: TextSchema,
  }),
  combine: TextSchema,
  mi300_rule: TextSchema,
  original: v.strictObject({
    gfx942_points: v.array(RowSchema),
    gfx908_points: v.array(RowSchema),
    rows_gfx942: PositiveCountSchema,
    note: TextSchema,
  }),
  archs: v.record(GfxIdSchema, ArchSchema),
});

/** The data file as it is. */
export type OccupancyTables = DeepReadonly<v.InferOutput<typeof OccupancyTablesSchema>>;

/** How many waves a SIMD of an architecture holds, and what they share. */
export interface OccupancyRules {
  readonly gfxId: string;
  /** Lanes of a wave that the other numbers are for. */
  readonly waveSize: 32 | 64;
  readonly simdsPerCu: number;
  readonly maxWavesPerSimd: number;
  readonly maxWavesPerCu: number;
  /** Registers per lane of one SIMD (of one of the two files, where accumulation registers have their own). */
  readonly vgprsPerSimd: number;
  /** Registers are handed out in multiples of this. */
  readonly vgprGranule: number;
  /** Above this a kernel can't be built without spilling. */
  readonly maxVgprsPerThread: number;
  /**
   * `unified`: vector and accumulation registers share one file (gfx90a and later CDNA), so count
   * alignUp(vector, 4) + accumulation. `separate`: each has a file of `vgprsPerSimd` (gfx908). `none`: no such registers.
   */
  readonly accumulationRegisters: 'unified' | 'separate' | 'none';
  readonly ldsBytesPerCu: number;
  /** LDS of a workgroup is rounded up to a multiple of this. */
  readonly ldsGranuleBytes: number;
  /** LDS of a workgroup processor (two CUs) where kernels may run in that mode; null on CDNA. */
  readonly ldsBytesPerWgp: number | null;
  readonly maxWorkgroupSize: number;
  /** Scalar registers of one SIMD and their granule; null where they never limit (from gfx10). */
  readonly sgprs: { readonly perSimd: number; readonly granule: number; readonly usablePerWave: number } | null;
  /** `[most registers, waves]` in ascending order: the first row whose registers suffice gives the waves (default wave size). */
  readonly steps: readonly (readonly [maxVgprs: number, waves: number])[];
}

/** Registers to waves, LDS rules (data/occupancy_tables.json). */
export const occupancyTablesCatalogue = lazyCatalogue('occupancy_tables.json', data, OccupancyTablesSchema);

/**
 * What bounds the resident waves of an architecture; null for an unknown id. For RDNA, `waveSize` 64 halves registers
 * and granule (a 64-lane wave takes two of a SIMD's rows); a wave size that the architecture lacks is answered as its
 * default, so look at `waveSize` of the answer.
 *
 * Source: LLVM AMDGPUBaseInfo (getVGPRAllocGranule, getTotalNumVGPRs, getMaxWavesPerEU), ROCm GPU specification table.
 */
export function occupancyRules(gfxId: string, waveSize?: number): OccupancyRules | null {
  const resolved = resolveArch(gfxId);
  if (resolved === null) return null;
  const { arch } = resolved;
  const tables = occupancyTablesCatalogue();
  const entry = tables.archs[resolved.gfxId];
  if (entry === undefined) return null;
  const wave64 = waveSize === 64 && arch.wave_size === 32;
  return {
    gfxId: resolved.gfxId,
    waveSize: wave64 ? 64 : arch.wave_size,
    simdsPerCu: arch.simds_per_cu,
    maxWavesPerSimd: arch.max_waves_per_simd,
    maxWavesPerCu: arch.max_waves_per_cu,
    vgprsPerSimd: wave64 ? (arch.vgprs_per_simd_wave64 ?? entry.total_vgprs / 2) : entry.total_vgprs,
    vgprGranule: wave64 ? (arch.vgpr_granule_wave64 ?? entry.granule / 2) : entry.granule,
    maxVgprsPerThread: entry.max_vgprs,
    accumulationRegisters: ACCUMULATION[arch.acc_vgprs],
    ldsBytesPerCu: arch.lds_kb_per_cu * 1024,
    ldsGranuleBytes: tables.lds_granule_bytes.by_arch[resolved.gfxId] ?? tables.lds_granule_bytes.default,
    ldsBytesPerWgp: arch.lds_kb_per_wgp === undefined ? null : arch.lds_kb_per_wgp * 1024,
    maxWorkgroupSize: arch.max_workgroup_size,
    sgprs:
      arch.isa === tables.sgprs.isa
        ? {
            perSimd: tables.sgprs.per_simd,
            granule: tables.sgprs.granule,
            usablePerWave: tables.sgprs.usable_per_wave,
          }
        : null,
    steps: entry.table,
  };
}

/**
 * Waves that the registers of one SIMD hold: min(max waves, floor(registers / (ceil(v / granule) * granule))); v = 0
 * counts as one granule. A count above `maxVgprsPerThread` gives 1 (the kernel spills), and so does the smallest fit:
 * never below 1. `vgprs` is a total as `accumulationRegisters` says.
 */
export function wavesByVgprs(rules: OccupancyRules, vgprs: number): number {
  const granules = Math.max(1, Math.ceil(vgprs / rules.vgprGranule));
  const fitting = Math.floor(rules.vgprsPerSimd / (granules * rules.vgprGranule));
  return vgprs > rules.maxVgprsPerThread ? 1 : Math.max(1, Math.min(rules.maxWavesPerSimd, fitting));
}

const ACCUMULATION = {
  none: 'none',
  'separate file of 256': 'separate',
  'unified with ArchVGPR': 'unified',
} as const;
