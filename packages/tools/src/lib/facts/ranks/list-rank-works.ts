import { deviceHardware } from '../device-hardware.js';
import { rankOf } from '../label-devices.js';
import type { MergeContext } from '../merge-context.js';
import { programOf } from '../program-of.js';
import { worldSizeOf } from '../communication/rank-count.js';
import type { DevicePartition } from '../partition.js';
import type { KernelWork, RankDevice, RankPart } from './collect-ranks.js';

/** One rank before it is compared: who it is, what it did, and what it can be compared by. */
export interface RankWork {
  readonly processIndex: number;
  /** Index into `MergeContext.devices`. */
  readonly deviceIndex: number;
  readonly agentIndex: number;
  readonly rank: number | null;
  /** Index into `MergeContext.groups`. */
  readonly group: number;
  /** Window of its process from the start of the window of its group. */
  readonly startNs: number;
  readonly wallNs: number;
  readonly partition: DevicePartition;
  readonly device: RankDevice;
  /** Union of communication kernels. */
  readonly communicationNs: number;
  readonly kernels: ReadonlyMap<string, KernelWork>;
  /** Dispatches other than communication. */
  readonly callCount: number;
  readonly gfxId: string | null;
  readonly cuCount: number | null;
  readonly worldSize: number | null;
  readonly program: string | null;
}

/** The devices with GPU work of all processes: by number of the rank, then process and device. */
export function listRankWorks(parts: readonly RankPart[], context: MergeContext): RankWork[] {
  const works = parts.flatMap((part, processIndex) => worksOfProcess(part, processIndex, context));
  const last = Number.POSITIVE_INFINITY;
  return works.sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || a.deviceIndex - b.deviceIndex);
}

function worksOfProcess(part: RankPart, processIndex: number, context: MergeContext): RankWork[] {
  const process = context.processes[processIndex];
  const group = context.groups.findIndex(({ processIndices }) => processIndices.includes(processIndex));
  const place = context.groups[group]?.processIndices.indexOf(processIndex) ?? -1;
  const groupWindow = context.groups[group]?.windows[place];
  const { window } = part;
  if (process === undefined || groupWindow === undefined || window === null) return [];
  return part.devices.flatMap((device) => {
    const partition = part.partition.devices.find(({ agentIndex }) => agentIndex === device.agentIndex);
    if (partition === undefined) return [];
    const { gfxId, cuCount } = deviceHardware(process.agents[device.agentIndex] ?? null);
    const communication = part.communication?.devices.find(({ agentIndex }) => agentIndex === device.agentIndex);
    return [
      {
        processIndex,
        deviceIndex: context.deviceIndex(processIndex, device.agentIndex),
        agentIndex: device.agentIndex,
        rank: rankOf(process),
        group,
        startNs: window.startNs - groupWindow.startNs,
        wallNs: window.endNs - window.startNs,
        partition,
        device,
        communicationNs: communication?.unionNs ?? 0,
        kernels: device.kernels,
        callCount: [...device.kernels.values()].reduce((sum, { calls }) => sum + calls, 0),
        gfxId,
        cuCount,
        worldSize: worldSizeOf(process),
        program: programOf(process.command),
      },
    ];
  });
}
