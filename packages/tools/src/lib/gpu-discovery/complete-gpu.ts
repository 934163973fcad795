import { lookupGpu, occupancyRules, peakTflops } from '@perfxpert/knowledge';
import type { DiscoveredGpu } from '../../schemas/discovered-gpu.js';
import { customaryPeak } from '../hardware/peak-rates.js';
import { roundTo } from '../statistics/round-to.js';
import { numberOfBdf } from './identity-texts.js';
import { derivedBandwidthTbs, transfersPerClock } from './memory-transfers.js';
import type { MergedGpu } from './merge-records.js';

const DEFAULTED = 'architecture-default';
const DERIVED_PEAK = 'derived-from-runtime-topology';
const DERIVED_BANDWIDTH = 'derived-from-kfd-topology';

type Derived = readonly (readonly [field: keyof DiscoveredGpu, value: number | null, origin: string])[];

/**
 * A GPU with what follows from its facts, each field with its origin: waves per SIMD, the bandwidth of its bus (an
 * estimate, only where no tool tells it), what is the same for the architecture, and peaks of its compute units at its
 * highest clock (3 digits; null where the part lacks the type or a number is not known).
 *
 * Source of rates and limits: knowledge, gpu_specs and occupancy_tables.
 */
export function completeGpu({ identity, facts, sources }: MergedGpu): DiscoveredGpu {
  const known: DiscoveredGpu = { ...emptyGpu(), ...facts, ...identityFields(identity), spec_sources: { ...sources } };
  return withFields(withFields(known, [...bandwidthOf(known), ...limitsOf(known)]), peaksOf(known));
}

/** Adds the values of fields that are still null. */
function withFields(gpu: DiscoveredGpu, derived: Derived): DiscoveredGpu {
  const added = derived.filter(([field, value]) => value !== null && gpu[field] === null);
  return {
    ...gpu,
    ...Object.fromEntries(added.map(([field, value]) => [field, value])),
    spec_sources: { ...gpu.spec_sources, ...Object.fromEntries(added.map(([field, , origin]) => [field, origin])) },
  };
}

function bandwidthOf({
  vram_bit_width: width,
  max_mclk_mhz: clock,
  vram_type: type,
  gfx_id: gfxId,
}: DiscoveredGpu): Derived {
  const transfers = transfersPerClock(type, gfxId);
  if (width === null || clock === null || transfers === null) return [];
  return [['memory_bandwidth_tbs', roundTo(derivedBandwidthTbs(width, clock, transfers), 3), DERIVED_BANDWIDTH]];
}

function limitsOf(gpu: DiscoveredGpu): Derived {
  const rules = gpu.gfx_id === null ? null : occupancyRules(gpu.gfx_id, gpu.wave_size ?? undefined);
  const simdsPerCu = gpu.simds_per_cu ?? rules?.simdsPerCu ?? null;
  const wavesPerSimd =
    gpu.max_waves_per_cu === null || simdsPerCu === null
      ? null
      : Math.max(1, Math.floor(gpu.max_waves_per_cu / simdsPerCu));
  return [
    ['max_waves_per_simd', wavesPerSimd, DERIVED_PEAK],
    ['max_waves_per_simd', wavesPerSimd === null ? (rules?.maxWavesPerSimd ?? null) : null, DEFAULTED],
    ['max_waves_per_cu', gpu.max_waves_per_cu === null ? (rules?.maxWavesPerCu ?? null) : null, DEFAULTED],
    ['wave_size', rules?.waveSize ?? null, DEFAULTED],
    ['simds_per_cu', rules?.simdsPerCu ?? null, DEFAULTED],
    ['lds_kb', rules === null ? null : rules.ldsBytesPerCu / 1024, DEFAULTED],
    ['max_vgprs_per_thread', rules?.maxVgprsPerThread ?? null, DEFAULTED],
    ['vgprs_per_simd', rules?.vgprsPerSimd ?? null, DEFAULTED],
  ];
}

function peaksOf({
  gfx_id: gfxId,
  cu_count: cuCount,
  max_sclk_mhz: clockMhz,
  name,
  vram_total_bytes: memoryBytes,
}: DiscoveredGpu): Derived {
  if (gfxId === null || cuCount === null || clockMhz === null) return [];
  const gpu = lookupGpu(gfxId, { cuCount, clockMhz, productName: name, memoryBytes });
  if (gpu === null) return [];
  const rounded = (value: number | null): number | null => (value === null ? null : roundTo(value, 3));
  const peaks = [
    ['peak_fp64_tflops', customaryPeak(gpu, 'fp64')],
    ['peak_fp32_tflops', customaryPeak(gpu, 'fp32')],
    ['peak_fp16_tflops', customaryPeak(gpu, 'fp16')],
    ['peak_bf16_tflops', customaryPeak(gpu, 'bf16')],
    ['peak_fp8_tflops', customaryPeak(gpu, 'fp8')],
    ['peak_int8_tops', customaryPeak(gpu, 'int8')],
    ['peak_fp64_matrix_tflops', peakTflops(gpu, 'fp64', 'matrix')],
    ['peak_fp32_matrix_tflops', peakTflops(gpu, 'fp32', 'matrix')],
  ] as const;
  return peaks.map(([field, value]) => [field, rounded(value), DERIVED_PEAK]);
}

function identityFields({ gfxId, nodeId, kfdId, gpuIndex, bdf, partitionId, uuid }: MergedGpu['identity']) {
  return {
    gfx_id: gfxId,
    node_id: nodeId,
    kfd_id: kfdId,
    gpu_id: gpuIndex,
    bdf,
    bdf_id: numberOfBdf(bdf),
    partition_id: partitionId,
    uuid: uuid === null ? null : ('redacted' as const),
  };
}

function emptyGpu(): DiscoveredGpu {
  return {
    gfx_id: null,
    name: null,
    node_id: null,
    gpu_id: null,
    kfd_id: null,
    bdf: null,
    bdf_id: null,
    partition_id: null,
    uuid: null,
    device_id: null,
    render_node: null,
    card_model: null,
    board_product_name: null,
    compute_partition: null,
    memory_partition: null,
    target_features: null,
    cu_count: null,
    simds_per_cu: null,
    shader_engines: null,
    num_xcc: null,
    wave_size: null,
    max_waves_per_cu: null,
    max_waves_per_simd: null,
    max_vgprs_per_thread: null,
    vgprs_per_simd: null,
    lds_kb: null,
    l1_kb: null,
    l2_kb: null,
    l3_kb: null,
    max_sclk_mhz: null,
    max_mclk_mhz: null,
    current_sclk_mhz: null,
    current_mclk_mhz: null,
    vram_total_bytes: null,
    vram_used_bytes: null,
    vram_type: null,
    vram_bit_width: null,
    memory_bandwidth_tbs: null,
    tdp_w: null,
    slowdown_junction_c: null,
    pcie_width: null,
    pcie_speed_gts: null,
    numa_node: null,
    peak_fp64_tflops: null,
    peak_fp32_tflops: null,
    peak_fp16_tflops: null,
    peak_bf16_tflops: null,
    peak_fp8_tflops: null,
    peak_int8_tops: null,
    peak_fp64_matrix_tflops: null,
    peak_fp32_matrix_tflops: null,
    spec_sources: {},
  };
}
