import type { Arrival, CommunicationRank } from '../../../schemas/communication.js';
import type { MergeContext } from '../merge-context.js';
import { endsAgree } from './compare-ends.js';
import { describeArrivals } from './describe-arrivals.js';
import { describeRanks, summarizeRanks } from './describe-ranks.js';
import type { RankSummary } from './describe-ranks.js';
import { matchCollectives } from './match-collectives.js';
import type { CollectiveMatches } from './match-collectives.js';
import { measureArrivals } from './measure-arrivals.js';
import type { ArrivalTimes } from './measure-arrivals.js';
import type { MeasuredCollectives } from './measure-collectives.js';
import { startOf } from './pair-rows.js';
import { listRanks } from './rank-sequence.js';
import type { RankSequence } from './rank-sequence.js';

/** What several ranks together tell: who waited for whom. */
export interface RankComparison {
  readonly ranks: CommunicationRank[];
  readonly arrivals: Arrival[];
  readonly summary: RankSummary;
  /** Waiting and skew by row of a process; NaN for rows that were not matched on one clock. */
  readonly rowTimes: ReadonlyMap<MeasuredCollectives, RowTimes>;
}

interface RowTimes {
  readonly waitNs: Float64Array;
  readonly skewNs: Float64Array;
}

/** Compares the ranks of all processes (`matchCollectives`, `measureArrivals`). */
export function compareRanks(measured: readonly MeasuredCollectives[], context: MergeContext): RankComparison {
  const ranks = listRanks(measured, context);
  const matches = withCheckedClocks(ranks, matchCollectives(ranks));
  const arrivals = measureArrivals(ranks, matches);
  return {
    ranks: describeRanks(ranks, arrivals, context),
    arrivals: describeArrivals(ranks, arrivals.times),
    summary: summarizeRanks(ranks, matches, arrivals, context),
    rowTimes: timesByRow(ranks, arrivals.times),
  };
}

/** Processes of one machine share a clock, unless the ends of their collectives contradict it. */
function withCheckedClocks(ranks: readonly RankSequence[], matches: CollectiveMatches): CollectiveMatches {
  const { times } = measureArrivals(ranks, matches);
  const matched = times.map((own) =>
    own.matches.hasOneClock && !endsAgree(ranks, own) ? { ...own.matches, hasOneClock: false } : own.matches,
  );
  return { ...matches, matched };
}

function timesByRow(
  ranks: readonly RankSequence[],
  times: readonly ArrivalTimes[],
): ReadonlyMap<MeasuredCollectives, RowTimes> {
  const found = new Map<MeasuredCollectives, RowTimes>();
  for (const { matches, firstStartNs, skewNs } of times) {
    if (!matches.hasOneClock) continue;
    for (const [place, rank] of matches.ranks.entries()) {
      const sequence = ranks[rank];
      if (sequence === undefined) continue;
      const rowTimes = found.get(sequence.measured) ?? emptyRowTimes(sequence.measured);
      found.set(sequence.measured, rowTimes);
      const rows = matches.rows[place] ?? new Uint32Array(0);
      for (let index = 0; index < rows.length; index++) {
        const row = rows[index] ?? 0;
        const skew = skewNs[index] ?? 0;
        rowTimes.skewNs[row] = skew;
        rowTimes.waitNs[row] = (firstStartNs[index] ?? 0) + skew - startOf(sequence, row);
      }
    }
  }
  return found;
}

function emptyRowTimes({ durationNs }: MeasuredCollectives): RowTimes {
  return {
    waitNs: new Float64Array(durationNs.length).fill(Number.NaN),
    skewNs: new Float64Array(durationNs.length).fill(Number.NaN),
  };
}
