import * as v from 'valibot';
import { amount, bytes, count, percent, text } from './numbers.js';

export const OccupancySchema = v.object({
  waves_per_simd: amount('Waves resident per SIMD by the tightest limit; may be fractional'),
  max_waves_per_simd: count('Waves per SIMD the architecture allows'),
  percent: percent('waves_per_simd of max_waves_per_simd; 1 digit'),
  limiting_resource: v.picklist(['none', 'VGPR', 'SGPR', 'LDS', 'block size']),
  vgpr_limited: v.nullable(amount('Waves per SIMD that registers allow; null without register counts')),
  lds_limited: amount('Waves per SIMD that LDS allows'),
  block_limited: amount('Waves per SIMD that whole workgroups allow'),
});

export const KernelResourceSchema = v.object({
  name: text('Kernel name'),
  vgpr: v.nullable(count('Vector registers per lane')),
  accum_vgpr: v.nullable(count('Accumulation registers per lane')),
  sgpr: v.nullable(count('Scalar registers')),
  lds_bytes: v.nullable(bytes('LDS per workgroup, static and dynamic')),
  scratch_bytes: v.nullable(bytes('Scratch per work-item')),
  block: v.nullable(text('Work-items per workgroup, XxYxZ')),
  grid: v.nullable(text('Work-items of the launch, XxYxZ')),
  blocks: v.nullable(count('Workgroups of the launch')),
  total_waves: v.nullable(count('Waves of the launch')),
  waves_per_cu: v.nullable(amount('total_waves over the compute units; null without their number')),
  fills_gpu: v.nullable(v.pipe(v.boolean(), v.description('At least one workgroup per compute unit'))),
  variant_count: count('Launch shapes; the figures are of the one with the most time'),
  occupancy: v.nullable(OccupancySchema),
  occupancy_reason: v.nullable(text('Why occupancy is null')),
});

export const KernelResourcesSchema = v.object({
  arch: v.nullable(text('gfx id of the GPU the kernels ran on')),
  arch_specs: v.nullable(
    v.object({
      max_waves_per_simd: count('Waves per SIMD'),
      vgprs_per_simd: count('Vector registers per SIMD lane'),
      lds_per_cu_bytes: bytes('LDS of one compute unit'),
      wavefront_size: count('Work-items per wave'),
      simds_per_cu: count('SIMDs per compute unit'),
      cu_count: v.nullable(count('Compute units of the agent; null where unknown')),
    }),
  ),
  kernels: v.array(KernelResourceSchema),
});

export type KernelResources = v.InferOutput<typeof KernelResourcesSchema>;
export type KernelResource = v.InferOutput<typeof KernelResourceSchema>;
export type Occupancy = v.InferOutput<typeof OccupancySchema>;
