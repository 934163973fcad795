import type { RegionColumns } from '@perfxpert/rocpd';
import type { IntervalList } from '../../intervals/interval-list.js';
import { subtractIntervals } from '../../intervals/subtract-intervals.js';
import { UnionBuilder } from '../../intervals/union-builder.js';
import type { RegionClasses } from '../api-region.js';
import { indexCalls } from '../index-calls.js';
import type { ProcessStage } from '../process-stage.js';
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
 */
export function collectSteps({ columns, devices }: ProcessStage, classes: () => RegionClasses): LoopPart[] {
  const marked = findMarkerLoop(columns);
  const calls = marked === null ? null : indexCalls(columns.regions, classes());
  let api: IntervalList | null = null;
  return devices.flatMap((device) => {
    if (device.dispatchRows.length === 0) return [];
    const bounds =
      marked !== null && calls !== null ? markerSteps(marked, columns, device, calls) : sequenceSteps(columns, device);
    if (bounds === null || bounds.startNs.length < 2) return [];
    api ??= unionOfApi(columns.regions, classes());
    const parts = partitionSteps(bounds, columns, device, subtractIntervals(api, device.busy));
    const loop = describeLoop(bounds, parts, columns, device);
    return loop === null ? [] : [loop];
  });
}

function unionOfApi({ count, startNs, endNs }: RegionColumns, { apiClass }: RegionClasses): IntervalList {
  const union = new UnionBuilder();
  for (let row = 0; row < count; row++) if (apiClass[row] !== 0) union.add(startNs[row] ?? 0, endNs[row] ?? 0);
  return union.finish();
}
