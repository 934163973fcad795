import type { ProcessColumns } from '@perfxpert/rocpd';
import type { DeviceTimeline } from '../device-timeline.js';
import { rowsOfMainStream } from './main-stream.js';
import { findRepetition } from './repeated-sequence.js';
import type { StepBounds } from './step-bounds.js';

/**
 * Steps by a repeated sequence of kernels on the stream of a device that ran most of them: a step runs from the start
 * of its first kernel to that of the next step's. The last one, whose end no other step marks, is left out. Null where
 * nothing repeats.
 */
export function sequenceSteps({ dispatches, kernels }: ProcessColumns, device: DeviceTimeline): StepBounds | null {
  const rows = rowsOfMainStream(dispatches, device.dispatchRows);
  const sequence = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) sequence[place] = dispatches.kernel[rows[place] ?? 0] ?? 0;
  const places = findRepetition(sequence, kernels.length);
  if (places === null) return null;
  const times = Float64Array.from(places, (place) => dispatches.startNs[rows[place] ?? 0] ?? 0);
  return {
    source: 'sequence',
    marker: null,
    startNs: times.subarray(0, Math.max(0, times.length - 1)),
    endNs: times.subarray(1),
    label: (step) => String(step + 1),
  };
}
