import type { ProcessColumns, RegionColumns } from '@perfxpert/rocpd';
import { lengthWithin } from '../../intervals/length-within.js';
import type { IntervalList } from '../../intervals/interval-list.js';
import { forEachApiPiece } from '../api-pieces.js';
import type { DeviceTimeline } from '../device-timeline.js';
import type { StepBounds } from './step-bounds.js';

/** The partition of each step on its device, nanoseconds; idle is the rest. */
export interface StepParts {
  readonly durationNs: Float64Array;
  readonly computeNs: Float64Array;
  readonly copyExposedNs: Float64Array;
  readonly apiExposedNs: Float64Array;
  /** Dispatches that start in the step. */
  readonly dispatchCounts: Uint32Array;
  /** Step of each of the device's dispatches, by place in its rows; -1 for none. */
  readonly stepOfDispatch: Int32Array;
}

/** @param besideWork the calls beside work (`callsBesideWork`). */
export function partitionSteps(
  bounds: StepBounds,
  { dispatches, regions }: ProcessColumns,
  device: DeviceTimeline,
  besideWork: Uint32Array,
): StepParts {
  const { startNs, endNs } = bounds;
  const durationNs = startNs.map((start, step) => (endNs[step] ?? 0) - start);
  const computeNs = startNs.map((start, step) => lengthWithin(device.kernels, start, endNs[step] ?? 0));
  const within = (list: IntervalList) => startNs.map((start, step) => lengthWithin(list, start, endNs[step] ?? 0));
  const dispatchCounts = new Uint32Array(startNs.length);
  const stepOfDispatch = new Int32Array(device.dispatchRows.length).fill(-1);
  let step = 0;
  for (let place = 0; place < stepOfDispatch.length; place++) {
    const start = dispatches.startNs[device.dispatchRows[place] ?? 0] ?? 0;
    while (step < startNs.length && (endNs[step] ?? 0) <= start) step++;
    if (step >= startNs.length || start < (startNs[step] ?? 0)) continue;
    stepOfDispatch[place] = step;
    dispatchCounts[step] = (dispatchCounts[step] ?? 0) + 1;
  }
  return {
    durationNs,
    computeNs,
    copyExposedNs: within(device.busy).map((busy, at) => busy - (computeNs[at] ?? 0)),
    apiExposedNs: exposedApi(bounds, regions, besideWork, device),
    dispatchCounts,
    stepOfDispatch,
  };
}

/** API calls in each step while the device runs nothing. */
function exposedApi(
  { startNs, endNs }: StepBounds,
  regions: RegionColumns,
  besideWork: Uint32Array,
  { busy }: DeviceTimeline,
): Float64Array {
  const exposedNs = new Float64Array(startNs.length);
  let step = 0;
  const addIdle = (from: number, until: number): void => {
    while (step < endNs.length && (endNs[step] ?? 0) <= from) step++;
    for (let at = step; at < startNs.length && (startNs[at] ?? 0) < until; at++) {
      const length = Math.min(until, endNs[at] ?? 0) - Math.max(from, startNs[at] ?? 0);
      exposedNs[at] = (exposedNs[at] ?? 0) + Math.max(0, length);
    }
  };
  let work = 0;
  forEachApiPiece(regions, besideWork, (pieceStart, pieceEnd) => {
    while (work < busy.ends.length && (busy.ends[work] ?? 0) <= pieceStart) work++;
    let from = pieceStart;
    for (let at = work; at < busy.starts.length && (busy.starts[at] ?? 0) < pieceEnd; at++) {
      if ((busy.starts[at] ?? 0) > from) addIdle(from, busy.starts[at] ?? 0);
      from = busy.ends[at] ?? 0;
    }
    if (from < pieceEnd) addIdle(from, pieceEnd);
  });
  return exposedNs;
}
