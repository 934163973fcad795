import { collectivePeakGbps } from '@perfxpert/knowledge';
import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { CommunicationPart } from './collect-communication.js';
import { topologyHint } from './collective-hints.js';
import { busFactor, messageBytes } from './collective-payload.js';
import { deviceHardware } from '../device-hardware.js';
import type { MergeContext } from '../merge-context.js';
import { rankCountOf, spansSeveralNodes } from './rank-count.js';

/** What the merge adds to the collectives of one process, by row. NaN stands for what is not known. */
export interface MeasuredCollectives {
  readonly part: CommunicationPart;
  readonly processIndex: number;
  /** Kernel time; 0 without a kernel. */
  readonly durationNs: Float64Array;
  readonly ranks: Float64Array;
  readonly messageBytes: Float64Array;
  /** Bytes that each link carries: message size times bus factor. */
  readonly busBytes: Float64Array;
  /** Peak of the link of the row's device, decimal GB/s. */
  readonly peakGbps: Float64Array;
  readonly isMultiNode: boolean;
}

/**
 * Applies rank counts and peaks to the collectives of each process.
 *
 * The peak is that of the links inside a node, one direction; between nodes the network decides, which the trace does not
 * name, so there is none. Communication spans nodes if the launcher says so or if processes with communication kernels
 * come from several machines.
 *
 * @param peakGfxId architecture whose links the peaks are taken of, in place of the one that the trace names.
 */
export function measureCollectives(
  parts: readonly (CommunicationPart | null)[],
  context: MergeContext,
  peakGfxId?: string,
): MeasuredCollectives[] {
  const deviceCount = parts.reduce((sum, part) => sum + (part?.devices.length ?? 0), 0);
  const machines = new Set(
    parts.flatMap((part, index) => {
      const { machineId, hostname } = context.processes[index]?.node ?? {};
      return part === null || part.devices.length === 0 ? [] : [machineId ?? hostname ?? ''];
    }),
  );
  return parts.flatMap((part, processIndex) =>
    part === null ? [] : [measure(part, processIndex, context, deviceCount, machines.size > 1, peakGfxId)],
  );
}

function measure(
  part: CommunicationPart,
  processIndex: number,
  context: MergeContext,
  deviceCount: number,
  hasSeveralMachines: boolean,
  peakGfxId: string | undefined,
): MeasuredCollectives {
  const { agent, communicator, communicators, startNs, endNs } = part.collectives;
  const process = context.processes[processIndex] ?? { environment: {}, agents: [] };
  const isMultiNode = hasSeveralMachines || spansSeveralNodes(process);
  const ranksOf = (name: string | null): number =>
    rankCountOf(name, part.initRanks, process, deviceCount) ?? Number.NaN;
  const ranksByCommunicator = communicators.map(ranksOf);
  const ranksWithout = ranksOf(null);
  const ranks = Float64Array.from(communicator, (index) => ranksByCommunicator[index] ?? ranksWithout);
  const peakByAgent = process.agents.map((own) => {
    const { gfxId: ownGfxId, partName } = deviceHardware(own);
    const gfxId = peakGfxId ?? ownGfxId;
    return gfxId === null ? Number.NaN : (collectivePeakGbps(gfxId, partName) ?? Number.NaN);
  });
  const isInsideNode = (row: number): boolean => {
    const known = ranks[row] ?? Number.NaN;
    return topologyHint(Number.isNaN(known) ? null : known, isMultiNode) !== 'multi-node';
  };
  return {
    part,
    processIndex,
    durationNs: startNs.map((start, row) => (Number.isNaN(start) ? 0 : (endNs[row] ?? 0) - start)),
    ranks,
    ...bytesOf(part, ranks),
    peakGbps: Float64Array.from(agent, (index, row) =>
      isInsideNode(row) ? (peakByAgent[index] ?? Number.NaN) : Number.NaN,
    ),
    isMultiNode,
  };
}

function bytesOf({ collectives }: CommunicationPart, ranks: Float64Array) {
  const { isSized, payloads } = collectives;
  const sizes = Float64Array.from(isSized, (sized) => (sized === 1 ? 0 : Number.NaN));
  const busBytes = sizes.slice();
  for (let index = 0; index < payloads.row.length; index++) {
    const row = payloads.row[index] ?? 0;
    const op = COLLECTIVE_OPS[payloads.op[index] ?? 0] ?? 'Unknown';
    const known = ranks[row] ?? Number.NaN;
    const count = Number.isNaN(known) ? null : known;
    const size = messageBytes(op, payloads.bytes[index] ?? 0, count) ?? Number.NaN;
    sizes[row] = (sizes[row] ?? 0) + size;
    busBytes[row] = (busBytes[row] ?? 0) + (count === null ? Number.NaN : size * busFactor(op, count));
  }
  return { messageBytes: sizes, busBytes };
}
