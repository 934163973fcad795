import type { RegionColumns } from '@perfxpert/rocpd';
import type { LoopTime } from '../../../schemas/steps.js';
import { lengthWithin } from '../../intervals/length-within.js';
import { OverlapMeter, forEachApiPiece } from '../api-pieces.js';
import { API_CLASS_CODE } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import type { DeviceTimeline } from '../device-timeline.js';

/** Calls that may be exposed, and what they do. */
export interface LoopCalls {
  readonly regions: RegionColumns;
  readonly classes: RegionClasses;
  /** The calls beside work (`callsBesideWork`). */
  readonly besideWork: Uint32Array;
}

/**
 * The partition of a stretch of one device's time (docs/decisions/0001-partition-of-time.md): what lies between steps of
 * a loop is part of it.
 */
export function loopTime(
  startNs: number,
  endNs: number,
  { kernels, computeKernels, busy }: DeviceTimeline,
  { regions, classes, besideWork }: LoopCalls,
): LoopTime {
  const computeNs = lengthWithin(kernels, startNs, endNs);
  const copyExposedNs = lengthWithin(busy, startNs, endNs) - computeNs;
  const exposedNs = (rows: Uint32Array): number => {
    const underWork = new OverlapMeter(busy);
    let callNs = 0;
    forEachApiPiece(regions, rows, (pieceStart, pieceEnd) => {
      const from = Math.max(pieceStart, startNs);
      const until = Math.min(pieceEnd, endNs);
      if (until <= from) return;
      callNs += until - from;
      underWork.add(from, until);
    });
    return callNs - underWork.totalNs;
  };
  const apiExposedNs = exposedNs(besideWork);
  return {
    wall_ns: endNs - startNs,
    compute_ns: computeNs,
    communication_exposed_ns: kernels === computeKernels ? 0 : computeNs - lengthWithin(computeKernels, startNs, endNs),
    copy_exposed_ns: copyExposedNs,
    api_exposed_ns: apiExposedNs,
    api_exposed_wait_ns: exposedNs(besideWork.filter((row) => classes.apiClass[row] === API_CLASS_CODE.sync)),
    idle_other_ns: endNs - startNs - computeNs - copyExposedNs - apiExposedNs,
  };
}
