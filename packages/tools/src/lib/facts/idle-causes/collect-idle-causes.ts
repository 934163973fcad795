import { totalLength } from '../../intervals/total-length.js';
import { classifyRegions } from '../api-region.js';
import { callsBesideWork } from '../calls-beside-work.js';
import type { DeviceTimeline } from '../device-timeline.js';
import { indexCalls } from '../index-calls.js';
import type { ProcessStage } from '../process-stage.js';
import type { StackIndex } from '../stack-index.js';
import { causesOfCalls } from './call-causes.js';
import { EdgeRecorder } from './edge-recorder.js';
import { GapWalker } from './gap-walker.js';
import { RangeTimer, hostRangesOf } from './host-ranges.js';
import type { HostRanges } from './host-ranges.js';
import { walkHostTime } from './host-timeline.js';
import type { DeviceIdlePart, IdlePart } from './idle-part.js';
import { emptyTally } from './idle-tally.js';
import { NextOperations } from './next-operation.js';

/**
 * What the host did while devices had nothing to run (docs/decisions/0008-idle-causes.md): the gaps between kernels and
 * copies of each device, cut at the API calls of the process. Linear but for the order in which calls end; calls under
 * work of all devices cost nothing.
 *
 * @param classes of the regions, for callers that have them already.
 * @param callsOf index of the calls by correlation id, likewise.
 * @param besideOf the calls beside work (`callsBesideWork`), likewise.
 * @param gapCauses takes, by agent index, the cause with most of the time of each gap (index into `IDLE_CAUSES`; of equal
 * ones the first), for callers that draw the gaps; gap n lies between the n-th piece of `busy` and the next.
 */
export function collectIdleCauses(
  stage: ProcessStage,
  classes = classifyRegions(stage.columns.regions),
  callsOf = (): StackIndex => indexCalls(stage.columns.regions, classes),
  besideOf = (): Uint32Array => callsBesideWork(stage.columns.regions, classes, stage.devices),
  gapCauses: Map<number, Uint8Array> | null = null,
): IdlePart {
  const { columns, devices } = stage;
  const { regions } = columns;
  const hasApi = classes.apiCount > 0;
  const calls: StackIndex = hasApi ? callsOf() : { rowOf: () => -1 };
  const ranges = hostRangesOf(regions, classes);
  const walks = devices.map((device) => walkDevice(stage, device, calls, hasApi, ranges, gapCauses));
  const spans = walks.map(({ part }) => part.span);
  const edges = new EdgeRecorder(
    Math.max(...spans.map((span) => span?.startNs ?? Number.POSITIVE_INFINITY)),
    Math.min(...spans.map((span) => span?.endNs ?? Number.POSITIVE_INFINITY)),
    regions.names,
  );
  const walkers = walks.map(({ walker }) => walker);
  if (hasApi && devices.length > 0) {
    walkHostTime(regions, besideOf(), causesOfCalls(columns, classes, calls), {
      cover: (startNs, endNs, cause, name) => {
        for (let place = 0; place < walkers.length; place++) walkers[place]?.cover(startNs, endNs, cause, name);
        edges.cover(startNs, endNs, cause, name);
      },
    });
  }
  for (const { walker, part, rangeTimer } of walks) {
    walker.finish();
    rangeTimer?.finish(part.tally);
  }
  return { hasApi, devices: walks.map(({ part }) => part), edges: edges.finish() };
}

function walkDevice(
  { columns }: ProcessStage,
  device: DeviceTimeline,
  calls: StackIndex,
  hasApi: boolean,
  ranges: HostRanges | null,
  gapCauses: Map<number, Uint8Array> | null,
): { readonly walker: GapWalker; readonly part: DeviceIdlePart; readonly rangeTimer: RangeTimer | null } {
  const { starts, ends } = device.busy;
  const startNs = starts[0];
  const endNs = ends[ends.length - 1];
  const span = startNs === undefined || endNs === undefined ? null : { startNs, endNs };
  const operations = new NextOperations(columns, device, calls);
  operations.moveTo(span?.startNs ?? Number.NEGATIVE_INFINITY);
  const first = operations.current();
  // Gap n lies between the n-th piece of work and the next: views of the union, nothing is copied.
  const gaps = { starts: ends.subarray(0, Math.max(0, ends.length - 1)), ends: starts.subarray(1) };
  const tally = emptyTally();
  const restOf = (gap: number): number => {
    operations.moveTo(gaps.ends[gap] ?? 0);
    return operations.restCause(hasApi, gaps.starts[gap] ?? 0);
  };
  const computeNs = totalLength(device.kernels);
  const rangeTimer = ranges === null ? null : new RangeTimer(columns, ranges);
  const mainCauses = gapCauses === null ? null : new Uint8Array(gaps.starts.length);
  if (mainCauses !== null) gapCauses?.set(device.agentIndex, mainCauses);
  return {
    walker: new GapWalker(
      gaps,
      columns.regions.names,
      tally,
      restOf,
      () => operations.kernelName(),
      rangeTimer,
      () => operations.launchThread(),
      mainCauses,
    ),
    rangeTimer,
    part: {
      agentIndex: device.agentIndex,
      computeNs,
      copyExposedNs: totalLength(device.busy) - computeNs,
      tally,
      span,
      first,
    },
  };
}
