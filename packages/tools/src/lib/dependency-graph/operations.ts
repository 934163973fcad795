import type { ProcessColumns } from '@perfxpert/rocpd';
import { numberPairs } from '../facts/dense-pairs.js';
import type { ProcessStage } from '../facts/process-stage.js';

/**
 * Kernels and copies of the devices of one process in order of (start, end); kernels before copies of equal times.
 * Copies without a GPU end are left out: they occupy no device.
 */
export interface Operations {
  readonly count: number;
  /** In the frame of the process, nanoseconds. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Row of the dispatches, or of the copies where `isCopy` is 1. */
  readonly row: Uint32Array;
  readonly isCopy: Uint8Array;
  /** Index into `lanes`. */
  readonly lane: Uint16Array | Uint32Array;
  /** One entry per pair of device and stream that occurs, in order of first appearance. */
  readonly lanes: readonly Lane[];
}

/** What a stream of a device executes one after the other: a copy waits for the kernels before it. */
export interface Lane {
  /** Index into the agents of the process. */
  readonly agentIndex: number;
  /** Id of the stream; null where the trace names none. */
  readonly stream: number | null;
}

/** Merges the dispatches and copies of a process, both in order already. Linear. */
export function mergeOperations({ columns, devices }: ProcessStage): Operations {
  const { dispatches, copies, process } = columns;
  const agentOfCopy = new Uint32Array(copies.count).fill(process.agents.length + 1);
  for (const { agentIndex, copyRows } of devices) for (const row of copyRows) agentOfCopy[row] = agentIndex;
  const deviceCopies = devices.reduce((sum, { copyRows }) => sum + copyRows.length, 0);
  const deviceDispatches = devices.reduce((sum, { dispatchRows }) => sum + dispatchRows.length, 0);
  const count = deviceDispatches + deviceCopies;
  const streams = [...new Set([...dispatches.streams, ...copies.streams])];
  const streamIndex = new Map(streams.map((stream, index) => [stream, index]));
  const indicesOf = (ids: readonly number[]): Uint32Array => Uint32Array.from(ids, (id) => streamIndex.get(id) ?? 0);
  const dispatchStream = indicesOf(dispatches.streams);
  const copyStream = indicesOf(copies.streams);
  const agentLimit = process.agents.length + 1;
  const merged = {
    startNs: new Float64Array(count),
    endNs: new Float64Array(count),
    row: new Uint32Array(count),
    isCopy: new Uint8Array(count),
  };
  const agent = new Uint32Array(count);
  const stream = new Uint32Array(count);
  let dispatch = 0;
  let copy = 0;
  for (let filled = 0; filled < count;) {
    while (dispatch < dispatches.count && (dispatches.agent[dispatch] ?? 0) >= agentLimit) dispatch++;
    while (copy < copies.count && (agentOfCopy[copy] ?? 0) >= agentLimit) copy++;
    const takesCopy = isCopyNext(columns, dispatch, copy);
    const source = takesCopy ? copies : dispatches;
    const row = takesCopy ? copy++ : dispatch++;
    merged.startNs[filled] = source.startNs[row] ?? 0;
    merged.endNs[filled] = source.endNs[row] ?? 0;
    merged.row[filled] = row;
    merged.isCopy[filled] = takesCopy ? 1 : 0;
    agent[filled] = (takesCopy ? agentOfCopy[row] : dispatches.agent[row]) ?? 0;
    stream[filled] =
      (takesCopy ? copyStream[copies.stream[row] ?? 0] : dispatchStream[dispatches.stream[row] ?? 0]) ?? 0;
    filled++;
  }
  const pairs = numberPairs({
    count,
    first: agent,
    firstLimit: agentLimit,
    second: stream,
    secondLimit: Math.max(1, streams.length),
  });
  const lanes = pairs.first.map((agentIndex, lane): Lane => {
    const id = streams[pairs.second[lane] ?? 0] ?? -1;
    return { agentIndex, stream: id < 0 ? null : id };
  });
  return { count, ...merged, lane: pairs.idOfRow, lanes };
}

/** Whether the next copy comes before the next dispatch in order of (start, end). */
function isCopyNext({ dispatches, copies }: ProcessColumns, dispatch: number, copy: number): boolean {
  if (dispatch >= dispatches.count) return true;
  if (copy >= copies.count) return false;
  const dispatchStart = dispatches.startNs[dispatch] ?? 0;
  const copyStart = copies.startNs[copy] ?? 0;
  if (copyStart !== dispatchStart) return copyStart < dispatchStart;
  return (copies.endNs[copy] ?? 0) < (dispatches.endNs[dispatch] ?? 0);
}

/** Name to show of an operation: that of the kernel, or the direction of the copy as the trace has it. */
export function operationName({ kernels, dispatches, copies }: ProcessColumns, row: number, isCopy: boolean): string {
  if (!isCopy) return kernels[dispatches.kernel[row] ?? 0]?.name ?? '';
  return copyName(copies.names[copies.name[row] ?? 0] ?? '');
}

/** Name to show of a copy by the text of the trace. */
export function copyName(name: string): string {
  return name === '' ? 'memory copy' : name;
}
