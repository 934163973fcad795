import { IDLE_CAUSES } from '../../terms/idle-cause-terms.js';
import { copyDirectionOf } from '../facts/copies/copy-direction.js';
import type { DeviceTimeline } from '../facts/device-timeline.js';
import type { ProcessStage } from '../facts/process-stage.js';
import type { LaneRows } from './lane-rows.js';

/** More streams than this share one lane: single ones would be too many to look at. */
const MOST_STREAMS = 6;

/** Lanes of one device: a lane per stream and kind of kernel, its copies, its idle time by main cause. */
export function deviceLanes(
  stage: ProcessStage,
  device: DeviceTimeline,
  gapCauses: Uint8Array | undefined,
): LaneRows[] {
  return [
    ...kernelLanes(stage, device),
    ...copyLanes(stage, device),
    ...(gapCauses === undefined ? [] : [idleLane(device, gapCauses)]),
  ];
}

/** Compute lanes, then those of communication kernels. */
function kernelLanes({ columns, isCommunicationKernel }: ProcessStage, { dispatchRows }: DeviceTimeline): LaneRows[] {
  const { dispatches, kernels } = columns;
  const streamCount = dispatches.streams.length;
  /** What tells lanes apart: the stream for compute kernels, `streamCount` more for communication kernels. */
  const keyOf = (row: number): number =>
    (dispatches.stream[row] ?? 0) + (isCommunicationKernel[dispatches.kernel[row] ?? 0] === 1 ? streamCount : 0);
  const isOneLane = streamCount === 1 && !isCommunicationKernel.includes(1);
  const counts = isOneLane ? Uint32Array.of(dispatchRows.length) : countKeys(dispatchRows, keyOf, 2 * streamCount);
  const keys = [...counts.keys()].filter((key) => counts[key] !== 0);
  const lanes = [keys.filter((key) => key < streamCount), keys.filter((key) => key >= streamCount)].flatMap((ofKind) =>
    ofKind.length > MOST_STREAMS ? [ofKind] : ofKind.map((key) => [key]),
  );
  const rowsOfLanes = lanes.length === 1 ? [dispatchRows] : dealRows(dispatchRows, keyOf, lanes, counts);
  return lanes.map((members, lane): LaneRows => {
    const key = members[0] ?? 0;
    const isCommunication = key >= streamCount;
    const streams =
      members.length > 1 ? `${String(members.length)} streams` : streamName(dispatches.streams[key % streamCount]);
    const rows = rowsOfLanes[lane];
    return {
      kind: isCommunication ? 'communication' : 'compute',
      label: isCommunication ? `RCCL, ${streams}` : streams,
      startNs: dispatches.startNs,
      endNs: dispatches.endNs,
      rows: rows?.length === dispatches.count ? null : (rows ?? null),
      nameOf: (row) => kernels[dispatches.kernel[row] ?? 0]?.name ?? '',
    };
  });
}

function countKeys(rows: Uint32Array, keyOf: (row: number) => number, keyCount: number): Uint32Array {
  const counts = new Uint32Array(keyCount);
  for (let place = 0; place < rows.length; place++) {
    const key = keyOf(rows[place] ?? 0);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Rows of each lane, which is a list of keys, in the order of `rows`. */
function dealRows(
  rows: Uint32Array,
  keyOf: (row: number) => number,
  lanes: readonly (readonly number[])[],
  counts: Uint32Array,
): Uint32Array[] {
  const laneOfKey = new Uint32Array(counts.length);
  for (const [lane, keys] of lanes.entries()) for (const key of keys) laneOfKey[key] = lane;
  const dealt = lanes.map((keys) => new Uint32Array(keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0)));
  const filled = new Uint32Array(lanes.length);
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const lane = laneOfKey[keyOf(row)] ?? 0;
    const own = dealt[lane];
    const next = filled[lane] ?? 0;
    if (own !== undefined) own[next] = row;
    filled[lane] = next + 1;
  }
  return dealt;
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
