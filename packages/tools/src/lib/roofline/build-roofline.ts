import { FP_TYPES, ROOFLINE_SCHEMA_VERSION } from '../../terms/roofline-terms.js';
import type { Roofline, RooflineKernel } from '../../schemas/roofline.js';
import type { FpType } from '../../terms/roofline-terms.js';
import type { KernelCounters } from '../counters/kernel-counters.js';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { percentOf } from '../statistics/percent-of.js';
import { compareText } from '../text/compare-text.js';
import { tableType } from './fp-type.js';
import { listRoofs } from './list-roofs.js';
import type { DeviceRoofs } from './list-roofs.js';
import { placeKernel } from './roofline-point.js';
import type { KernelTime, PlacedKernel } from './roofline-point.js';

/** Kernels without a point that are listed. */
const MAX_DROPPED = 20;

/** What a roofline is made of. */
export interface RooflineInput {
  /** The device whose roofs are drawn. */
  readonly device: DeviceHardware;
  /** Kernels with counters on that kind of device. */
  readonly kernels: readonly KernelCounters[];
  /** Names of kernels with counters on other kinds of device. */
  readonly elsewhere: readonly string[];
  readonly timeOf: (kernel: KernelCounters) => KernelTime;
  readonly topK: number;
  readonly dtypeHint: FpType | null;
}

/**
 * Kernels under the roofs of their device (`placeKernel`), most time first. Shares are of the time of all kernels with
 * counters on the device, those that are no points included. The type of the whole is the one with the most kernel time
 * among all points, the listed ones and the others, unless the caller names one.
 */
export function buildRoofline(input: RooflineInput): Roofline {
  const roofs = listRoofs(input.device);
  const placed = input.kernels.map((kernel) => placeKernel(kernel, input.timeOf(kernel), roofs, input.dtypeHint));
  const totalNs = placed.reduce((sum, { time }) => sum + time.durationNs, 0);
  const points = placed
    .flatMap(({ point }) => (point === null ? [] : [withShare(point, totalNs)]))
    .sort((a, b) => b.duration_ns - a.duration_ns || compareText(a.name, b.name));
  const dominant = dominantType(points, input.dtypeHint);
  const dropped = droppedKernels(placed, input.elsewhere);
  return {
    schema_version: ROOFLINE_SCHEMA_VERSION,
    arch: roofs.arch,
    sku: roofs.sku,
    sku_assumed: roofs.isSkuAssumed,
    arch_peaks: roofs.archPeaks,
    hbm_bandwidth_bytes_per_s: roofs.memoryBytesPerSecond,
    roofs: [...roofs.roofs],
    ...dominant,
    ridge_point: ridgeOf(dominant.dtype, roofs),
    kernels: points.slice(0, input.topK),
    kernel_count: points.length,
    dropped_count: dropped.length,
    dropped: dropped.slice(0, MAX_DROPPED),
    notes: [...roofs.notes],
  };
}

function withShare(point: Omit<RooflineKernel, 'duration_pct'>, totalNs: number): RooflineKernel {
  return { ...point, duration_pct: percentOf(point.duration_ns, totalNs) };
}

const CONFIDENCES = {
  counters: 'from_counters',
  hint: 'from_hint',
  kernel_name: 'from_kernel_name',
  default: 'default',
} as const;

function dominantType(
  points: readonly RooflineKernel[],
  hint: FpType | null,
): Pick<Roofline, 'dtype' | 'dtype_confidence'> {
  if (hint !== null) return { dtype: hint, dtype_confidence: 'from_hint' };
  const timeOf = (fpType: FpType): number =>
    points.reduce((sum, point) => sum + (point.fp_type === fpType ? point.duration_ns : 0), 0);
  const dtype = FP_TYPES.reduce((most, fpType) => (timeOf(fpType) > timeOf(most) ? fpType : most));
  const sources = new Set(points.filter(({ fp_type }) => fp_type === dtype).map((point) => point.fp_type_source));
  const source = (['counters', 'kernel_name'] as const).find((candidate) => sources.has(candidate)) ?? 'default';
  return { dtype, dtype_confidence: CONFIDENCES[source] };
}

/** Where the customary peak of a type (vector for fp32 and fp64, else matrix) meets the memory roof. */
function ridgeOf(fpType: FpType, roofs: DeviceRoofs): Roofline['ridge_point'] {
  const peak = fpType === 'fp6_fp4' ? roofs.peakOf('matrix', tableType(fpType)) : roofs.archPeaks[fpType];
  const { memoryBytesPerSecond } = roofs;
  return {
    ai: peak === null || memoryBytesPerSecond === null ? null : peak / memoryBytesPerSecond,
    flops_per_s: peak,
  };
}

function droppedKernels(placed: readonly PlacedKernel[], elsewhere: readonly string[]): Roofline['dropped'] {
  const own = placed
    .filter(({ point }) => point === null)
    .sort((a, b) => b.time.durationNs - a.time.durationNs || compareText(a.name, b.name))
    .map(({ name, reason }) => ({ name, reason: reason ?? '' }));
  const others = elsewhere.map((name) => ({ name, reason: 'ran on another kind of GPU' }));
  return [...own, ...others];
}
