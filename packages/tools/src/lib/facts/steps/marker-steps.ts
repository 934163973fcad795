import type { CopyColumns, DispatchColumns, ProcessColumns, RegionColumns } from '@perfxpert/rocpd';
import type { DeviceTimeline } from '../device-timeline.js';
import type { StackIndex } from '../stack-index.js';
import { rowsOfMainStream } from './main-stream.js';
import type { MarkerLoop } from './marker-loop.js';
import type { StepBounds } from './step-bounds.js';

/**
 * The marked steps as a device sees them: a step runs from the first kernel launched in its range to that of the next
 * step, as the device lags behind the host; the last one to the end of what was launched in it. Kernels of the stream
 * with most of them count, because other streams start the work of later steps early; then any kernels, then copies,
 * whichever is the first to be found in half of the steps. Steps without any are left out. Where the program does
 * something else between two ranges for longer than half a range, the step ends with its last work. Without links to
 * launches the ranges themselves are the steps.
 */
export function markerSteps(
  loop: MarkerLoop,
  { dispatches, copies, regions }: ProcessColumns,
  device: DeviceTimeline,
  calls: StackIndex,
): StepBounds {
  const stepCount = loop.startNs.length;
  const extents = [
    () => extentOf(loop, dispatches, rowsOfMainStream(dispatches, device.dispatchRows), regions, calls),
    () => extentOf(loop, dispatches, device.dispatchRows, regions, calls),
    () => extentOf(loop, copies, device.copyRows, regions, calls),
  ];
  for (const measure of extents) {
    const extent = measure();
    if (2 * extent.steps.length >= stepCount) return linkedSteps(loop, extent);
  }
  const { marker, startNs, endNs } = loop;
  return { source: 'markers', marker, startNs, endNs, label: (step) => loop.texts[step] ?? '' };
}

/** First start and last end of what was launched in each range, and the ranges in which something was. */
interface Extent {
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly steps: readonly number[];
}

function extentOf(
  loop: MarkerLoop,
  { startNs, endNs, stackId }: Pick<DispatchColumns | CopyColumns, 'startNs' | 'endNs' | 'stackId'>,
  rows: Uint32Array,
  regions: RegionColumns,
  calls: StackIndex,
): Extent {
  const first = new Float64Array(loop.startNs.length).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(first.length).fill(Number.NEGATIVE_INFINITY);
  let known = -1;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const call = calls.rowOf(stackId[row] ?? 0);
    if (call < 0) continue;
    const time = regions.startNs[call] ?? 0;
    // Work of one range mostly comes in a row, so the last range found is looked at first.
    const isSame = time >= (loop.startNs[known] ?? Number.POSITIVE_INFINITY) && time < (loop.endNs[known] ?? 0);
    const step = isSame ? known : rangeAt(loop, time);
    if (step < 0) continue;
    known = step;
    first[step] = Math.min(first[step] ?? 0, startNs[row] ?? 0);
    last[step] = Math.max(last[step] ?? 0, endNs[row] ?? 0);
  }
  return { first, last, steps: Array.from(first.keys()).filter((step) => first[step] !== Number.POSITIVE_INFINITY) };
}

function linkedSteps(loop: MarkerLoop, { first, last, steps }: Extent): StepBounds {
  const startNs = Float64Array.from(steps, (step) => first[step] ?? 0);
  // Steps stay in order, whatever ran early.
  for (let at = 1; at < steps.length; at++) startNs[at] = Math.max(startNs[at] ?? 0, startNs[at - 1] ?? 0);
  const endNs = Float64Array.from(steps, (step, at) => {
    const next = startNs[at + 1] ?? Number.POSITIVE_INFINITY;
    if (steps[at + 1] === step + 1 && isAdjacent(loop, step)) return next;
    return Math.min(next, Math.max(last[step] ?? 0, startNs[at] ?? 0));
  });
  return {
    source: 'markers',
    marker: loop.marker,
    startNs,
    endNs,
    label: (at) => loop.texts[steps[at] ?? 0] ?? '',
  };
}

function isAdjacent({ startNs, endNs }: MarkerLoop, step: number): boolean {
  const end = endNs[step] ?? 0;
  return 2 * ((startNs[step + 1] ?? 0) - end) <= end - (startNs[step] ?? 0);
}

/** Range that holds a time; -1 for none. Binary search. */
function rangeAt({ startNs, endNs }: MarkerLoop, time: number): number {
  let low = 0;
  let high = startNs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((startNs[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time < (endNs[low - 1] ?? 0) ? low - 1 : -1;
}
