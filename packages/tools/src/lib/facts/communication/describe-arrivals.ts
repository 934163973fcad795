import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { Arrival } from '../../../schemas/communication.js';
import { roundTo } from '../../statistics/round-to.js';
import { longestRows } from './longest-rows.js';
import type { ArrivalTimes } from './measure-arrivals.js';
import { startOf } from './pair-rows.js';
import type { RankSequence } from './rank-sequence.js';

/** Matched collectives listed. */
const MAX_ARRIVALS = 200;

/**
 * The matched collectives with the longest kernels, in order of start (those without a clock last), then as matched.
 * Operation and size are those of the first rank that knows them.
 */
export function describeArrivals(ranks: readonly RankSequence[], times: readonly ArrivalTimes[]): Arrival[] {
  const longest = longestRows(
    times.map(({ longestNs }) => longestNs),
    MAX_ARRIVALS,
  );
  const startKey = (list: number, row: number): number => {
    const start = times[list]?.firstStartNs[row] ?? Number.NaN;
    return Number.isNaN(start) ? Number.MAX_VALUE : start;
  };
  return longest
    .sort((a, b) => startKey(a.list, a.row) - startKey(b.list, b.row) || a.list - b.list || a.row - b.row)
    .flatMap(({ list, row }) => {
      const own = times[list];
      return own === undefined ? [] : [describe(ranks, own, row)];
    });
}

function describe(ranks: readonly RankSequence[], times: ArrivalTimes, index: number): Arrival {
  const { matches } = times;
  const members = matches.ranks.flatMap((rank, place) => {
    const sequence = ranks[rank];
    const row = matches.rows[place]?.[index];
    return sequence === undefined || row === undefined ? [] : [{ rank, sequence, row }];
  });
  const shortestNs = times.shortestNs[index] ?? 0;
  const firstStartNs = times.firstStartNs[index] ?? 0;
  const byRank = (valueOf: (member: (typeof members)[number]) => number): (number | null)[] => {
    const values = ranks.map((): number | null => null);
    for (const member of members) values[member.rank] = valueOf(member);
    return values;
  };
  const known = members.map(({ sequence: { measured }, row }) => ({
    op: COLLECTIVE_OPS[measured.part.collectives.op[row] ?? 0] ?? 'Unknown',
    messageBytes: measured.messageBytes[row] ?? Number.NaN,
    busBytes: measured.busBytes[row] ?? Number.NaN,
  }));
  const busBytes = known.find((member) => !Number.isNaN(member.busBytes))?.busBytes ?? null;
  const lastRank = times.lastRank[index] ?? -1;
  const clocked = (value: number | undefined): number | null => (matches.hasOneClock ? (value ?? null) : null);
  return {
    op_type: known.find(({ op }) => op !== 'Unknown')?.op ?? 'Unknown',
    start_ns: clocked(firstStartNs),
    rank_count: members.length,
    communication_ns: shortestNs,
    longest_ns: times.longestNs[index] ?? 0,
    skew_ns: clocked(times.skewNs[index]),
    wait_ns: clocked(times.waitNs[index]),
    last_rank: lastRank < 0 ? null : lastRank,
    msg_bytes: known.find(({ messageBytes }) => !Number.isNaN(messageBytes))?.messageBytes ?? null,
    transfer_bw_gbps: busBytes === null || shortestNs === 0 ? null : roundTo(busBytes / shortestNs, 3),
    starts_ns: matches.hasOneClock ? byRank(({ sequence, row }) => startOf(sequence, row) - firstStartNs) : null,
    durations_ns: byRank(({ sequence, row }) => sequence.measured.durationNs[row] ?? 0),
  };
}
