import type { Ranks, RankCohort, UnlikeRank } from '../../../schemas/ranks.js';
import { matchCollectives } from '../communication/match-collectives.js';
import { measureArrivals } from '../communication/measure-arrivals.js';
import type { Arrivals } from '../communication/measure-arrivals.js';
import { measureCollectives } from '../communication/measure-collectives.js';
import { listRanks } from '../communication/rank-sequence.js';
import type { RankSequence } from '../communication/rank-sequence.js';
import type { MergeContext } from '../merge-context.js';
import { alignClocks } from './align-clocks.js';
import type { ClockAlignment } from './align-clocks.js';
import { blameCollectives } from './blame-collectives.js';
import type { RankBlame } from './blame-collectives.js';
import type { RankPart } from './collect-ranks.js';
import { describeRank } from './describe-rank.js';
import { findStraggler } from './find-straggler.js';
import { differenceOf, formCohorts, workDifference } from './form-cohorts.js';
import { listRankWorks } from './list-rank-works.js';
import type { RankWork } from './list-rank-works.js';
import { missingRanks } from './missing-ranks.js';
import { spreadFigures } from './spread-figures.js';

/** Ranks without communication kernels have none of these. */
const NO_SEQUENCE = -1;

/**
 * The ranks of a trace against each other; null for fewer than two. A rank is a device with GPU work of one process; who
 * it is, is said by node and process, never by the number of a process alone.
 */
export function mergeRanks(parts: readonly RankPart[], context: MergeContext): Ranks | null {
  const works = listRankWorks(parts, context);
  if (works.length < 2) return null;
  const sequences = listRanks(
    measureCollectives(
      parts.map(({ communication }) => communication),
      context,
    ),
    context,
  );
  const arrivals = measureArrivals(sequences, matchCollectives(sequences));
  const sequenceOf = works.map(({ deviceIndex }) => sequences.findIndex((own) => own.deviceIndex === deviceIndex));
  const cohorts = formCohorts(works);
  const alignments = cohorts.map((members) => alignCohort(members, works, sequenceOf, sequences, arrivals));
  const rows = works.map((work, index) => {
    const cohort = cohorts.findIndex((members) => members.includes(index));
    const starts = alignments[cohort]?.startsNs ?? null;
    return describeRank(
      work,
      {
        cohort,
        totals: arrivals.totals[sequenceOf[index] ?? NO_SEQUENCE] ?? null,
        firstStartNs: starts?.get(index) ?? null,
      },
      context,
    );
  });
  return {
    rank_count: works.length,
    ...missingRanks(works, parts),
    ranks: rows,
    cohorts: cohorts.map((members, index): RankCohort => ({
      rank_count: members.length,
      ranks: [...members],
      spread: spreadFigures(members.flatMap((member) => rows[member] ?? [])),
      clock: alignments[index]?.clock ?? NO_CLOCK,
    })),
    unlike: unlikeRanks(works, cohorts, rows),
    ...findStraggler({
      rows,
      works,
      cohorts,
      blames: blamesOf(works, sequenceOf, blameCollectives(sequences, arrivals.times)),
      idleCauses: context.idleCauses ?? null,
    }),
  };
}

const NO_CLOCK: RankCohort['clock'] = {
  method: 'none',
  collective_count: 0,
  residual_ns: null,
  drift_ppm: null,
  reason: 'The rank is alone: there is nothing to compare its start with.',
};

interface AlignedCohort {
  readonly clock: RankCohort['clock'];
  /** Start after the first rank of the cohort, by index of the rank; null where starts are not comparable. */
  readonly startsNs: ReadonlyMap<number, number> | null;
}

/** Starts of the ranks of a cohort on one clock, as far as there is one. */
function alignCohort(
  members: readonly number[],
  works: readonly RankWork[],
  sequenceOf: readonly number[],
  sequences: readonly RankSequence[],
  { times }: Arrivals,
): AlignedCohort {
  if (members.length < 2) return { clock: NO_CLOCK, startsNs: null };
  const ranks = members.map((index) => sequenceOf[index] ?? NO_SEQUENCE);
  const { clock, shifts } = ranks.includes(NO_SEQUENCE)
    ? clockOfGroups(members, works)
    : alignClocks(ranks, sequences, times);
  if (clock.method === 'none') return { clock, startsNs: null };
  const starts = members.map((index, place) => {
    const startNs = works[index]?.startNs ?? 0;
    const shift = shifts?.get(ranks[place] ?? NO_SEQUENCE);
    return shift === undefined ? startNs : startNs * (1 - shift.drift) - shift.offsetNs;
  });
  const first = Math.min(...starts);
  return { clock, startsNs: new Map(members.map((index, place) => [index, Math.round((starts[place] ?? 0) - first)])) };
}

/** Ranks without collectives share a clock if they ran on one machine. */
function clockOfGroups(members: readonly number[], works: readonly RankWork[]): ClockAlignment {
  const isOne = new Set(members.map((index) => works[index]?.group)).size === 1;
  return {
    clock: {
      method: isOne ? 'one_clock' : 'none',
      collective_count: 0,
      residual_ns: null,
      drift_ppm: null,
      reason: isOne
        ? null
        : 'The processes ran on several machines or one after the other, and no collective joins all of them.',
    },
    shifts: null,
  };
}

/** Blame by rank, with partners as indices into the ranks. */
function blamesOf(
  works: readonly RankWork[],
  sequenceOf: readonly number[],
  blames: readonly RankBlame[],
): (RankBlame | null)[] {
  const rankOfSequence = new Map(sequenceOf.map((sequence, rank) => [sequence, rank]));
  return works.map((_, rank) => {
    const blame = blames[sequenceOf[rank] ?? NO_SEQUENCE];
    if (blame === undefined) return null;
    return { ...blame, partners: new Set([...blame.partners].flatMap((partner) => rankOfSequence.get(partner) ?? [])) };
  });
}

function unlikeRanks(
  works: readonly RankWork[],
  cohorts: readonly (readonly number[])[],
  rows: Ranks['ranks'],
): UnlikeRank[] {
  const [largest = []] = cohorts;
  const reference = works[largest[0] ?? 0];
  if (reference === undefined) return [];
  return works.flatMap((work, index) =>
    largest.includes(index)
      ? []
      : [
          {
            device: rows[index]?.device ?? 'unknown',
            reason: differenceOf(reference, work) ?? workDifference(reference, work),
          },
        ],
  );
}
