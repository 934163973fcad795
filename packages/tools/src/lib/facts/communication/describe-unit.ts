import type { ProcessColumns } from '@perfxpert/rocpd';
import type { CallUnit } from './find-collective-calls.js';
import type { OpPayload } from './collective-columns.js';
import { communicationCallOf } from './collective-op.js';
import type { CollectiveOp } from './collective-op.js';
import { payloadBytes } from './collective-payload.js';

/** Calls whose arguments are read at a time: each reading scans the whole table of arguments, and is held in memory. */
const CHUNK = 65_536;

/** One recorded call. */
export interface CallFacts {
  readonly op: CollectiveOp;
  readonly side: 'send' | 'receive' | 'both';
  /** Null where not recorded. */
  readonly bytes: number | null;
  readonly communicator: string | null;
}

/** What the kernels of a unit carry. */
export interface UnitFacts {
  readonly op: CollectiveOp;
  readonly communicator: string | null;
  readonly payloads: readonly OpPayload[] | null;
}

/** Reads the arguments of all calls of some units, in chunks. */
export function readCalls({ regions, details }: ProcessColumns, units: readonly CallUnit[]): Map<number, CallFacts> {
  const rows = units.flatMap(({ callRows }) => callRows);
  const facts = new Map<number, CallFacts>();
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const args = details.arguments(Uint32Array.from(chunk));
    for (const [place, row] of chunk.entries()) {
      const call = communicationCallOf(regions.names[regions.name[row] ?? 0] ?? '');
      if (call.kind !== 'collective') continue;
      const own = args[place] ?? new Map<string, string>();
      facts.set(row, { op: call.op, side: call.side, bytes: payloadBytes(own), communicator: own.get('comm') ?? null });
    }
  }
  return facts;
}

/**
 * What each of the `kernelCount` kernels of a unit carries. One kernel carries all calls. Several kernels carry one
 * communicator each, or one call each, if the numbers agree and the shares are alike; else their sizes are unknown.
 */
export function describeUnit(calls: readonly CallFacts[], kernelCount: number): UnitFacts {
  const whole = describeCalls(calls);
  if (kernelCount <= 1) return whole;
  const byCommunicator = groupBy(calls, ({ communicator }) => communicator ?? '');
  const shares =
    byCommunicator.size === kernelCount
      ? [...byCommunicator.values()].map(describeCalls)
      : calls.length === kernelCount
        ? calls.map((call) => describeCalls([call]))
        : [];
  const [first] = shares;
  if (first === undefined) return { ...whole, payloads: null };
  const key = JSON.stringify(first.payloads);
  const isAlike = shares.every(({ payloads }) => JSON.stringify(payloads) === key);
  return { ...whole, payloads: isAlike ? first.payloads : null };
}

/**
 * Adds up calls that share a kernel. Bytes sent and received at the same time go opposite ways on a link, so Send and
 * Recv count with the larger of the two sums. The operation is the one with the most bytes, or with the most calls where
 * a size is unknown; of equal ones the first called. Calls of different communicators name none.
 */
function describeCalls(calls: readonly CallFacts[]): UnitFacts {
  const byOp = [...groupBy(calls, ({ op }) => op)];
  const isSized = calls.every(({ op, bytes }) => bytes !== null && op !== 'Unknown');
  const payloads = isSized ? byOp.map(([op, own]) => ({ op, bytes: carriedBytes(own) })) : null;
  const weights = payloads?.map(({ bytes }) => bytes) ?? byOp.map(([, own]) => own.length);
  const heaviest = weights.indexOf(Math.max(...weights));
  const communicators = new Set(calls.map(({ communicator }) => communicator));
  const [communicator] = communicators;
  return {
    op: byOp[heaviest]?.[0] ?? 'Unknown',
    communicator: communicators.size === 1 ? (communicator ?? null) : null,
    payloads,
  };
}

function carriedBytes(calls: readonly CallFacts[]): number {
  const sumOf = (side: CallFacts['side']): number =>
    calls.reduce((sum, call) => (call.side === side ? sum + (call.bytes ?? 0) : sum), 0);
  return Math.max(sumOf('send'), sumOf('receive')) + sumOf('both');
}

/** Calls by key, keys in order of their first call. */
function groupBy<TKey>(calls: readonly CallFacts[], keyOf: (call: CallFacts) => TKey): Map<TKey, CallFacts[]> {
  const groups = new Map<TKey, CallFacts[]>();
  for (const call of calls) {
    const key = keyOf(call);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return groups;
}
