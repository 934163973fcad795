import type { TraceProcess } from '@perfxpert/rocpd';
import type { DeviceActivity, ProcessActivity } from './device-activity.js';
import { groupProcesses } from './group-processes.js';
import { labelDevices } from './label-devices.js';
import type { MergeContext } from './merge-context.js';
import type { FactsOptions, TraceDevice } from './trace-facts.js';

/** Default number of hotspots listed. */
export const DEFAULT_TOP_KERNELS = 10;

/** Id that stands for a device whose agent row is missing; no row of a trace has it. */
export const UNKNOWN_AGENT_ID = -1;

/** What the merges share: devices with their labels, groups of processes, and the totals that shares are taken of. */
export function createMergeContext(
  processes: readonly TraceProcess[],
  activities: readonly ProcessActivity[],
  options: FactsOptions = {},
): MergeContext {
  const found = activities.flatMap((activity, processIndex) =>
    activity.devices.map((device) => ({
      ...device,
      processIndex,
      agent: processes[processIndex]?.agents[device.agentIndex] ?? null,
    })),
  );
  const labels = labelDevices(found, processes);
  const devices: TraceDevice[] = found.map(({ processIndex, agent }, index) => ({
    processIndex,
    agent,
    agentId: agent?.id ?? UNKNOWN_AGENT_ID,
    label: labels[index] ?? '',
  }));
  const indexByPlace = new Map(
    found.map(({ processIndex, agentIndex }, index) => [placeKey(processIndex, agentIndex), index]),
  );
  const devicesByProcess = new Map<number, number[]>();
  for (const [index, { processIndex }] of found.entries()) {
    const own = devicesByProcess.get(processIndex);
    if (own === undefined) devicesByProcess.set(processIndex, [index]);
    else own.push(index);
  }
  const groups = groupProcesses(processes, activities).map((group) => ({
    ...group,
    deviceIndices: group.processIndices.flatMap((processIndex) => devicesByProcess.get(processIndex) ?? []),
  }));
  return {
    processes,
    devices,
    deviceIndex: (processIndex, agentIndex) => indexByPlace.get(placeKey(processIndex, agentIndex)) ?? -1,
    groups,
    wallNs: groups.reduce((sum, { wallNs }) => sum + wallNs, 0),
    kernelTimeNs: found.reduce((sum, { kernelTimeNs }) => sum + kernelTimeNs, 0),
    computeNs: found.reduce((sum, { computeNs }) => sum + computeNs, 0),
    mainDevice: busiest(found),
    options: { topKernels: options.topKernels ?? DEFAULT_TOP_KERNELS, minDurationNs: options.minDurationNs ?? 0 },
  };
}

/** Agent indices are below 65,536, so that the two make one exact number. */
function placeKey(processIndex: number, agentIndex: number): number {
  return processIndex * 65536 + agentIndex;
}

function busiest(devices: readonly DeviceActivity[]): number | null {
  let best: number | null = null;
  for (const [index, { dispatchCount, kernelTimeNs }] of devices.entries())
    if (dispatchCount > 0 && (best === null || kernelTimeNs > (devices[best]?.kernelTimeNs ?? 0))) best = index;
  return best;
}
