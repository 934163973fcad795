import type { RegionColumns } from '@perfxpert/rocpd';
import type { DeviceBreakdown, ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { lengthWithin } from '../intervals/length-within.js';
import { EMPTY_INTERVALS } from '../intervals/empty-intervals.js';
import type { IntervalList } from '../intervals/interval-list.js';
import { totalLength } from '../intervals/total-length.js';
import { UnionBuilder } from '../intervals/union-builder.js';
import { OverlapMeter, forEachApiPiece } from './api-pieces.js';
import { API_CLASS_CODE, classifyRegions } from './api-region.js';
import { callsBesideWork } from './calls-beside-work.js';
import { UNKNOWN_AGENT_ID } from './create-merge-context.js';
import type { MergeContext, ProcessGroup } from './merge-context.js';
import { addPartitions, meanPartition, partitionFields } from './partition-arithmetic.js';
import type { Partition } from './partition-arithmetic.js';
import type { ProcessStage } from './process-stage.js';

/**
 * Where the time of one process's devices went, inside its own window. The window of its group may be wider, so the
 * API calls that lie outside the own window come along as intervals: every device of the process is idle there.
 */
export interface PartitionPart {
  readonly devices: readonly DevicePartition[];
  /** Union of API calls outside the own window. */
  readonly apiOutside: IntervalList;
  /** Union of those of them that wait. */
  readonly waitOutside: IntervalList;
}

/** One device inside the own window of its process. */
export interface DevicePartition extends Omit<Partition, 'wallNs'> {
  readonly agentIndex: number;
  readonly kernelTimeNs: number;
}

/**
 * Partition of one process's devices (docs/decisions/0001-partition-of-time.md): compute = |U(kernels)|, copy_exposed =
 * |U(copies) \ U(kernels)|, api_exposed = |U(API calls) in the window \ U(kernels and copies)|, communication_exposed =
 * |U(kernels)| - |U(kernels other than communication)|.
 *
 * @param classes of the regions, for callers that have them already.
 * @param callsOf the calls beside work (`callsBesideWork`), likewise.
 */
export function collectPartition(
  { columns, devices, window }: ProcessStage,
  classes = classifyRegions(columns.regions),
  callsOf = (): Uint32Array => callsBesideWork(columns.regions, classes, devices),
): PartitionPart {
  if (window === null) return { devices: [], apiOutside: EMPTY_INTERVALS, waitOutside: EMPTY_INTERVALS };
  const { regions } = columns;
  const calls = callsOf();
  const waits = calls.filter((row) => classes.apiClass[row] === API_CLASS_CODE.sync);
  const api = measureCalls(regions, calls, window, devices);
  const wait = measureCalls(regions, waits, window, devices);
  return {
    devices: devices.map(({ agentIndex, dispatchRows, kernels, computeKernels, copies, busy }, place) => {
      const computeNs = totalLength(kernels);
      const copyExposedNs = totalLength(busy) - computeNs;
      return {
        agentIndex,
        kernelTimeNs: summedLength(columns.dispatches.startNs, columns.dispatches.endNs, dispatchRows),
        computeNs,
        copyExposedNs,
        copyHiddenNs: totalLength(copies) - copyExposedNs,
        communicationExposedNs: computeKernels === kernels ? 0 : computeNs - totalLength(computeKernels),
        apiExposedNs: api.inWindowNs - (api.underWorkNs[place] ?? 0),
        apiExposedWaitNs: wait.inWindowNs - (wait.underWorkNs[place] ?? 0),
      };
    }),
    apiOutside: api.outside,
    waitOutside: wait.outside,
  };
}

/**
 * The breakdown of all processes: devices each by themselves, the mean over the devices of a group, the sum over
 * groups; percents are taken of the sums. All zero without devices. concurrency is summed kernel time over compute time
 * of all devices, null where no kernel has any length.
 */
export function mergePartition(parts: readonly PartitionPart[], context: MergeContext): ExecutionBreakdown {
  const devices: DeviceBreakdown[] = [];
  const groupPartitions: Partition[] = [];
  let kernelTimeNs = 0;
  let computeNs = 0;
  for (const [groupIndex, group] of context.groups.entries()) {
    const members: Partition[] = [];
    for (const [place, processIndex] of group.processIndices.entries()) {
      const part = parts[processIndex];
      if (part === undefined) continue;
      for (const device of part.devices) {
        const partition = inGroupWindow(device, part, group, place);
        members.push(partition);
        devices.push(deviceBreakdown(device, partition, context, processIndex, groupIndex));
        kernelTimeNs += device.kernelTimeNs;
        computeNs += device.computeNs;
      }
    }
    if (members.length > 0) groupPartitions.push(meanPartition(members, group.wallNs));
  }
  return {
    ...partitionFields(addPartitions(groupPartitions), concurrencyOf(kernelTimeNs, computeNs)),
    kernel_time_ns: kernelTimeNs,
    group_count: groupPartitions.length,
    devices,
  };
}

/** API calls against the window of their process and the work of its devices. */
interface CallMeasure {
  /** Union of the calls inside the window. */
  readonly inWindowNs: number;
  /** Of it what lies under work, by device. */
  readonly underWorkNs: readonly number[];
  /** Union of the calls outside the window. */
  readonly outside: IntervalList;
}

function measureCalls(
  regions: RegionColumns,
  rows: Uint32Array,
  window: { readonly startNs: number; readonly endNs: number },
  devices: ProcessStage['devices'],
): CallMeasure {
  const meters = devices.map(({ busy }) => new OverlapMeter(busy));
  const outside = new UnionBuilder();
  let inWindowNs = 0;
  forEachApiPiece(regions, rows, (startNs, endNs) => {
    inWindowNs += Math.max(0, Math.min(endNs, window.endNs) - Math.max(startNs, window.startNs));
    outside.add(startNs, Math.min(endNs, window.startNs));
    outside.add(Math.max(startNs, window.endNs), endNs);
    for (const meter of meters) meter.add(startNs, endNs);
  });
  return { inWindowNs, underWorkNs: meters.map(({ totalNs }) => totalNs), outside: outside.finish() };
}

function summedLength(startNs: Float64Array, endNs: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    sum += (endNs[row] ?? 0) - (startNs[row] ?? 0);
  }
  return sum;
}

/** A device's partition over the window of its group: outside its own window it only adds exposed API calls. */
function inGroupWindow(device: DevicePartition, part: PartitionPart, group: ProcessGroup, place: number): Partition {
  const { startNs = 0, endNs = 0 } = group.windows[place] ?? {};
  return {
    wallNs: group.wallNs,
    computeNs: device.computeNs,
    copyExposedNs: device.copyExposedNs,
    copyHiddenNs: device.copyHiddenNs,
    communicationExposedNs: device.communicationExposedNs,
    apiExposedNs: device.apiExposedNs + lengthWithin(part.apiOutside, startNs, endNs),
    apiExposedWaitNs: device.apiExposedWaitNs + lengthWithin(part.waitOutside, startNs, endNs),
  };
}

function deviceBreakdown(
  device: DevicePartition,
  partition: Partition,
  context: MergeContext,
  processIndex: number,
  group: number,
): DeviceBreakdown {
  const known = context.devices[context.deviceIndex(processIndex, device.agentIndex)];
  return {
    guid: context.processes[processIndex]?.guid ?? '',
    agent_id: known?.agentId ?? UNKNOWN_AGENT_ID,
    label: known?.label ?? '',
    gfx_id: known?.agent?.gfxId ?? null,
    group,
    kernel_time_ns: device.kernelTimeNs,
    ...partitionFields(partition, concurrencyOf(device.kernelTimeNs, device.computeNs)),
  };
}

function concurrencyOf(kernelTimeNs: number, computeNs: number): number | null {
  return computeNs === 0 ? null : kernelTimeNs / computeNs;
}
