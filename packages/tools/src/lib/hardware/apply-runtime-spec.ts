import { normalizeGfxId } from '@perfxpert/knowledge';
import type { HardwarePeaks } from '../../schemas/hardware-peaks.js';
import { roundTo } from '../statistics/round-to.js';
import { RUNTIME_FIELDS } from './runtime-gpu-spec.js';
import type { RuntimeGpuSpec } from './runtime-gpu-spec.js';

/** Fields of which an estimate is worse than the tables' number. */
const MEASURED_ONLY = /^(peak_|memory_bandwidth_tbs$)/;
const RUNTIME_ORIGIN = 'runtime: ';

/** A description of which nothing is known but the id: the start for a GPU that only the machine knows. */
export function emptyPeaks(gfxId: string): HardwarePeaks {
  return {
    gfx_id: normalizeGfxId(gfxId),
    sku: null,
    sku_assumed: true,
    family: null,
    name: null,
    codename: null,
    cu_count: null,
    simds_per_cu: null,
    wave_size: null,
    max_waves_per_simd: null,
    max_waves_per_cu: null,
    vgprs_per_simd: null,
    vgpr_granule: null,
    max_vgprs_per_thread: null,
    lds_kb: null,
    l2_mb: null,
    mall_mb: null,
    clock_mhz: null,
    rocm_agents: null,
    memory_bandwidth_gbps: null,
    memory_bandwidth_tbs: null,
    peak_fp64_tflops: null,
    peak_fp32_tflops: null,
    peak_fp16_tflops: null,
    peak_bf16_tflops: null,
    peak_fp8_tflops: null,
    peak_int8_tops: null,
    peak_fp64_matrix_tflops: null,
    peak_fp32_matrix_tflops: null,
    peak_xf32_matrix_tflops: null,
    peak_fp6_tflops: null,
    peak_fp4_tflops: null,
    ridge_point: null,
    ridge_points: { fp64: null, fp32: null, fp16: null, bf16: null, fp8: null, int8: null },
    sku_variants: [],
    runtime_discovered: false,
    static_fallback_keys: [],
    spec_sources: {},
    status: null,
    note: null,
  };
}

/**
 * A description with the facts of a discovered GPU over those of the tables.
 *
 * - Missing, empty and non-positive values of the machine change nothing.
 * - A value that the machine only derived (`derived-from-...`, `architecture-default`) never replaces a peak or the
 *   bandwidth of the tables.
 * - `static_fallback_keys` = the fields that still come from the tables, sorted. Ridge points follow the peaks.
 *
 * Without such a GPU (`spec` null) the description stays, with every field of it a fallback.
 */
export function applyRuntimeSpec(peaks: HardwarePeaks, spec: RuntimeGpuSpec | null): HardwarePeaks {
  const replaced = spec === null ? {} : replacements(peaks, spec);
  const sources = Object.fromEntries(
    Object.entries(replaced).map(([field, { origin }]) => [field, RUNTIME_ORIGIN + origin]),
  );
  const merged: HardwarePeaks = {
    ...peaks,
    ...Object.fromEntries(Object.entries(replaced).map(([field, { value }]) => [field, value])),
    runtime_discovered: spec !== null,
    static_fallback_keys: Object.keys(peaks.spec_sources)
      .filter((field) => !Object.hasOwn(replaced, field))
      .sort(),
    spec_sources: { ...peaks.spec_sources, ...sources },
  };
  return Object.keys(replaced).some((field) => MEASURED_ONLY.test(field)) ? withRidges(merged) : merged;
}

interface Replacement {
  readonly value: number | string;
  readonly origin: string;
}

function replacements(peaks: HardwarePeaks, spec: RuntimeGpuSpec): Readonly<Record<string, Replacement>> {
  const found: [string, Replacement][] = [];
  for (const [runtimeField, field] of Object.entries(RUNTIME_FIELDS)) {
    const value = spec[runtimeField];
    const origin = spec.spec_sources[runtimeField] ?? 'unknown';
    if (!isTold(value, field)) continue;
    if (isEstimate(origin) && MEASURED_ONLY.test(field) && peaks[field] !== null) continue;
    found.push([field, { value, origin }]);
    if (field === 'memory_bandwidth_tbs' && typeof value === 'number')
      found.push(['memory_bandwidth_gbps', { value: value * 1000, origin }]);
  }
  return Object.fromEntries(found);
}

function isTold(value: unknown, field: string): value is number | string {
  if (field === 'name') return typeof value === 'string' && value !== '';
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isEstimate(origin: string): boolean {
  return origin.startsWith('derived-from-') || origin === 'architecture-default';
}

function withRidges(peaks: HardwarePeaks): HardwarePeaks {
  const bandwidth = peaks.memory_bandwidth_gbps;
  const ridgeOf = (peak: number | null): number | null =>
    peak === null || bandwidth === null ? null : roundTo((peak * 1000) / bandwidth, 1);
  const ridges = {
    fp64: ridgeOf(peaks.peak_fp64_tflops),
    fp32: ridgeOf(peaks.peak_fp32_tflops),
    fp16: ridgeOf(peaks.peak_fp16_tflops),
    bf16: ridgeOf(peaks.peak_bf16_tflops),
    fp8: ridgeOf(peaks.peak_fp8_tflops),
    int8: ridgeOf(peaks.peak_int8_tops),
  };
  return { ...peaks, ridge_point: ridges.fp32, ridge_points: ridges };
}
