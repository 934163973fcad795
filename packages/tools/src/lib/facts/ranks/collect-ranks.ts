import { categorizeKernelName } from '@perfxpert/knowledge';
import type { CommunicationPart } from '../communication/collect-communication.js';
import type { KernelSegments } from '../kernel-segments.js';
import type { PartitionPart } from '../partition.js';
import type { ProcessStage } from '../process-stage.js';

/** What one process contributes to the comparison of ranks: plain data, without references to its columns. */
export interface RankPart {
  /** First start to last end of GPU work, in the frame of the process; null without any. */
  readonly window: { readonly startNs: number; readonly endNs: number } | null;
  readonly partition: PartitionPart;
  readonly communication: CommunicationPart | null;
  readonly devices: readonly RankDevice[];
}

/** One device of a process. */
export interface RankDevice {
  readonly agentIndex: number;
  readonly dispatchCount: number;
  readonly copyCount: number;
  /** Kernels other than communication by name, in order of first appearance. */
  readonly kernels: ReadonlyMap<string, KernelWork>;
}

/** Dispatches of one kernel name on one device. */
export interface KernelWork {
  calls: number;
  totalNs: number;
}

/** Collects what ranks are compared by. Linear in the dispatches, which are grouped already. */
export function collectRanks(
  { devices, window }: ProcessStage,
  segments: KernelSegments,
  partition: PartitionPart,
  communication: CommunicationPart | null,
): RankPart {
  const kernelsOfAgent = kernelsByAgent(segments);
  return {
    window,
    partition,
    communication,
    devices: devices.map(({ agentIndex, dispatchRows, copyRows }) => ({
      agentIndex,
      dispatchCount: dispatchRows.length,
      copyCount: copyRows.length,
      kernels: kernelsOfAgent.get(agentIndex) ?? new Map<string, KernelWork>(),
    })),
  };
}

function kernelsByAgent(segments: KernelSegments): Map<number, Map<string, KernelWork>> {
  const isCommunication = segments.names.map((name) => categorizeKernelName(name) === 'NCCL');
  const found = new Map<number, Map<string, KernelWork>>();
  for (let segment = 0; segment < segments.count; segment++) {
    const nameIndex = segments.name[segment] ?? 0;
    if (isCommunication[nameIndex] === true) continue;
    const agent = segments.agent[segment] ?? 0;
    let kernels = found.get(agent);
    if (kernels === undefined) found.set(agent, (kernels = new Map()));
    const name = segments.names[nameIndex] ?? '';
    let work = kernels.get(name);
    if (work === undefined) kernels.set(name, (work = { calls: 0, totalNs: 0 }));
    const end = segments.offsets[segment + 1] ?? 0;
    for (let place = segments.offsets[segment] ?? 0; place < end; place++) {
      work.calls += 1;
      work.totalNs += segments.durationsNs[place] ?? 0;
    }
  }
  return found;
}
