import type { IdleCauses } from '../../../schemas/idle-causes.js';
import type { Rank, Ranks, Straggler } from '../../../schemas/ranks.js';
import { medianOf } from '../../statistics/median-of.js';
import { percentOf } from '../../statistics/percent-of.js';
import type { RankBlame } from './blame-collectives.js';
import { compareIdleCauses, compareKernels, compareParts } from './compare-work.js';
import type { RankWork } from './list-rank-works.js';

// Why these: docs/decisions/0014-ranks.md.
/** A straggler can win back this much of the median window at least, percent. */
const LEAST_BOUND_PCT = 2;
/** And causes this much of the waiting in its collectives at least, percent: else ranks take turns. */
const LEAST_BLAME_PCT = 50;
/** Without collectives: its window is longer than the median one by this much at least, percent. */
const LEAST_LENGTH_PCT = 10;

/** All that is known about the ranks; lists are in their order. */
export interface ComparedRanks {
  readonly rows: readonly Rank[];
  readonly works: readonly RankWork[];
  readonly cohorts: readonly (readonly number[])[];
  /** Null for ranks without communication kernels; partners are indices into the ranks. */
  readonly blames: readonly (RankBlame | null)[];
  readonly idleCauses: IdleCauses | null;
}

type Found = Pick<Ranks, 'straggler' | 'straggler_reason'>;
type Basis = Omit<Straggler, 'index' | 'rank' | 'device' | 'lead' | 'parts' | 'kernels' | 'idle_causes'>;

/**
 * The rank that holds up the others, and what it does longer than the median of the ranks that do the same work.
 *
 * With matched collectives it is the rank whose coming last costs most. Its bound is what the others would wait less if
 * it came with the second-last, at most the least communication that one of them does not hide: waiting under other
 * kernels costs nothing. Without, it is the rank with the longest window among like ones that ran together; its bound is
 * what it is longer than the second-longest.
 */
export function findStraggler(compared: ComparedRanks): Found {
  const isMatched = compared.blames.some((blame) => blame !== null && blame.matchedCount > 0);
  return isMatched ? lastToCollectives(compared) : longestWindow(compared);
}

function lastToCollectives(compared: ComparedRanks): Found {
  const { rows, works, blames } = compared;
  let index = -1;
  for (const [candidate, blame] of blames.entries())
    if ((blame?.gapNs ?? 0) > (blames[index]?.gapNs ?? 0)) index = candidate;
  const blame = blames[index];
  const own = rows[index];
  if (blame === null || blame === undefined || own === undefined)
    return none('All ranks come to their matched collectives together.');
  const partners = [...blame.partners].flatMap((partner) => rows[partner] ?? []);
  const hiddenLimitNs = Math.min(...partners.map((partner) => partner.communication_exposed_ns));
  const boundNs = Math.floor(Math.min(blame.gapNs, hiddenLimitNs));
  const boundPct = percentOf(boundNs, medianOf([own, ...partners].map((rank) => rank.wall_ns)));
  const blamePct = percentOf(blame.causedWaitingNs, blame.allWaitingNs);
  if (boundPct < LEAST_BOUND_PCT)
    return none(
      `No rank holds up the others: ${own.device} comes last most, which costs them ${boundPct.toFixed(1)}% of their window at most.`,
    );
  if (blamePct < LEAST_BLAME_PCT)
    return none(
      `Ranks take turns at coming last: ${own.device} causes most waiting, and that is ${blamePct.toFixed(1)}% of all.`,
    );
  const groups = new Set([index, ...blame.partners].map((member) => works[member]?.group));
  return explain(compared, index, {
    basis: 'collectives',
    last_count: blame.lastCount,
    matched_count: blame.matchedCount,
    caused_waiting_ns: blame.causedWaitingNs,
    caused_waiting_pct: blamePct,
    bound_ns: boundNs,
    window_count: groups.size,
  });
}

function longestWindow(compared: ComparedRanks): Found {
  const { rows, works, cohorts } = compared;
  let best: { readonly index: number; readonly boundNs: number; readonly groupCount: number } | null = null;
  let comparedCount = 0;
  for (const cohort of cohorts) {
    const members = cohort.flatMap((index) => works[index] ?? []);
    if (members.length < 2 || !ranTogether(members)) continue;
    comparedCount += members.length;
    const [first = -1, second = -1] = [...cohort].sort((a, b) => wallOf(rows, b) - wallOf(rows, a) || a - b);
    const boundNs = wallOf(rows, first) - wallOf(rows, second);
    const medianNs = medianOf(cohort.map((index) => wallOf(rows, index)));
    const lengthPct = percentOf(wallOf(rows, first) - medianNs, medianNs);
    if (lengthPct < LEAST_LENGTH_PCT || percentOf(boundNs, medianNs) < LEAST_BOUND_PCT) continue;
    if (boundNs > (best?.boundNs ?? 0))
      best = { index: first, boundNs, groupCount: new Set(members.map(({ group }) => group)).size };
  }
  if (best !== null)
    return explain(compared, best.index, {
      basis: 'window',
      last_count: null,
      matched_count: null,
      caused_waiting_ns: null,
      caused_waiting_pct: null,
      bound_ns: best.boundNs,
      window_count: best.groupCount,
    });
  return none(
    comparedCount === 0
      ? `The ${rows.length} ranks share no matched collective, and none does the same work as another at the same time.`
      : `No window is longer than the median of its like by ${LEAST_LENGTH_PCT}% or more, and no collectives could be matched.`,
  );
}

/** Ranks of one job: on one clock their work overlaps; on several machines the launcher numbered them apart. */
function ranTogether(members: readonly RankWork[]): boolean {
  if (new Set(members.map(({ group }) => group)).size === 1) return true;
  const numbers = members.map(({ rank }) => rank);
  return !numbers.includes(null) && new Set(numbers).size === members.length;
}

function explain({ rows, works, cohorts, idleCauses }: ComparedRanks, index: number, basis: Basis): Found {
  const own = rows[index];
  const work = works[index];
  if (own === undefined || work === undefined) return none('The rank is not in the trace.');
  const others = (cohorts[own.cohort] ?? []).filter((other) => other !== index);
  const otherRows = others.flatMap((other) => rows[other] ?? []);
  const parts = compareParts(own, otherRows);
  return {
    straggler: {
      index,
      rank: own.rank,
      device: own.device,
      ...basis,
      lead: parts[0]?.part ?? 'other_work',
      parts,
      kernels: compareKernels(
        work,
        others.flatMap((other) => works[other] ?? []),
      ),
      idle_causes: compareIdleCauses(own, otherRows, idleCauses),
    },
    straggler_reason: null,
  };
}

function none(reason: string): Found {
  return { straggler: null, straggler_reason: reason };
}

function wallOf(rows: readonly Rank[], index: number): number {
  return rows[index]?.wall_ns ?? 0;
}
