/** What a caller wants to be sure of; with few runs the interval is the widest there is and says how sure it is. */
const WANTED_CONFIDENCE = 0.95;
/** Up to so many values in both samples the distribution of U is counted, beyond it is taken as normal. */
const MAX_COUNTED = 40;
/** Standard normal deviate of 97.5 %. */
const NORMAL_975 = 1.959964;

/** An interval and the probability, 0..1, that it covers the true value. */
export interface ConfidenceInterval {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

/**
 * Confidence interval of the change between two samples that differ by a factor: of all ratios second / first, sorted,
 * the k-th smallest to the k-th largest, with the largest k that still gives 95 %, else k = 1. Its confidence is 1 - 2
 * P(U < k) of the Mann-Whitney distribution; for 3 and 3 values 0.9. Null when a sample is empty or holds values that
 * are not above 0.
 *
 * Source: Hollander and Wolfe, Nonparametric Statistical Methods (1973), section 4.3, on a logarithmic scale.
 */
export function ratioInterval(first: readonly number[], second: readonly number[]): ConfidenceInterval | null {
  if (first.length === 0 || second.length === 0) return null;
  if (![...first, ...second].every((value) => value > 0)) return null;
  const ratios = Float64Array.from(first.flatMap((before) => second.map((after) => after / before))).sort();
  const { k, confidence } = rankFor(first.length, second.length);
  return { low: ratios[k - 1] ?? 0, high: ratios[ratios.length - k] ?? 0, confidence };
}

function rankFor(n0: number, n1: number): { readonly k: number; readonly confidence: number } {
  if (n0 + n1 > MAX_COUNTED) {
    const deviation = Math.sqrt((n0 * n1 * (n0 + n1 + 1)) / 12);
    const k = Math.max(1, Math.floor((n0 * n1) / 2 - NORMAL_975 * deviation));
    return { k, confidence: WANTED_CONFIDENCE };
  }
  const probabilities = distributionOfU(n0, n1);
  let k = 1;
  let below = probabilities[0] ?? 0;
  for (let next = 2; next <= probabilities.length / 2; next++) {
    const grown = below + (probabilities[next - 1] ?? 0);
    if (1 - 2 * grown < WANTED_CONFIDENCE) break;
    below = grown;
    k = next;
  }
  return { k, confidence: 1 - 2 * below };
}

/** P(U = u) for u = 0 .. n0 n1: ways to choose n0 of n0 + n1 ranks with that sum above the least, over all ways. */
function distributionOfU(n0: number, n1: number): Float64Array {
  const largest = n0 * n1;
  const ways = Array.from({ length: n0 + 1 }, () => new Float64Array(largest + 1));
  const none = ways[0];
  if (none !== undefined) none[0] = 1;
  // The rank r as the j-th chosen adds r - j to the sum above the least.
  for (let rank = 1; rank <= n0 + n1; rank++)
    for (let chosen = Math.min(rank, n0); chosen >= 1; chosen--) {
      const from = ways[chosen - 1];
      const to = ways[chosen];
      const added = rank - chosen;
      if (from === undefined || to === undefined) continue;
      for (let u = largest; u >= added; u--) to[u] = (to[u] ?? 0) + (from[u - added] ?? 0);
    }
  const counts = ways[n0] ?? new Float64Array(0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}
