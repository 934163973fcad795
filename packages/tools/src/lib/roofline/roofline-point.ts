import type { ComputeUnit } from '@perfxpert/knowledge';
import type { RooflineKernel } from '../../schemas/roofline.js';
import type { FpType } from '../../terms/roofline-terms.js';
import type { KernelCounters } from '../counters/kernel-counters.js';
import { countBytes } from './count-bytes.js';
import type { ByteCount } from './count-bytes.js';
import { countFlops } from './count-flops.js';
import type { FlopCount } from './count-flops.js';
import { tableType } from './fp-type.js';
import { computeRoofName } from './list-roofs.js';
import type { DeviceRoofs } from './list-roofs.js';
import { regimeOf } from './regime.js';

/** Time of a kernel: of its dispatches in the run that is taken. */
export interface KernelTime {
  readonly dispatchCount: number;
  readonly durationNs: number;
  readonly source: RooflineKernel['duration_source'];
}

/** A kernel with its time; as a point, or with the reason why it is none. */
export interface PlacedKernel {
  readonly name: string;
  readonly time: KernelTime;
  readonly point: Omit<RooflineKernel, 'duration_pct'> | null;
  readonly reason: string | null;
}

/** Why a kernel with impossible counter values is no point. */
const BEYOND_NUMBERS = 'inconsistent: counter values are negative or too large to compute with';

/** Rounding of the arithmetic, not a tolerance for measurements. */
const ROUNDING = 1e-9;

/**
 * One kernel under the roofs of its device: operations and bytes per dispatch times dispatches, over their time.
 *
 * It is held against the peak of its own type: of the matrix units where they did most of the work or where the vector
 * unit lacks the type. Without any operation it is bound by memory, whatever the ridge. Beyond a roof the counters are
 * inconsistent, so that nothing is concluded. No point without bytes or time.
 */
export function placeKernel(
  counters: KernelCounters,
  time: KernelTime,
  roofs: DeviceRoofs,
  hint: FpType | null,
): PlacedKernel {
  const perDispatch = countBytes(counters);
  const bytesEach = (perDispatch.readBytes ?? 0) + (perDispatch.writeBytes ?? 0);
  const refuse = (reason: string): PlacedKernel => ({ name: counters.kernel, time, point: null, reason });
  if (perDispatch.reason !== null) return refuse(perDispatch.reason);
  if (bytesEach < 1) return refuse('not measured: no memory traffic was counted although the kernel ran');
  if (time.durationNs <= 0) return refuse('the dispatches start and end at once, so that their duration is unknown');
  const bytes = bytesEach * time.dispatchCount;
  const perSecond = 1e9 / time.durationNs;
  if (!Number.isFinite(bytes * perSecond)) return refuse(BEYOND_NUMBERS);
  const count = countFlops(counters, hint);
  const flops = count.flops === null ? null : count.flops * time.dispatchCount;
  if (flops !== null && !(flops >= 0 && Number.isFinite(flops * perSecond))) return refuse(BEYOND_NUMBERS);
  const placed = judge(flops, bytes, perSecond, count, roofs);
  const total = (value: number | null): number | null =>
    value === null ? null : Math.round(value * time.dispatchCount);
  const isLow =
    count.method !== 'counters' || perDispatch.isLowerBound || hasOneSide(perDispatch) || placed.isInconsistent;
  return {
    name: counters.kernel,
    time,
    reason: null,
    point: {
      name: counters.kernel,
      ai: flops === null ? null : flops / bytes,
      achieved_flops_per_s: flops === null ? null : flops * perSecond,
      flops,
      bytes: Math.round(bytes),
      read_bytes: total(perDispatch.readBytes),
      write_bytes: total(perDispatch.writeBytes),
      achieved_bytes_per_s: bytes * perSecond,
      duration_ns: time.durationNs,
      duration_source: time.source,
      dispatch_count: time.dispatchCount,
      fp_type: count.fpType,
      fp_type_source: count.source,
      compute_roof: placed.computeRoof,
      ridge_ai: placed.ridge,
      bottleneck_class: placed.bottleneckClass,
      roof_pct: placed.roofPct,
      confidence: isLow ? 'low' : 'high',
      flops_method: count.method,
      flops_lower_bound: count.isLowerBound,
      bytes_lower_bound: perDispatch.isLowerBound,
      reason: placed.reason,
    },
  };
}

interface Judgement {
  readonly computeRoof: string | null;
  readonly ridge: number | null;
  readonly bottleneckClass: RooflineKernel['bottleneck_class'];
  readonly roofPct: number | null;
  readonly reason: string | null;
  readonly isInconsistent: boolean;
}

function judge(
  flops: number | null,
  bytes: number,
  perSecond: number,
  count: FlopCount,
  roofs: DeviceRoofs,
): Judgement {
  const dtype = tableType(count.fpType);
  const unit: ComputeUnit = count.isMostlyMatrix || roofs.peakOf('vector', dtype) === null ? 'matrix' : 'vector';
  const peak = roofs.peakOf(unit, dtype);
  const bandwidth = roofs.memoryBytesPerSecond;
  const ridge = peak === null || bandwidth === null ? null : peak / bandwidth;
  const base = { computeRoof: peak === null ? null : computeRoofName(unit, dtype), ridge };
  const unknown = (reason: string, isInconsistent = false): Judgement => ({
    ...base,
    bottleneckClass: null,
    roofPct: null,
    reason,
    isInconsistent,
  });
  const byteShare = bandwidth === null ? null : (bytes * perSecond) / bandwidth;
  if (byteShare !== null && byteShare > 1 + ROUNDING)
    return unknown(
      `inconsistent: ${gigabytes(bytes * perSecond)} is above the ${gigabytes(bandwidth ?? 0)} of the memory`,
      true,
    );
  if (flops === null) return unknown('no counter of operations was collected');
  if (flops === 0)
    return { ...base, bottleneckClass: 'memory', roofPct: share(byteShare), reason: null, isInconsistent: false };
  if (peak === null) return unknown(whyNoPeak(count, unit, roofs));
  const peakShare = (flops * perSecond) / peak;
  if (peakShare > 1 + ROUNDING)
    return unknown(
      `inconsistent: the rate is ${peakShare.toPrecision(3)} times the peak of ${base.computeRoof ?? ''}`,
      true,
    );
  if (ridge === null) return unknown('the memory bandwidth of this GPU is not known');
  // Below the ridge the memory roof is the lower one, above it the peak: the larger share is that of the roof above.
  const roofPct = share(Math.max(peakShare, byteShare ?? 0));
  return { ...base, bottleneckClass: regimeOf(flops / bytes, ridge), roofPct, reason: null, isInconsistent: false };
}

function whyNoPeak({ fpType }: FlopCount, unit: ComputeUnit, { arch, sku, roofs }: DeviceRoofs): string {
  if (roofs.every(({ kind }) => kind !== 'compute')) return `no peak of ${arch} is known`;
  return `${sku ?? arch} has no ${fpType} on its ${unit} unit`;
}

/** Reads or writes that are unknown or 0: a kernel that does one alone is rare. */
function hasOneSide({ readBytes, writeBytes }: ByteCount): boolean {
  return (readBytes ?? 0) === 0 || (writeBytes ?? 0) === 0;
}

function share(value: number | null): number | null {
  return value === null ? null : Math.min(100, 100 * value);
}

function gigabytes(bytesPerSecond: number): string {
  return `${(bytesPerSecond / 1e9).toPrecision(6)} GB/s`;
}
