import type { RegionColumns } from '@perfxpert/rocpd';
import { apiFamilyOfCode } from '../facts/api-region.js';
import type { RegionClasses } from '../facts/api-region.js';
import { copyDirectionOf } from '../facts/copies/copy-direction.js';
import type { DeviceTimeline } from '../facts/device-timeline.js';
import { isMarkerCategory } from '../facts/marker-category.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { IDLE_CAUSES } from '../../terms/idle-cause-terms.js';
import type { LaneKind } from './trace-timeline.js';

/** Rows of one lane before they are thinned out. */
export interface LaneRows {
  readonly kind: LaneKind;
  readonly label: string;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** In order of start; null for all. */
  readonly rows: Uint32Array | null;
  nameOf(row: number): string;
}

/** More streams than this share one lane: single ones would be too many to look at. */
const MOST_STREAMS = 6;

/** Lanes of host ranges. */
const MOST_LEVELS = 3;
/** Texts of more marker ranges are not looked up: each costs a read of its extra data. */
const MOST_MARKER_TEXTS = 20_000;

/** Lanes of one device: a lane per stream and kind of kernel, its copies, its idle time by main cause. */
export function deviceLanes(
  stage: ProcessStage,
  device: DeviceTimeline,
  gapCauses: Uint8Array | undefined,
): LaneRows[] {
  return [
    ...kernelLanes(stage, device, 'compute'),
    ...kernelLanes(stage, device, 'communication'),
    ...copyLanes(stage, device),
    ...(gapCauses === undefined ? [] : [idleLane(device, gapCauses)]),
  ];
}

/** Lanes of the host side of a process: marker ranges and API calls. */
export function hostLanes({ columns }: ProcessStage, classes: RegionClasses): LaneRows[] {
  const { regions, details } = columns;
  const isMarker = regions.categories.map(isMarkerCategory);
  const api = new Uint32Array(regions.count);
  const markers = new Uint32Array(regions.count);
  let apiCount = 0;
  let markerCount = 0;
  let hasOtherFamilies = false;
  for (let row = 0; row < regions.count; row++) {
    const family = classes.family[row] ?? 0;
    if (family !== 0) {
      api[apiCount++] = row;
      hasOtherFamilies ||= apiFamilyOfCode(family) !== 'hip';
    } else if (isMarker[regions.category[row] ?? 0] === true) markers[markerCount++] = row;
  }
  const base = {
    startNs: regions.startNs,
    endNs: regions.endNs,
    nameOf: (row: number) => regions.names[regions.name[row] ?? 0] ?? '',
  };
  const marked = markers.subarray(0, markerCount);
  // What the program called its ranges; the region itself is named after the call that made it.
  const texts = markerCount > MOST_MARKER_TEXTS ? [] : details.markerTexts(marked);
  const textOf = new Map(texts.map((text, place) => [marked[place] ?? 0, text]));
  const nameOf = (row: number): string => textOf.get(row) ?? base.nameOf(row);
  const lanes: LaneRows[] = [
    ...byDepth(marked, regions).map((rows, depth): LaneRows => {
      const label = depth === 0 ? 'host ranges' : `ranges, level ${String(depth + 1)}`;
      return { ...base, kind: 'marker', label, rows, nameOf };
    }),
    { ...base, kind: 'api', label: hasOtherFamilies ? 'host API' : 'HIP API', rows: api.subarray(0, apiCount) },
  ];
  return lanes.filter(({ rows }) => rows === null || rows.length > 0);
}

/** Ranges by how many others of their thread they lie in, so that none hides another; the deepest levels share one. */
function byDepth(rows: Uint32Array, { endNs, startNs, thread }: RegionColumns): Uint32Array[] {
  const levels = Array.from({ length: MOST_LEVELS }, () => new Uint32Array(rows.length));
  const counts = levels.map(() => 0);
  const open = new Map<number, number[]>();
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const own = thread[row] ?? 0;
    const ends = open.get(own) ?? [];
    open.set(own, ends);
    // Parents come before their children: what ended by now is no parent any more.
    while (ends.length > 0 && (ends.at(-1) ?? 0) <= (startNs[row] ?? 0)) ends.pop();
    const level = Math.min(ends.length, MOST_LEVELS - 1);
    const target = levels[level];
    if (target !== undefined) target[counts[level] ?? 0] = row;
    counts[level] = (counts[level] ?? 0) + 1;
    ends.push(endNs[row] ?? 0);
  }
  return levels.map((level, depth) => level.subarray(0, counts[depth])).filter((level) => level.length > 0);
}

function kernelLanes(
  { columns, isCommunicationKernel }: ProcessStage,
  device: DeviceTimeline,
  kind: 'compute' | 'communication',
): LaneRows[] {
  const { dispatches, kernels } = columns;
  const wanted = kind === 'communication' ? 1 : 0;
  const byStream = new Uint32Array(dispatches.streams.length);
  for (let place = 0; place < device.dispatchRows.length; place++) {
    const row = device.dispatchRows[place] ?? 0;
    if (isCommunicationKernel[dispatches.kernel[row] ?? 0] !== wanted) continue;
    const stream = dispatches.stream[row] ?? 0;
    byStream[stream] = (byStream[stream] ?? 0) + 1;
  }
  const streams = [...byStream.keys()].filter((stream) => (byStream[stream] ?? 0) > 0);
  const lanes = streams.length > MOST_STREAMS ? [streams] : streams.map((stream) => [stream]);
  return lanes.map((members) => {
    const rows = new Uint32Array(members.reduce((sum, stream) => sum + (byStream[stream] ?? 0), 0));
    const only = members.length === 1 ? members[0] : undefined;
    let count = 0;
    for (let place = 0; place < device.dispatchRows.length; place++) {
      const row = device.dispatchRows[place] ?? 0;
      if (isCommunicationKernel[dispatches.kernel[row] ?? 0] !== wanted) continue;
      if (only === undefined || dispatches.stream[row] === only) rows[count++] = row;
    }
    const names = members.length > 1 ? `${String(members.length)} streams` : streamName(dispatches.streams[only ?? 0]);
    return {
      kind,
      label: kind === 'communication' ? `RCCL, ${names}` : names,
      startNs: dispatches.startNs,
      endNs: dispatches.endNs,
      rows,
      nameOf: (row: number) => kernels[dispatches.kernel[row] ?? 0]?.name ?? '',
    };
  });
}

function streamName(id: number | undefined): string {
  return id === undefined || id < 0 ? 'kernels' : `stream ${String(id)}`;
}

function copyLanes({ columns }: ProcessStage, device: DeviceTimeline): LaneRows[] {
  const { copies, process } = columns;
  if (device.copyRows.length === 0) return [];
  const nameOf = (row: number): string =>
    copyDirectionOf(
      process.agents[copies.sourceAgent[row] ?? 0xffff],
      process.agents[copies.destinationAgent[row] ?? 0xffff],
      copies.names[copies.name[row] ?? 0] ?? '',
    );
  return [
    { kind: 'copy', label: 'copies', startNs: copies.startNs, endNs: copies.endNs, rows: device.copyRows, nameOf },
  ];
}

function idleLane(device: DeviceTimeline, gapCauses: Uint8Array): LaneRows {
  const { starts, ends } = device.busy;
  return {
    kind: 'idle',
    label: 'idle causes',
    startNs: ends.subarray(0, Math.max(0, ends.length - 1)),
    endNs: starts.subarray(1),
    rows: null,
    nameOf: (gap) => (IDLE_CAUSES[gapCauses[gap] ?? 0] ?? 'unknown').replaceAll('_', ' '),
  };
}
