import { lengthWithin } from '../../intervals/length-within.js';
import { totalLength } from '../../intervals/total-length.js';
import { unionOfRows } from '../../intervals/union-of-rows.js';
import { apiFamilyOf, classifyRegions } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import { findCollectiveCalls } from './find-collective-calls.js';
import { toCollectiveColumns } from './collective-columns.js';
import type { CollectiveColumns, CollectiveRow } from './collective-columns.js';
import { collectiveOpOfKernel, communicationCallOf } from './collective-op.js';
import { describeUnit, readCalls } from './describe-unit.js';
import type { UnitFacts } from './describe-unit.js';
import type { DeviceTimeline } from '../device-timeline.js';
import { linkCollectives } from './link-collectives.js';
import type { ProcessStage } from '../process-stage.js';
import { readInitRanks } from './rank-count.js';
import type { InitRanks } from './rank-count.js';

/** Communication kernels of one device of a process. */
export interface CommunicationDevice {
  readonly agentIndex: number;
  readonly kernelCount: number;
  /** Summed duration, their union, and the part of it that no other kernel covers. */
  readonly totalNs: number;
  readonly unionNs: number;
  readonly exposedNs: number;
}

/** The communication of one process; null in place of it where there is none. */
export interface CommunicationPart {
  /** Start of the process's window of GPU work, in its frame; null without any. */
  readonly windowStartNs: number | null;
  readonly collectives: CollectiveColumns;
  /** Devices that ran communication kernels. */
  readonly devices: readonly CommunicationDevice[];
  readonly initRanks: InitRanks;
}

/**
 * Finds the communication kernels of a process and the calls they belong to. Linear in its regions and dispatches; null
 * without communication kernels and collective calls.
 *
 * @param classesOf the classes of the regions, asked for only where there is communication.
 */
export function collectCommunication(
  stage: ProcessStage,
  classesOf: () => RegionClasses = () => classifyRegions(stage.columns.regions),
): CommunicationPart | null {
  const { columns, devices, window } = stage;
  const kernelRows = devices.map((device) => communicationRows(stage, device));
  if (kernelRows.every((rows) => rows.length === 0) && !columns.regions.names.some(isCollectiveName)) return null;
  const classes = classesOf();
  const calls = findCollectiveCalls(columns.regions, classes);
  const hasCalls = calls.units.some(({ callRows }) => callRows.length > 0);
  if (!hasCalls && kernelRows.every((rows) => rows.length === 0)) return null;
  const facts = readCalls(columns, calls.units);
  const unitOfKernel = kernelRows.map((rows) => linkCollectives(columns, classes, calls, rows));
  const kernelCounts = new Uint32Array(calls.units.length);
  for (const units of unitOfKernel)
    for (const unit of units) if (unit >= 0) kernelCounts[unit] = (kernelCounts[unit] ?? 0) + 1;
  const units = calls.units.map(({ callRows }, unit): UnitFacts | null =>
    callRows.length === 0
      ? null
      : describeUnit(
          callRows.flatMap((row) => facts.get(row) ?? []),
          kernelCounts[unit] ?? 0,
        ),
  );
  const rows: CollectiveRow[] = [];
  for (const [place, device] of devices.entries())
    for (const [index, row] of (kernelRows[place] ?? []).entries())
      rows.push(kernelRow(stage, device, row, units[unitOfKernel[place]?.[index] ?? -1] ?? null));
  for (const [unit, own] of units.entries())
    if (own !== null && kernelCounts[unit] === 0) rows.push({ ...WITHOUT_KERNEL, ...own });
  return {
    windowStartNs: window?.startNs ?? null,
    collectives: toCollectiveColumns(
      rows,
      columns.kernels.map(({ name }) => name),
    ),
    devices: devices.flatMap((device, place) => communicationDevice(stage, device, kernelRows[place]) ?? []),
    initRanks: readInitRanks(columns, calls.initRows),
  };
}

const WITHOUT_KERNEL = {
  kernelName: -1,
  agent: -1,
  stream: Number.NaN,
  startNs: Number.NaN,
  endNs: Number.NaN,
  coveredNs: 0,
  hasCall: true,
} as const;

function isCollectiveName(name: string): boolean {
  return apiFamilyOf('RCCL_API', name) !== null && communicationCallOf(name).kind === 'collective';
}

function communicationRows(
  { columns, isCommunicationKernel }: ProcessStage,
  { dispatchRows }: DeviceTimeline,
): Uint32Array {
  const { kernel } = columns.dispatches;
  return dispatchRows.filter((row) => isCommunicationKernel[kernel[row] ?? 0] === 1);
}

function kernelRow(
  { columns }: ProcessStage,
  device: DeviceTimeline,
  row: number,
  unit: UnitFacts | null,
): CollectiveRow {
  const { dispatches, kernels } = columns;
  const startNs = dispatches.startNs[row] ?? 0;
  const endNs = dispatches.endNs[row] ?? 0;
  const kernelName = dispatches.kernel[row] ?? 0;
  return {
    op: unit?.op ?? collectiveOpOfKernel(kernels[kernelName]?.name ?? ''),
    kernelName,
    agent: device.agentIndex,
    stream: dispatches.streams[dispatches.stream[row] ?? 0] ?? Number.NaN,
    startNs,
    endNs,
    coveredNs: device.computeKernels === device.kernels ? 0 : lengthWithin(device.computeKernels, startNs, endNs),
    communicator: unit?.communicator ?? null,
    hasCall: unit !== null,
    payloads: unit?.payloads ?? null,
  };
}

function communicationDevice(
  { columns }: ProcessStage,
  device: DeviceTimeline,
  rows: Uint32Array | undefined,
): CommunicationDevice | null {
  if (rows === undefined || rows.length === 0) return null;
  const { startNs, endNs } = columns.dispatches;
  return {
    agentIndex: device.agentIndex,
    kernelCount: rows.length,
    totalNs: rows.reduce((sum, row) => sum + (endNs[row] ?? 0) - (startNs[row] ?? 0), 0),
    unionNs: totalLength(unionOfRows(startNs, endNs, rows)),
    exposedNs: totalLength(device.kernels) - totalLength(device.computeKernels),
  };
}
