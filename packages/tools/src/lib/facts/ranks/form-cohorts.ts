import type { RankWork } from './list-rank-works.js';

/**
 * Least likeness of the work of two ranks that are compared: matching dispatches of all dispatches, 0..1. Why:
 * docs/decisions/0014-ranks.md.
 */
const LEAST_LIKENESS = 0.95;

/** Indices of the ranks of each cohort, ascending; the largest cohort first, of equal ones the one with the first rank. */
export type Cohorts = readonly (readonly number[])[];

/**
 * Divides ranks into cohorts of like ones: the same program, size of the job and kind of GPU, and the same work, which
 * is kernels of equal names launched about equally often (`workLikeness` of 0.95 and more, so that a rank may log or
 * save a checkpoint). Each rank joins the first cohort whose first rank it is like.
 */
export function formCohorts(works: readonly RankWork[]): Cohorts {
  const cohorts: { readonly first: RankWork; readonly members: number[] }[] = [];
  for (const [index, work] of works.entries()) {
    const own = cohorts.find(
      ({ first }) => differenceOf(first, work) === null && workLikeness(first, work) >= LEAST_LIKENESS,
    );
    if (own === undefined) cohorts.push({ first: work, members: [index] });
    else own.members.push(index);
  }
  return cohorts.map(({ members }) => members).sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/**
 * Sum over kernel names of the lesser number of dispatches, over that of the greater; 1 for equal work and for ranks
 * that dispatch nothing.
 */
function workLikeness(left: RankWork, right: RankWork): number {
  let lesser = 0;
  for (const [name, { calls }] of left.kernels) lesser += Math.min(calls, right.kernels.get(name)?.calls ?? 0);
  const greater = left.callCount + right.callCount - lesser;
  return greater === 0 ? 1 : lesser / greater;
}

/** In what a rank differs from another one beside its work; null where in nothing. */
export function differenceOf(reference: RankWork, other: RankWork): string | null {
  if (reference.gfxId !== other.gfxId || reference.cuCount !== other.cuCount)
    return `another kind of GPU (${gpuText(other)}, the others ${gpuText(reference)})`;
  if (reference.worldSize !== other.worldSize)
    return `a job of another size (${sizeText(other.worldSize)}, the others ${sizeText(reference.worldSize)})`;
  return reference.program === other.program ? null : 'another program';
}

/** In what the work of a rank differs from that of another one. */
export function workDifference(reference: RankWork, other: RankWork): string {
  const ratio = reference.callCount === 0 ? 1 : other.callCount / reference.callCount;
  const kind = ratio < LEAST_LIKENESS ? 'less work' : ratio > 1 / LEAST_LIKENESS ? 'more work' : 'other kernels';
  return `${kind} (${other.callCount} dispatches beside communication, the others about ${reference.callCount})`;
}

function gpuText({ gfxId, cuCount }: RankWork): string {
  return `${gfxId ?? 'unknown'}${cuCount === null ? '' : ` with ${cuCount} compute units`}`;
}

function sizeText(size: number | null): string {
  return size === null ? 'unknown' : `${size} ranks`;
}
