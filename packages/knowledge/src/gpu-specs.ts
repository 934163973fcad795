import * as v from 'valibot';
import data from '../data/gpu_specs.json' with { type: 'json' };
import { normalizeGfxId } from './gfx-id.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import {
  CountSchema,
  GfxIdSchema,
  MetaSchema,
  PositiveCountSchema,
  PositiveSchema,
  TextSchema,
} from './scalar-schemas.js';

/** Types with a vector rate; `fp32_packed` is two fp32 operations in one instruction, `int8_dot` the dot product. */
export const VECTOR_DTYPES = ['fp64', 'fp32', 'fp32_packed', 'fp16', 'int8_dot'] as const;
/** Types with a dense matrix rate (MFMA, WMMA). */
export const MATRIX_DTYPES = ['fp64', 'fp32', 'xf32', 'fp16', 'bf16', 'fp8', 'int8', 'fp6', 'fp4', 'int4'] as const;

const PEAK_NAMES = [
  ...VECTOR_DTYPES.map((dtype) => `${dtype}_vector` as const),
  ...MATRIX_DTYPES.map((dtype) => `${dtype}_matrix` as const),
];
const RatesSchema = v.strictObject({
  vector: v.record(v.picklist(VECTOR_DTYPES), PositiveCountSchema),
  matrix_dense: v.record(v.picklist(MATRIX_DTYPES), PositiveCountSchema),
});
const SKU_FIELDS = {
  mem_gb: v.nullable(PositiveSchema),
  mem_bw_gbps: v.nullable(PositiveSchema),
  l2_mb: PositiveSchema,
  mall_mb: CountSchema,
  dies: PositiveCountSchema,
  die_kind: v.picklist(['die', 'GCD', 'XCD']),
  rocm_agents: v.picklist([1, 2]),
  note: v.exactOptional(TextSchema),
};
const CompleteSkuSchema = v.strictObject({
  ...SKU_FIELDS,
  cu_count: PositiveCountSchema,
  clock_mhz: PositiveCountSchema,
  ops_per_cu_per_clk_override: v.exactOptional(v.partial(RatesSchema)),
  peak_tflops: v.record(v.picklist(PEAK_NAMES), PositiveSchema),
  status: v.picklist(['V', 'P', 'U']),
});
const PartialSkuSchema = v.strictObject({
  ...v.partial(v.object(SKU_FIELDS)).entries,
  cu_count: v.nullable(PositiveCountSchema),
  clock_mhz: v.exactOptional(v.nullable(PositiveCountSchema)),
  status: v.literal('partial'),
});
const ArchSchema = v.strictObject({
  family: TextSchema,
  isa: v.picklist(['gfx9', 'gfx10', 'gfx11', 'gfx12']),
  wave_size: v.picklist([32, 64]),
  wave_sizes: v.pipe(v.array(v.picklist([32, 64])), v.nonEmpty()),
  simds_per_cu: v.picklist([2, 4]),
  max_waves_per_simd: v.picklist([8, 10, 16]),
  max_waves_per_cu: v.picklist([32, 40]),
  vgprs_per_simd: v.picklist([256, 512, 1024, 1536]),
  vgpr_granule: v.picklist([4, 8, 16, 24]),
  vgprs_per_simd_wave64: v.exactOptional(v.picklist([512, 768])),
  vgpr_granule_wave64: v.exactOptional(v.picklist([8, 12])),
  acc_vgprs: v.picklist(['none', 'separate file of 256', 'unified with ArchVGPR']),
  max_vgprs_per_thread: v.picklist([256, 512]),
  lds_kb_per_cu: v.picklist([64, 160]),
  lds_kb_per_wgp: v.exactOptional(v.literal(128)),
  lds_banks: v.literal(32),
  max_workgroup_size: v.literal(1024),
  l1v_kb: v.exactOptional(v.picklist([16, 32])),
  l0v_kb: v.exactOptional(v.picklist([16, 32])),
  gl1_kb: v.exactOptional(v.nullable(v.picklist([128, 256]))),
  cache_line_l2_b: v.picklist([64, 128]),
  l2_channels: v.exactOptional(v.union([PositiveCountSchema, TextSchema])),
  matrix_unit: v.picklist(['none', 'mfma', 'wmma']),
  rate: TextSchema,
  default_sku: TextSchema,
  alias_of: v.exactOptional(GfxIdSchema),
  skus: v.record(TextSchema, v.variant('status', [CompleteSkuSchema, PartialSkuSchema])),
});
/** Shape of data/gpu_specs.json. */
export const GpuSpecsSchema = v.strictObject({
  _meta: MetaSchema,
  ops_per_cu_per_clk: v.record(TextSchema, RatesSchema),
  archs: v.record(GfxIdSchema, ArchSchema),
});

/** The data file as it is: rates, architectures and their parts. */
export type GpuSpecs = DeepReadonly<v.InferOutput<typeof GpuSpecsSchema>>;
/** One architecture of the file. */
export type GpuArch = GpuSpecs['archs'][string];
/** One part (stock-keeping unit) of an architecture, as the file has it. */
export type GpuSkuSpec = GpuArch['skus'][string];
/** A type with a vector rate. */
export type VectorDtype = (typeof VECTOR_DTYPES)[number];
/** A type with a matrix rate. */
export type MatrixDtype = (typeof MATRIX_DTYPES)[number];

/** Architectures, rates and parts (data/gpu_specs.json; each number's state of proof is its `status`). */
export const gpuSpecsCatalogue = lazyCatalogue('gpu_specs.json', data, GpuSpecsSchema);

/** All architecture ids of the tables, sorted as text. */
export function listGfxIds(): readonly string[] {
  return Object.keys(gpuSpecsCatalogue().archs).sort();
}

/** Whether the tables know an architecture; target features after `:` and letter case don't matter. */
export function isKnownGfxId(gfxId: string): boolean {
  return Object.hasOwn(gpuSpecsCatalogue().archs, normalizeGfxId(gfxId));
}

/**
 * The architecture entry of an id, of its alias for pre-production ids (gfx940, gfx941 -> gfx942), or null when unknown.
 * `gfxId` of the answer is the id after the alias; `defaultSku` stays that of the id that was asked for.
 */
export function resolveArch(
  gfxId: string,
): { readonly gfxId: string; readonly arch: GpuArch; readonly defaultSku: string } | null {
  const { archs } = gpuSpecsCatalogue();
  const id = normalizeGfxId(gfxId);
  if (!Object.hasOwn(archs, id)) return null;
  const asked = archs[id];
  if (asked === undefined) return null;
  const target = asked.alias_of === undefined ? undefined : archs[asked.alias_of];
  if (asked.alias_of === undefined || target === undefined)
    return { gfxId: id, arch: asked, defaultSku: asked.default_sku };
  return { gfxId: asked.alias_of, arch: target, defaultSku: asked.default_sku };
}
