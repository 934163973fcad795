import type { Communication, CommunicationRank } from '../../../schemas/communication.js';
import type { MergeContext } from '../merge-context.js';
import { missingNumbers } from '../missing-numbers.js';
import type { CollectiveMatches, UnmatchedReason } from './match-collectives.js';
import type { ArrivalTimes, Arrivals, RankTotals } from './measure-arrivals.js';
import { worldSizeOf } from './rank-count.js';
import type { RankSequence } from './rank-sequence.js';

const REASONS: Readonly<Record<UnmatchedReason, string>> = {
  alone: 'no other rank of the same program and kind of GPU was recorded at the same time',
  repeated: 'several processes have the same rank number',
  point_to_point: 'sends and receives join single ranks, and the trace does not say which',
  subset: 'their communicator joins fewer ranks than were recorded, and the trace does not say which',
  counts: 'ranks recorded different numbers of collectives',
  contents: 'ranks disagree on what was called',
};

/** One row per rank: time in collectives, and how it divides where the ranks could be compared. */
export function describeRanks(
  ranks: readonly RankSequence[],
  { totals }: Arrivals,
  context: MergeContext,
): CommunicationRank[] {
  return ranks.map((sequence, index) => {
    const total = totals[index];
    const isMatched = total !== undefined && total.matchedCount > 0;
    const isClocked = total !== undefined && total.clockedCount > 0;
    const matched = (of: (own: RankTotals) => number): number | null => (isMatched ? of(total) : null);
    const clocked = (of: (own: RankTotals) => number): number | null => (isClocked ? of(total) : null);
    return {
      rank: sequence.rank,
      device: context.devices[sequence.deviceIndex]?.label ?? 'unknown',
      kernel_count: sequence.kernelCount,
      matched_count: total?.matchedCount ?? 0,
      time_ns: sequence.timeNs,
      transfer_ns: matched((own) => own.transferNs),
      excess_ns: matched((own) => own.excessNs),
      wait_ns: clocked((own) => own.waitNs),
      delay_ns: clocked((own) => own.delayNs),
      derived_delay_ns: matched((own) => own.derivedDelayNs),
      last_count: clocked((own) => own.lastCount),
    };
  });
}

/** The part of the summary that rests on several ranks. */
export type RankSummary = Pick<
  Communication['summary'],
  | 'communication_ns'
  | 'wait_ns'
  | 'skew_ns'
  | 'matched_count'
  | 'unmatched_kernel_count'
  | 'ranks_reason'
  | 'missing_rank_count'
  | 'missing_ranks'
>;

/**
 * Totals over the matched collectives of all ranks; null without any, waiting and skew also where the ranks share no
 * clock. Collectives on one clock and others are not added up: then waiting and skew are those of the former.
 */
export function summarizeRanks(
  ranks: readonly RankSequence[],
  matches: CollectiveMatches,
  { times }: Arrivals,
  context: MergeContext,
): RankSummary {
  const clocked = times.filter(({ matches: { hasOneClock } }) => hasOneClock);
  return {
    communication_ns: totalOf(times, ({ shortestNs }) => shortestNs),
    wait_ns: totalOf(clocked, ({ waitNs }) => waitNs),
    skew_ns: totalOf(clocked, ({ skewNs }) => skewNs),
    matched_count: times.reduce((sum, { shortestNs }) => sum + shortestNs.length, 0),
    unmatched_kernel_count: [...matches.unmatched.values()].reduce((sum, count) => sum + count, 0),
    ranks_reason: reasonText(ranks, matches),
    ...missingRanks(ranks, context),
  };
}

function totalOf(times: readonly ArrivalTimes[], of: (own: ArrivalTimes) => Float64Array): number | null {
  if (times.length === 0) return null;
  return times.reduce((sum, own) => of(own).reduce((total, value) => total + value, sum), 0);
}

function reasonText(ranks: readonly RankSequence[], { matched, unmatched }: CollectiveMatches): string | null {
  if (ranks.length === 0) return 'No communication kernel was recorded.';
  if (ranks.length === 1) return 'One rank alone cannot tell waiting from transfer.';
  const parts = [...unmatched].map(
    ([reason, count]) => `${count} ${count === 1 ? 'kernel' : 'kernels'} without counterpart: ${REASONS[reason]}`,
  );
  if (matched.some(({ hasOneClock }) => !hasOneClock))
    parts.push('the clocks of the ranks are not aligned, so starts are not compared between them');
  const text = parts.join('; ');
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Ranks of the job that are not in the trace: by number where the launcher numbered all that are. */
function missingRanks(
  ranks: readonly RankSequence[],
  context: MergeContext,
): Pick<RankSummary, 'missing_rank_count' | 'missing_ranks'> {
  const sizes = new Set(
    ranks.map(({ measured }) => {
      const process = context.processes[measured.processIndex];
      return process === undefined ? null : worldSizeOf(process);
    }),
  );
  const [size] = sizes;
  if (sizes.size !== 1 || size === null || size === undefined) return { missing_rank_count: null, missing_ranks: null };
  const present = new Set(ranks.flatMap(({ rank }) => rank ?? []));
  if (ranks.some(({ rank }) => rank === null))
    return { missing_rank_count: Math.max(0, size - ranks.length), missing_ranks: ranks.length >= size ? [] : null };
  const { count, listed } = missingNumbers(present, size);
  return { missing_rank_count: count, missing_ranks: listed };
}
