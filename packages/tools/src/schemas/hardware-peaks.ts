import * as v from 'valibot';
import { amount, count, text } from './numbers.js';

const peak = (description: string) =>
  v.nullable(amount(`${description}, 1e12 operations per second; null = not there`));
const nullableCount = (description: string) => v.nullable(count(description));

/** Peaks of one part as data sheets print them. */
const PEAK_FIELDS = {
  peak_fp64_tflops: peak('fp64 vector'),
  peak_fp32_tflops: peak('fp32 vector'),
  peak_fp16_tflops: peak('fp16, matrix where the part has it, dense'),
  peak_bf16_tflops: peak('bf16, matrix, dense'),
  peak_fp8_tflops: peak('fp8, matrix, dense'),
  peak_int8_tops: peak('int8, matrix where the part has it, dense'),
  peak_fp64_matrix_tflops: peak('fp64 matrix'),
  peak_fp32_matrix_tflops: peak('fp32 matrix'),
  peak_xf32_matrix_tflops: peak('xf32 matrix'),
  peak_fp6_tflops: peak('fp6 matrix, dense'),
  peak_fp4_tflops: peak('fp4 matrix, dense'),
};

const ridge = (description: string) => v.nullable(amount(`${description}, operations per byte; null = not known`));

/** Peaks, caches and limits of one GPU part. */
export const HardwarePeaksSchema = v.object({
  gfx_id: text('Architecture, after an alias (gfx941 is gfx942)'),
  sku: v.nullable(text('Part that the numbers are for')),
  sku_assumed: v.pipe(v.boolean(), v.description('The part is the usual one of the architecture, not a known one')),
  family: v.nullable(text('Family of the architecture')),
  name: v.nullable(text('Name of the part')),
  codename: v.nullable(text('Code name of the chip')),
  cu_count: nullableCount('Compute units'),
  simds_per_cu: nullableCount('SIMDs of a compute unit'),
  wave_size: nullableCount('Lanes of a wave'),
  max_waves_per_simd: nullableCount('Most resident waves of a SIMD'),
  max_waves_per_cu: nullableCount('Most resident waves of a compute unit'),
  vgprs_per_simd: nullableCount('Vector registers per lane of a SIMD'),
  vgpr_granule: nullableCount('Registers are handed out in multiples of this'),
  max_vgprs_per_thread: nullableCount('Most vector registers of a kernel without spilling'),
  lds_kb: nullableCount('LDS of a compute unit, KiB'),
  l2_mb: v.nullable(amount('L2 cache, MiB')),
  mall_mb: v.nullable(amount('Infinity Cache, MiB; 0 = none')),
  clock_mhz: v.nullable(amount('Highest engine clock, MHz')),
  rocm_agents: nullableCount('Agents that ROCm shows of one card'),
  memory_bandwidth_gbps: v.nullable(amount('Peak memory bandwidth, decimal GB/s')),
  memory_bandwidth_tbs: v.nullable(amount('The same, decimal TB/s')),
  ...PEAK_FIELDS,
  ridge_point: ridge('Ridge point of fp32 vector work'),
  ridge_points: v.object({
    fp64: ridge('fp64 vector'),
    fp32: ridge('fp32 vector'),
    fp16: ridge('fp16'),
    bf16: ridge('bf16'),
    fp8: ridge('fp8'),
    int8: ridge('int8'),
  }),
  sku_variants: v.array(
    v.object({
      name: text('Part'),
      cu_count: nullableCount('Compute units'),
      memory_bandwidth_gbps: v.nullable(amount('Peak memory bandwidth, decimal GB/s')),
      peaks: v.object(PEAK_FIELDS),
    }),
  ),
  runtime_discovered: v.pipe(v.boolean(), v.description('Facts of a local GPU were used')),
  static_fallback_keys: v.pipe(
    v.array(v.string()),
    v.description('Fields taken from the tables although facts of a local GPU were asked for, sorted'),
  ),
  spec_sources: v.pipe(v.record(v.string(), v.string()), v.description('Where each field comes from')),
  status: v.nullable(
    v.pipe(
      v.picklist(['V', 'P', 'U', 'partial']),
      v.description('How well the part was checked against vendor sources: V all, P partly, U not, partial = holes'),
    ),
  ),
  note: v.nullable(text('Remark on the part')),
});

export type HardwarePeaks = v.InferOutput<typeof HardwarePeaksSchema>;
