import type { CollectiveMatches, MatchedCollectives } from './match-collectives.js';
import { startOf } from './pair-rows.js';
import type { RankSequence } from './rank-sequence.js';

/** Times of matched collectives, by collective. NaN where the ranks share no clock. */
export interface ArrivalTimes {
  readonly matches: MatchedCollectives;
  /** Shortest kernel of the ranks: the time of the transfer, for the last rank waits for nobody. */
  readonly shortestNs: Float64Array;
  readonly longestNs: Float64Array;
  /** First start, from the start of the group's window. */
  readonly firstStartNs: Float64Array;
  /** Last start - first start. */
  readonly skewNs: Float64Array;
  /** Last start - own start, summed over the ranks. */
  readonly waitNs: Float64Array;
  /** Index into the list of ranks of the one that came last; -1 where all came at once or there is no clock. */
  readonly lastRank: Int32Array;
}

/** Totals of one rank over its matched collectives. */
export interface RankTotals {
  matchedCount: number;
  /** Sum of the shortest kernel of each collective. */
  transferNs: number;
  /** Own kernel time above that. */
  excessNs: number;
  /** Time that the longest kernel of each collective is longer than its own. */
  derivedDelayNs: number;
  /** Matched collectives of which the ranks share a clock; the three totals below are over these. */
  clockedCount: number;
  waitNs: number;
  delayNs: number;
  lastCount: number;
}

/** Times of all matched collectives, and the totals of every rank. */
export interface Arrivals {
  readonly times: readonly ArrivalTimes[];
  /** In the order of the ranks. */
  readonly totals: readonly RankTotals[];
}

/**
 * Splits the time in matched collectives into waiting and transfer.
 *
 * Per collective: transfer = shortest kernel of the ranks; wait of a rank = latest start - own start; skew = latest -
 * earliest start; delay of a rank = own start - earliest start. Starts are compared on one clock only. The derived delay
 * needs none: ranks leave a collective together, so one that was in it for less time came later by the difference.
 *
 * Source of the method: TraceLens, nccl_analyser.
 */
export function measureArrivals(ranks: readonly RankSequence[], { matched }: CollectiveMatches): Arrivals {
  const totals = ranks.map(emptyTotals);
  const times = matched.map((matches) => measureMatched(ranks, matches, totals));
  return { times, totals };
}

function emptyTotals(): RankTotals {
  return {
    matchedCount: 0,
    transferNs: 0,
    excessNs: 0,
    derivedDelayNs: 0,
    clockedCount: 0,
    waitNs: 0,
    delayNs: 0,
    lastCount: 0,
  };
}

function measureMatched(
  ranks: readonly RankSequence[],
  matches: MatchedCollectives,
  totals: readonly RankTotals[],
): ArrivalTimes {
  const count = matches.rows[0]?.length ?? 0;
  const unclocked = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  const times: ArrivalTimes = {
    matches,
    shortestNs: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    longestNs: new Float64Array(count),
    firstStartNs: unclocked(),
    skewNs: unclocked(),
    waitNs: unclocked(),
    lastRank: new Int32Array(count).fill(-1),
  };
  findExtremes(ranks, times);
  addDurations(ranks, times, totals);
  if (matches.hasOneClock) addStarts(ranks, times, totals);
  return times;
}

function findExtremes(ranks: readonly RankSequence[], { matches, shortestNs, longestNs }: ArrivalTimes): void {
  for (const [place, rank] of matches.ranks.entries()) {
    const durations = ranks[rank]?.measured.durationNs ?? new Float64Array(0);
    const rows = matches.rows[place] ?? new Uint32Array(0);
    for (let index = 0; index < rows.length; index++) {
      const duration = durations[rows[index] ?? 0] ?? 0;
      if (duration < (shortestNs[index] ?? 0)) shortestNs[index] = duration;
      if (duration > (longestNs[index] ?? 0)) longestNs[index] = duration;
    }
  }
}

function addDurations(
  ranks: readonly RankSequence[],
  { matches, shortestNs, longestNs }: ArrivalTimes,
  totals: readonly RankTotals[],
): void {
  for (const [place, rank] of matches.ranks.entries()) {
    const total = totals[rank];
    if (total === undefined) continue;
    const durations = ranks[rank]?.measured.durationNs ?? new Float64Array(0);
    const rows = matches.rows[place] ?? new Uint32Array(0);
    for (let index = 0; index < rows.length; index++) {
      const duration = durations[rows[index] ?? 0] ?? 0;
      const shortest = shortestNs[index] ?? 0;
      total.transferNs += shortest;
      total.excessNs += duration - shortest;
      total.derivedDelayNs += (longestNs[index] ?? 0) - duration;
    }
    total.matchedCount += rows.length;
  }
}

function addStarts(
  ranks: readonly RankSequence[],
  { matches, firstStartNs, skewNs, waitNs, lastRank }: ArrivalTimes,
  totals: readonly RankTotals[],
): void {
  const lastStartNs = new Float64Array(firstStartNs.length).fill(Number.NEGATIVE_INFINITY);
  firstStartNs.fill(Number.POSITIVE_INFINITY);
  waitNs.fill(0);
  for (const [place, rank] of matches.ranks.entries()) {
    const rows = matches.rows[place] ?? new Uint32Array(0);
    for (let index = 0; index < rows.length; index++) {
      const start = startOf(ranks[rank], rows[index] ?? 0);
      if (start < (firstStartNs[index] ?? 0)) firstStartNs[index] = start;
      if (start <= (lastStartNs[index] ?? 0)) continue;
      lastStartNs[index] = start;
      lastRank[index] = rank;
    }
  }
  for (let index = 0; index < skewNs.length; index++) {
    skewNs[index] = (lastStartNs[index] ?? 0) - (firstStartNs[index] ?? 0);
    if (skewNs[index] === 0) lastRank[index] = -1;
    const last = totals[lastRank[index] ?? -1];
    if (last !== undefined) last.lastCount += 1;
  }
  for (const [place, rank] of matches.ranks.entries()) {
    const total = totals[rank];
    if (total === undefined) continue;
    const rows = matches.rows[place] ?? new Uint32Array(0);
    for (let index = 0; index < rows.length; index++) {
      const start = startOf(ranks[rank], rows[index] ?? 0);
      const wait = (lastStartNs[index] ?? 0) - start;
      waitNs[index] = (waitNs[index] ?? 0) + wait;
      total.waitNs += wait;
      total.delayNs += start - (firstStartNs[index] ?? 0);
    }
    total.clockedCount += rows.length;
  }
}
