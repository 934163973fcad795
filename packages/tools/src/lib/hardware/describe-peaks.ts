import { listSkus, lookupGpu } from '@perfxpert/knowledge';
import type { Gpu } from '@perfxpert/knowledge';
import type { HardwarePeaks } from '../../schemas/hardware-peaks.js';
import { roundTo } from '../statistics/round-to.js';
import { codename } from './codename.js';
import { customaryRidge, dataSheetPeaks } from './peak-rates.js';

const MIB = 1024 ** 2;
const KIB = 1024;

/** Fields that name the GPU or say something about the answer, so that they have no source of their own. */
const NOT_SPECS: ReadonlySet<string> = new Set([
  'gfx_id',
  'sku',
  'sku_assumed',
  'sku_variants',
  'runtime_discovered',
  'static_fallback_keys',
  'spec_sources',
  'status',
  'note',
]);

/**
 * Peaks, caches and limits of the part that `gpu` computes with (`assumedSku`): of a card, or, where the hints say so,
 * of one die. Peaks have one decimal as on data sheets; ridge points are computed from unrounded peaks, one decimal.
 *
 * `memory_bandwidth_tbs` = GB/s / 1000, three decimals. Fields that the tables lack are null.
 *
 * Sources: knowledge, gpu_specs (ROCm microarchitecture pages and GPU specification table).
 */
export function describePeaks(gpu: Gpu): HardwarePeaks {
  const { assumedSku: sku, arch } = gpu;
  const bandwidth = sku.memoryBandwidthGbps;
  const peaks: HardwarePeaks = {
    gfx_id: gpu.gfxId,
    sku: sku.name,
    sku_assumed: gpu.skuAssumed,
    family: gpu.family,
    name: sku.name,
    codename: codename(gpu.gfxId),
    cu_count: sku.cuCount,
    simds_per_cu: gpu.simdsPerCu,
    wave_size: gpu.waveSize,
    max_waves_per_simd: gpu.maxWavesPerSimd,
    max_waves_per_cu: gpu.maxWavesPerCu,
    vgprs_per_simd: arch.vgprs_per_simd,
    vgpr_granule: arch.vgpr_granule,
    max_vgprs_per_thread: arch.max_vgprs_per_thread,
    lds_kb: gpu.ldsBytesPerCu / KIB,
    l2_mb: sku.l2Bytes === null ? null : sku.l2Bytes / MIB,
    mall_mb: sku.mallBytes === null ? null : sku.mallBytes / MIB,
    clock_mhz: sku.clockMhz,
    rocm_agents: sku.rocmAgents,
    memory_bandwidth_gbps: bandwidth,
    memory_bandwidth_tbs: bandwidth === null ? null : roundTo(bandwidth / 1000, 3),
    ...dataSheetPeaks(gpu),
    ridge_point: ridge(gpu, 'fp32'),
    ridge_points: {
      fp64: ridge(gpu, 'fp64'),
      fp32: ridge(gpu, 'fp32'),
      fp16: ridge(gpu, 'fp16'),
      bf16: ridge(gpu, 'bf16'),
      fp8: ridge(gpu, 'fp8'),
      int8: ridge(gpu, 'int8'),
    },
    sku_variants: variants(gpu.gfxId),
    runtime_discovered: false,
    static_fallback_keys: [],
    spec_sources: {},
    status: sku.status,
    note: sku.note,
  };
  return { ...peaks, spec_sources: sourcesOf(peaks) };
}

function ridge(gpu: Gpu, dtype: 'fp64' | 'fp32' | 'fp16' | 'bf16' | 'fp8' | 'int8'): number | null {
  const value = customaryRidge(gpu, dtype);
  return value === null ? null : roundTo(value, 1);
}

function variants(gfxId: string): HardwarePeaks['sku_variants'] {
  return listSkus(gfxId).flatMap(({ name, cuCount, memoryBandwidthGbps }) => {
    const gpu = lookupGpu(gfxId, { sku: name });
    if (gpu === null) return [];
    return [{ name, cu_count: cuCount, memory_bandwidth_gbps: memoryBandwidthGbps, peaks: dataSheetPeaks(gpu) }];
  });
}

/** Peaks and ridge points are computed from the rates of the tables, everything else stands in them. */
function sourcesOf(peaks: HardwarePeaks): Record<string, string> {
  return Object.fromEntries(
    Object.entries(peaks).flatMap(([field, value]) => {
      if (NOT_SPECS.has(field) || value === null) return [];
      return [[field, /^(peak|ridge)_/.test(field) ? 'gpu_specs: rate x CUs x clock' : 'gpu_specs']];
    }),
  );
}
