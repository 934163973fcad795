import type { ArrivalTimes } from '../communication/measure-arrivals.js';
import type { RankSequence } from '../communication/rank-sequence.js';

/** What one rank costs the others by coming last. */
export interface RankBlame {
  matchedCount: number;
  /** Matched collectives of which its kernel is the one shortest: it came last. */
  lastCount: number;
  /** Kernels of the other ranks in those beyond its own, summed over the ranks. */
  causedWaitingNs: number;
  /** Second-shortest kernel minus its own, summed: the others would wait less by this if it came with the second-last. */
  gapNs: number;
  /** All waiting in its matched collectives, whoever came last, summed over the ranks. */
  allWaitingNs: number;
  /** Ranks, as indices into the list of ranks, with which it is in some matched collective. */
  readonly partners: Set<number>;
}

/**
 * Who came last to each matched collective, and what the others waited for. All ranks leave a collective together, so
 * the one with the shortest kernel came last, whatever its clock says: this needs no common clock. Linear in the rows.
 */
export function blameCollectives(ranks: readonly RankSequence[], times: readonly ArrivalTimes[]): RankBlame[] {
  const blames = ranks.map((): RankBlame => ({
    matchedCount: 0,
    lastCount: 0,
    causedWaitingNs: 0,
    gapNs: 0,
    allWaitingNs: 0,
    partners: new Set(),
  }));
  for (const own of times) blameMatched(ranks, own, blames);
  return blames;
}

function blameMatched(
  ranks: readonly RankSequence[],
  { matches, shortestNs }: ArrivalTimes,
  blames: readonly RankBlame[],
): void {
  const count = shortestNs.length;
  const lastRank = new Int32Array(count).fill(-1);
  const secondNs = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const waitingNs = new Float64Array(count);
  let totalNs = 0;
  for (const [place, rank] of matches.ranks.entries()) {
    const durations = ranks[rank]?.measured.durationNs ?? new Float64Array(0);
    const rows = matches.rows[place] ?? new Uint32Array(0);
    for (let index = 0; index < count; index++) {
      const duration = durations[rows[index] ?? 0] ?? 0;
      const shortest = shortestNs[index] ?? 0;
      waitingNs[index] = (waitingNs[index] ?? 0) + duration - shortest;
      totalNs += duration - shortest;
      if (duration === shortest && lastRank[index] === -1) lastRank[index] = rank;
      else if (duration < (secondNs[index] ?? 0)) secondNs[index] = duration;
    }
  }
  for (const rank of matches.ranks) {
    const blame = blames[rank];
    if (blame === undefined) continue;
    blame.matchedCount += count;
    blame.allWaitingNs += totalNs;
    for (const other of matches.ranks) if (other !== rank) blame.partners.add(other);
  }
  for (let index = 0; index < count; index++) {
    const gapNs = (secondNs[index] ?? 0) - (shortestNs[index] ?? 0);
    const blame = blames[lastRank[index] ?? -1];
    // Two that came together are both last, and neither is alone to blame.
    if (blame === undefined || gapNs <= 0) continue;
    blame.lastCount += 1;
    blame.gapNs += gapNs;
    blame.causedWaitingNs += waitingNs[index] ?? 0;
  }
}
