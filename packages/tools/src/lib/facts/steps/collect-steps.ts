import type { RegionClasses } from '../api-region.js';
import { callsBesideWork } from '../calls-beside-work.js';
import { indexCalls } from '../index-calls.js';
import type { ProcessStage } from '../process-stage.js';
import type { StackIndex } from '../stack-index.js';
import { describeLoop } from './describe-loop.js';
import type { LoopPart } from './loop-part.js';
import { findMarkerLoop } from './marker-loop.js';
import { markerSteps } from './marker-steps.js';
import { sequenceSteps } from './sequence-steps.js';
import { partitionSteps } from './step-parts.js';

/**
 * The loops of one process's devices, docs/decisions/0009-steps.md: by the markers of the program where it has them, else
 * by the sequence of kernels. Devices whose work doesn't repeat are left out.
 *
 * @param classes of the regions, made when they are first needed.
 * @param callsOf index of the calls by correlation id, likewise.
 * @param besideOf the calls beside work (`callsBesideWork`), likewise.
 */
export function collectSteps(
  { columns, devices }: ProcessStage,
  classes: () => RegionClasses,
  callsOf = (): StackIndex => indexCalls(columns.regions, classes()),
  besideOf = (): Uint32Array => callsBesideWork(columns.regions, classes(), devices),
): LoopPart[] {
  const marked = findMarkerLoop(columns, classes());
  const calls = marked === null ? null : callsOf();
  return devices.flatMap((device) => {
    if (device.dispatchRows.length === 0) return [];
    const bounds =
      marked !== null && calls !== null ? markerSteps(marked, columns, device, calls) : sequenceSteps(columns, device);
    if (bounds === null || bounds.startNs.length < 2) return [];
    const parts = partitionSteps(bounds, columns, device, besideOf());
    const loop = describeLoop(bounds, parts, columns, device, {
      regions: columns.regions,
      classes: classes(),
      besideWork: besideOf(),
    });
    return loop === null ? [] : [loop];
  });
}
