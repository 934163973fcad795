import type { ProcessColumns } from '@perfxpert/rocpd';
import { lengthWithin } from '../../intervals/clip-intervals.js';
import type { IntervalList } from '../../intervals/interval-list.js';
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

/** @param apiIdle API calls outside the work of the device. */
export function partitionSteps(
  { startNs, endNs }: StepBounds,
  { dispatches }: ProcessColumns,
  device: DeviceTimeline,
  apiIdle: IntervalList,
): StepParts {
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
    apiExposedNs: within(apiIdle),
    dispatchCounts,
    stepOfDispatch,
  };
}
