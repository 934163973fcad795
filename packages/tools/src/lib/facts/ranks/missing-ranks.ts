import type { Ranks } from '../../../schemas/ranks.js';
import { missingNumbers } from '../missing-numbers.js';
import type { RankPart } from './collect-ranks.js';
import type { RankWork } from './list-rank-works.js';

/**
 * Ranks of the job that are not in the trace. The size of the job is what launchers say, else what all communicators
 * agree on. Without a size the gaps below the highest number are missing for certain; without gaps nothing is known.
 */
export function missingRanks(
  works: readonly RankWork[],
  parts: readonly RankPart[],
): Pick<Ranks, 'world_size' | 'missing_rank_count' | 'missing_ranks'> {
  const size = worldSize(works, parts);
  const numbers = new Set(works.flatMap(({ rank }) => rank ?? []));
  const areNumbered = works.every(({ rank }) => rank !== null);
  if (!areNumbered)
    return {
      world_size: size,
      missing_rank_count: size === null ? null : Math.max(0, size - works.length),
      missing_ranks: size !== null && works.length >= size ? [] : null,
    };
  const limit = size ?? [...numbers].reduce((most, number) => Math.max(most, number + 1), 0);
  const { count, listed } = missingNumbers(numbers, limit);
  if (size === null && count === 0) return { world_size: null, missing_rank_count: null, missing_ranks: null };
  return { world_size: size, missing_rank_count: count, missing_ranks: listed };
}

function worldSize(works: readonly RankWork[], parts: readonly RankPart[]): number | null {
  const sizes = new Set(works.map((work) => work.worldSize));
  const [size] = sizes;
  if (sizes.size === 1 && size !== null && size !== undefined) return size;
  if (sizes.size > 1) return null;
  const told = new Set(parts.flatMap(({ communication }) => communication?.initRanks.distinct ?? []));
  const [agreed] = told;
  return told.size === 1 && agreed !== undefined ? agreed : null;
}
