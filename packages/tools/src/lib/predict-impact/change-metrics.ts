import type { MetricValues } from '../../schemas/metric-values.js';
import type { RooflineKernel } from '../../schemas/roofline.js';
import type { ChangeMeasurement } from './measure-change.js';

/** Categories that multiply matrices inside, by kernel name. */
const MATRIX_CATEGORIES = ['GEMM', 'CONV', 'SDPA'];
const REDUCTION_CATEGORIES = ['Reduction', 'Normalization'];
/** Category of names that say nothing. */
const UNKNOWN_CATEGORY = 'Other';

/**
 * The metrics that models of changes ask for, as far as a trace holds them; null where it does not. Fractions of time are
 * of the GPU window; `memcpy_frac` is copies that no kernel covers, `api_overhead_frac` host API calls while the GPU
 * ran nothing, waiting included. `num_streams_used` counts the streams of the copies: those of kernels say nothing about
 * whether copies can overlap. `waves_per_eu` is what the kernel's resources allow. Whether a kernel multiplies
 * matrices or reduces is read from its name, unless that says nothing.
 */
export function changeMetrics(measured: ChangeMeasurement): MetricValues {
  const { resource, breakdown, api } = measured;
  const wallNs = breakdown?.wall_ns ?? 0;
  const ofWall = (ns: number | undefined): number | null => (wallNs === 0 || ns === undefined ? null : ns / wallNs);
  const occupancy = resource?.occupancy ?? null;
  const hasCopies = Object.keys(measured.copies).length > 0;
  return {
    vgpr_per_thread: resource?.vgpr === null || resource === null ? null : resource.vgpr + (resource.accum_vgpr ?? 0),
    waves_per_eu: occupancy?.waves_per_simd ?? null,
    occupancy_limited_by_vgprs: occupancy === null ? null : occupancy.limiting_resource === 'VGPR',
    lds_usage_bytes: resource?.lds_bytes ?? null,
    kernel_matmul_like: isOfCategory(measured, MATRIX_CATEGORIES),
    reduction_pattern_detected: isOfCategory(measured, REDUCTION_CATEGORIES),
    ...counterMetrics(measured),
    memcpy_frac: hasCopies ? ofWall(breakdown?.copy_exposed_ns) : null,
    num_streams_used: measured.copyStreamCount,
    avg_memcpy_size_mb: averageCopyMegabytes(measured),
    total_kernel_calls: measured.kernelCalls,
    avg_kernel_duration_us: measured.kernelCalls === 0 ? null : measured.kernelTimeNs / measured.kernelCalls / 1000,
    api_overhead_frac: api.has_api_data ? ofWall(breakdown?.api_exposed_ns) : null,
    gpu_idle_frac: breakdown === null ? null : ofWall(breakdown.wall_ns - breakdown.gpu_busy_ns),
    hipDeviceSynchronize_call_count: api.has_api_data ? callsOf(measured, 'hipDeviceSynchronize') : null,
  };
}

/** The point of the kernel under the roofs; null where it is none, or contradicts itself. */
export function rooflinePoint({ roofline, hotspot }: ChangeMeasurement): RooflineKernel | null {
  const point = roofline?.kernels.find(({ name }) => name === hotspot?.name);
  return point === undefined || point.reason?.startsWith('inconsistent') === true ? null : point;
}

function counterMetrics(measured: ChangeMeasurement): MetricValues {
  const metrics = measured.counters.metrics?.per_kernel[measured.hotspot?.name ?? ''] ?? {};
  const value = (id: string): number | null => metrics[id]?.value ?? null;
  const fromPercent = (id: string): number | null => {
    const percent = value(id);
    return percent === null ? null : percent / 100;
  };
  const point = rooflinePoint(measured);
  const isPlaced = point !== null && point.ai !== null && point.ridge_ai !== null;
  return {
    mfma_util_frac: fromPercent('MfmaUtil'),
    valu_util_frac: fromPercent('VALUBusy'),
    hbm_bw_utilization: value('hbm_bw_utilization'),
    l1_miss_rate: value('L1MissRate'),
    l2_hit_rate: value('l2_hit_rate'),
    lds_bank_conflict_rate: value('lds_bank_conflict_rate'),
    arithmetic_intensity_above_ridge: isPlaced ? (point.ai ?? 0) > (point.ridge_ai ?? 0) : null,
  };
}

function isOfCategory({ hotspot }: ChangeMeasurement, categories: readonly string[]): boolean | null {
  if (hotspot === null || hotspot.category === UNKNOWN_CATEGORY) return null;
  return categories.includes(hotspot.category);
}

function averageCopyMegabytes({ copies }: ChangeMeasurement): number | null {
  let bytes = 0;
  let sized = 0;
  for (const direction of Object.values(copies)) {
    bytes += direction.total_bytes;
    sized += direction.size_histogram.reduce((sum, { count }) => sum + count, 0);
  }
  return sized === 0 ? null : bytes / sized / 1e6;
}

function callsOf({ api }: ChangeMeasurement, name: string): number {
  return api.api_calls.reduce((sum, call) => sum + (call.name === name ? call.calls : 0), 0);
}
