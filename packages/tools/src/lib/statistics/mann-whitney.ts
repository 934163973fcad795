import { twoSidedNormalProbability } from './normal-distribution.js';

/** Result of the test: `u` counts pairs in which the second sample is larger, ties as a half. */
export interface MannWhitney {
  readonly u: number;
  /** Distance of `u` from its mean in standard deviations, 0.5 taken off; never negative, 0 where all values are equal. */
  readonly z: number;
  /** Two-sided probability by the normal distribution; 1 where all values are equal or a sample is empty. */
  readonly probability: number;
}

/**
 * Mann-Whitney U test of two samples, both sorted ascending. U = sum over pairs of [y > x] + 0.5 [y = x]; its mean is
 * n0 n1 / 2 and its variance n0 n1 / 12 * ((N + 1) - sum(t^3 - t) / (N (N - 1))) over groups of t equal values, N = n0
 * + n1; z = (|U - mean| - 0.5) / sqrt(variance). Linear in the samples.
 *
 * Source: Mann and Whitney, Annals of Mathematical Statistics 18 (1947); tie correction: Lehmann, Nonparametrics (1975).
 */
export function mannWhitney(first: Float64Array, second: Float64Array): MannWhitney {
  const n0 = first.length;
  const n1 = second.length;
  const all = n0 + n1;
  let u = 0;
  let tieSum = 0;
  let groupCount = 0;
  let left = 0;
  let right = 0;
  while (left < n0 || right < n1) {
    const value = Math.min(first[left] ?? Number.POSITIVE_INFINITY, second[right] ?? Number.POSITIVE_INFINITY);
    const firstBelow = left;
    const secondBelow = right;
    while (left < n0 && first[left] === value) left++;
    while (right < n1 && second[right] === value) right++;
    const equalFirst = left - firstBelow;
    const equalSecond = right - secondBelow;
    if (equalFirst + equalSecond === 0) break; // Not a number: nothing beyond it can be ranked.
    u += equalSecond * (firstBelow + equalFirst / 2);
    const ties = equalFirst + equalSecond;
    tieSum += ties ** 3 - ties;
    groupCount++;
  }
  if (n0 === 0 || n1 === 0 || groupCount < 2) return { u, z: 0, probability: 1 };
  const variance = ((n0 * n1) / 12) * (all + 1 - tieSum / (all * (all - 1)));
  const distance = Math.max(0, Math.abs(u - (n0 * n1) / 2) - 0.5);
  const z = variance > 0 ? distance / Math.sqrt(variance) : 0;
  return { u, z, probability: twoSidedNormalProbability(z) };
}
