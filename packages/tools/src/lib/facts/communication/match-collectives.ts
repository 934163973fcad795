import { pairInOrder, pairInTime } from './pair-rows.js';
import type { RankRows } from './pair-rows.js';
import type { RankSequence } from './rank-sequence.js';

/** Collectives that the same ranks took part in: the k-th row of each rank is the k-th collective. */
export interface MatchedCollectives {
  /** Indices into the list of ranks, ascending. */
  readonly ranks: readonly number[];
  /** Rows of each rank, all of one length. */
  readonly rows: RankRows;
  /** Whether the ranks share a clock, so that their starts can be compared. */
  readonly hasOneClock: boolean;
}

/** Why collectives of a rank stayed without counterparts. */
export type UnmatchedReason = 'alone' | 'repeated' | 'point_to_point' | 'subset' | 'counts' | 'contents';

/** What could be matched, and how many kernels could not, by reason, summed over the ranks. */
export interface CollectiveMatches {
  readonly matched: readonly MatchedCollectives[];
  readonly unmatched: ReadonlyMap<UnmatchedReason, number>;
}

type Reject = (reason: UnmatchedReason, kernelCount: number) => void;

interface Member {
  readonly index: number;
  readonly sequence: RankSequence;
}

/**
 * Matches the k-th collective of each communicator (without one, of each stream) across the ranks of a job.
 *
 * A job is ranks of one program, size and kind of GPU whose processes ran at the same time on one machine; the jobs of
 * several machines are one job where each machine has just one of them. Where ranks recorded different numbers of
 * collectives, those of one machine are matched by time (`pairInTime`); between machines nothing tells which ones are
 * missing, so each machine is matched by itself. Linear in the collectives.
 *
 * Source of the method: TraceLens, nccl_analyser.
 */
export function matchCollectives(ranks: readonly RankSequence[]): CollectiveMatches {
  const unmatched = new Map<UnmatchedReason, number>();
  const reject: Reject = (reason, kernelCount) => {
    if (kernelCount > 0) unmatched.set(reason, (unmatched.get(reason) ?? 0) + kernelCount);
  };
  const matched = jobsOf(ranks).flatMap((job) => matchJob(job, reject));
  return { matched: matched.filter(({ rows }) => (rows[0]?.length ?? 0) > 0), unmatched };
}

function matchJob(members: readonly Member[], reject: Reject): MatchedCollectives[] {
  reject('point_to_point', sumOf(members.map(({ sequence }) => sequence.pointToPointCount)));
  const rowCount = sumOf(
    members.flatMap(({ sequence }) => [...sequence.channels.values()].map(({ length }) => length)),
  );
  if (members.length < 2 || hasRepeatedRank(members)) {
    reject(members.length < 2 ? 'alone' : 'repeated', rowCount);
    return [];
  }
  const channels = [...new Set(members.flatMap(({ sequence }) => [...sequence.channels.keys()]))];
  return channels.flatMap((channel) =>
    matchChannel(
      members.filter(({ sequence }) => sequence.channels.has(channel)),
      channel,
      reject,
    ),
  );
}

function matchChannel(members: readonly Member[], channel: string, reject: Reject): MatchedCollectives[] {
  const sequences = members.map(({ sequence }) => sequence);
  const rows = sequences.map(({ channels }) => channels.get(channel) ?? new Uint32Array(0));
  const ranks = members.map(({ index }) => index);
  const rowCount = sumOf(rows.map(({ length }) => length));
  const groups = [...new Set(sequences.map(({ group }) => group))];
  const hasOneClock = groups.length === 1;
  const isEven = new Set(rows.map(({ length }) => length)).size === 1;
  const isSubset = Math.min(...sequences.map((sequence, place) => recordedRanks(sequence, rows[place]))) < ranks.length;
  if (!hasOneClock && (isSubset || !isEven))
    return groups.flatMap((group) =>
      matchChannel(
        members.filter(({ sequence }) => sequence.group === group),
        channel,
        reject,
      ),
    );
  if (members.length < 2 || isSubset) {
    reject(isSubset ? 'subset' : 'counts', rowCount);
    return [];
  }
  const paired = isEven ? pairInOrder(sequences, rows) : pairInTime(sequences, rows);
  reject(isEven ? 'contents' : 'counts', rowCount - sumOf(paired.map(({ length }) => length)));
  return [{ ranks, rows: paired, hasOneClock }];
}

/** Ranks by job. */
function jobsOf(ranks: readonly RankSequence[]): Member[][] {
  const byLikeness = new Map<string, Member[]>();
  for (const [index, sequence] of ranks.entries()) {
    const members = byLikeness.get(sequence.likeness);
    if (members === undefined) byLikeness.set(sequence.likeness, [{ index, sequence }]);
    else members.push({ index, sequence });
  }
  return [...byLikeness.values()].flatMap((members) => {
    const groups = new Set(members.map(({ sequence }) => sequence.group));
    const machines = new Set(members.map(({ sequence }) => sequence.machine));
    if (groups.size === machines.size && !(groups.size > 1 && hasRepeatedRank(members))) return [members];
    return [...groups].map((group) => members.filter(({ sequence }) => sequence.group === group));
  });
}

/** Whether two processes have one rank number; the devices of one process share theirs. */
function hasRepeatedRank(members: readonly Member[]): boolean {
  const processOfRank = new Map<number, number>();
  return members.some(({ sequence: { rank, measured } }) => {
    if (rank === null) return false;
    const known = processOfRank.get(rank) ?? measured.processIndex;
    processOfRank.set(rank, measured.processIndex);
    return known !== measured.processIndex;
  });
}

/** Ranks of a communicator as recorded; infinite where that is not known. */
function recordedRanks({ measured }: RankSequence, rows: Uint32Array | undefined): number {
  const known = measured.ranks[rows?.[0] ?? 0] ?? Number.NaN;
  return Number.isNaN(known) ? Number.POSITIVE_INFINITY : known;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
