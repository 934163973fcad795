import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import { deviceHardware } from '../device-hardware.js';
import { machineKey } from '../group-processes.js';
import { rankOf } from '../label-devices.js';
import type { MergeContext } from '../merge-context.js';
import { programOf } from '../program-of.js';
import type { MeasuredCollectives } from './measure-collectives.js';
import { worldSizeOf } from './rank-count.js';

/** The collectives of one rank: of one device of one process. */
export interface RankSequence {
  readonly measured: MeasuredCollectives;
  readonly agentIndex: number;
  /** Index into `MergeContext.devices`. */
  readonly deviceIndex: number;
  /** As the launcher numbered the process; null where it did not. */
  readonly rank: number | null;
  /** Index into `MergeContext.groups`: ranks of one group share a clock. */
  readonly group: number;
  readonly machine: string;
  /** Start of the group's window, in the frame of the process: what makes starts of one group comparable. */
  readonly windowStartNs: number;
  /** What ranks that belong together have in common: program, size of the job, model of the GPU. */
  readonly likeness: string;
  /** Communication kernels of the rank. */
  readonly kernelCount: number;
  /** Their summed time. */
  readonly timeNs: number;
  /** Rows of collectives in order of start, by communicator, or by stream where the call names no communicator. */
  readonly channels: ReadonlyMap<string, Uint32Array>;
  /** Sends and receives: they join some of the ranks only, so they have no counterpart on each. */
  readonly pointToPointCount: number;
}

const SEND_RECV = COLLECTIVE_OPS.indexOf('SendRecv');

/** The ranks that ran communication kernels: by number of the rank, then in order of processes and devices. Linear. */
export function listRanks(measured: readonly MeasuredCollectives[], context: MergeContext): RankSequence[] {
  const ranks = measured.flatMap((own) => ranksOfProcess(own, context));
  const last = Number.POSITIVE_INFINITY;
  return ranks.sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || a.deviceIndex - b.deviceIndex);
}

function ranksOfProcess(measured: MeasuredCollectives, context: MergeContext): RankSequence[] {
  const { processIndex, part } = measured;
  const process = context.processes[processIndex];
  const group = context.groups.findIndex(({ processIndices }) => processIndices.includes(processIndex));
  const place = context.groups[group]?.processIndices.indexOf(processIndex) ?? -1;
  const window = context.groups[group]?.windows[place];
  if (process === undefined || window === undefined) return [];
  const rowsByAgent = splitRows(measured);
  return part.devices.map(({ agentIndex, kernelCount, totalNs }) => {
    const { gfxId, cuCount } = deviceHardware(process.agents[agentIndex] ?? null);
    const { channels, pointToPointCount } = rowsByAgent.get(agentIndex) ?? NO_ROWS;
    return {
      measured,
      agentIndex,
      deviceIndex: context.deviceIndex(processIndex, agentIndex),
      rank: rankOf(process),
      group,
      machine: machineKey(process),
      windowStartNs: window.startNs,
      likeness: JSON.stringify([gfxId, cuCount, worldSizeOf(process), programOf(process.command)]),
      kernelCount,
      timeNs: totalNs,
      channels,
      pointToPointCount,
    };
  });
}

interface AgentRows {
  readonly channels: ReadonlyMap<string, Uint32Array>;
  readonly pointToPointCount: number;
}

const NO_ROWS: AgentRows = { channels: new Map(), pointToPointCount: 0 };

/**
 * Rows by agent and channel. Handles of communicators and numbers of streams differ between ranks, so both are numbered
 * in order of first use, which is the same on all ranks of one program.
 */
function splitRows({ part: { collectives } }: MeasuredCollectives): Map<number, AgentRows> {
  const { count, op, agent, communicator, stream } = collectives;
  const found = new Map<number, { rows: Map<number, number[]>; pointToPointCount: number }>();
  for (let row = 0; row < count; row++) {
    const agentIndex = agent[row] ?? -1;
    if (agentIndex < 0) continue;
    let own = found.get(agentIndex);
    if (own === undefined) found.set(agentIndex, (own = { rows: new Map(), pointToPointCount: 0 }));
    if (op[row] === SEND_RECV) {
      own.pointToPointCount += 1;
      continue;
    }
    const handle = communicator[row] ?? -1;
    // Even for communicators, odd for streams.
    const key = handle >= 0 ? 2 * handle : 2 * (stream[row] ?? 0) + 1;
    const rows = own.rows.get(key);
    if (rows === undefined) own.rows.set(key, [row]);
    else rows.push(row);
  }
  return new Map(
    [...found].map(([agentIndex, { rows, pointToPointCount }]) => [
      agentIndex,
      { channels: nameChannels(rows), pointToPointCount },
    ]),
  );
}

function nameChannels(rows: ReadonlyMap<number, readonly number[]>): Map<string, Uint32Array> {
  const next = { communicator: 0, stream: 0 };
  const channels = new Map<string, Uint32Array>();
  for (const [key, own] of rows) {
    const kind = key % 2 === 0 ? 'communicator' : 'stream';
    channels.set(`${kind} ${next[kind]++}`, Uint32Array.from(own));
  }
  return channels;
}
