import { categorizeKernelName } from '@perfxpert/knowledge';
import type { CopyColumns, DispatchColumns, ProcessColumns, TraceAgent } from '@perfxpert/rocpd';
import { EMPTY_INTERVALS } from '../intervals/empty-intervals.js';
import { unionOfLists } from '../intervals/union-of-lists.js';
import { unionOfRows } from '../intervals/union-of-rows.js';
import type { DeviceTimeline } from './device-timeline.js';
import type { ProcessStage } from './process-stage.js';

/**
 * The stage of one process: its kernels and copies by device, merged into intervals once for all sections.
 *
 * A dispatch belongs to the agent it names, whatever that is. A copy belongs to its destination if that is a GPU, else
 * to its source if that is one; a copy without a GPU end belongs to no device and does not widen the window.
 */
export function createProcessStage(processIndex: number, columns: ProcessColumns): ProcessStage {
  const { dispatches, copies, kernels, process } = columns;
  const agentCount = process.agents.length + 1;
  const isCommunicationKernel = Uint8Array.from(kernels, (kernel) => (isCommunicationName(kernel.name) ? 1 : 0));
  const dispatchRows = rowsByAgent(dispatches.agent, dispatches.count, agentCount);
  const copyRows = rowsByAgent(deviceOfCopies(copies, process.agents), copies.count, agentCount);
  const devices: DeviceTimeline[] = [];
  for (let agentIndex = 0; agentIndex < agentCount; agentIndex++) {
    const ownDispatches = dispatchRows[agentIndex] ?? new Uint32Array(0);
    const ownCopies = copyRows[agentIndex] ?? new Uint32Array(0);
    if (ownDispatches.length + ownCopies.length === 0) continue;
    // Without rows to choose from, the union needs no look-ups.
    const isAlone = ownDispatches.length === dispatches.startNs.length;
    const kernelUnion = unionOfRows(dispatches.startNs, dispatches.endNs, isAlone ? undefined : ownDispatches);
    const copyUnion = ownCopies.length === 0 ? EMPTY_INTERVALS : unionOfRows(copies.startNs, copies.endNs, ownCopies);
    const computeRows = withoutCommunication(dispatches, ownDispatches, isCommunicationKernel);
    devices.push({
      agentIndex,
      dispatchRows: ownDispatches,
      copyRows: ownCopies,
      kernels: kernelUnion,
      computeKernels:
        computeRows === null ? kernelUnion : unionOfRows(dispatches.startNs, dispatches.endNs, computeRows),
      copies: copyUnion,
      busy: unionOfLists(kernelUnion, copyUnion),
    });
  }
  return { processIndex, columns, devices, window: windowOf(devices, dispatches, copies), isCommunicationKernel };
}

/** True for kernels of RCCL, NCCL and MSCCL++, by name. */
function isCommunicationName(name: string): boolean {
  return categorizeKernelName(name) === 'NCCL';
}

/** Per copy the agent it belongs to; 65535 for none, which is no valid index. */
export function deviceOfCopies(copies: CopyColumns, agents: readonly TraceAgent[]): Uint16Array {
  const isGpu = agents.map(({ type }) => type === 'GPU');
  const device = new Uint16Array(copies.count).fill(0xffff);
  for (let row = 0; row < copies.count; row++) {
    const destination = copies.destinationAgent[row] ?? 0xffff;
    const source = copies.sourceAgent[row] ?? 0xffff;
    if (isGpu[destination] === true) device[row] = destination;
    else if (isGpu[source] === true) device[row] = source;
  }
  return device;
}

/** Rows by agent index, in order of rows; indices from `agentCount` on are left out. */
function rowsByAgent(agent: Uint16Array, rowCount: number, agentCount: number): Uint32Array[] {
  const counts = new Uint32Array(agentCount);
  for (let row = 0; row < rowCount; row++) {
    const index = agent[row] ?? 0;
    if (index < agentCount) counts[index] = (counts[index] ?? 0) + 1;
  }
  const rows = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(agentCount);
  for (let row = 0; row < rowCount; row++) {
    const index = agent[row] ?? 0;
    const own = rows[index];
    if (own === undefined) continue;
    const place = filled[index] ?? 0;
    own[place] = row;
    filled[index] = place + 1;
  }
  return rows;
}

/** The rows that are no communication kernels; null where all of them are none. */
function withoutCommunication(
  { kernel }: DispatchColumns,
  rows: Uint32Array,
  isCommunicationKernel: Uint8Array,
): Uint32Array | null {
  if (!isCommunicationKernel.includes(1)) return null;
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    if (isCommunicationKernel[kernel[row] ?? 0] !== 1) kept[count++] = row;
  }
  return count === rows.length ? null : kept.slice(0, count);
}

/** First start to last end over the rows of all devices, rows of no length included; null without rows. */
function windowOf(
  devices: readonly DeviceTimeline[],
  dispatches: DispatchColumns,
  copies: CopyColumns,
): ProcessStage['window'] {
  const spans = devices.flatMap((device) => [
    spanOf(dispatches.startNs, dispatches.endNs, device.dispatchRows),
    spanOf(copies.startNs, copies.endNs, device.copyRows),
  ]);
  const startNs = Math.min(...spans.map((span) => span.startNs));
  const endNs = Math.max(...spans.map((span) => span.endNs));
  return startNs <= endNs ? { startNs, endNs } : null;
}

/** First start and last end of some rows; infinite the wrong way round for none. */
function spanOf(starts: Float64Array, ends: Float64Array, rows: Uint32Array): { startNs: number; endNs: number } {
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const start = starts[row] ?? 0;
    const end = ends[row] ?? 0;
    if (start < startNs) startNs = start;
    if (end > endNs) endNs = end;
  }
  return { startNs, endNs };
}
