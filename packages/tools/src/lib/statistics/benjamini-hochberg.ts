/**
 * Probabilities adjusted for being a family, in the order given: the i-th smallest of m becomes the least of p_j m / j
 * over j >= i, at most 1. Rejecting what lies below a level then keeps the expected share of false findings below it.
 *
 * Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995).
 */
export function adjustBenjaminiHochberg(probabilities: readonly number[]): number[] {
  const order = probabilities.map((_, index) => index);
  order.sort((a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0) || a - b);
  const adjusted = probabilities.map(() => 1);
  let least = 1;
  for (let rank = order.length; rank >= 1; rank--) {
    const index = order[rank - 1] ?? 0;
    least = Math.min(least, ((probabilities[index] ?? 0) * order.length) / rank);
    adjusted[index] = least;
  }
  return adjusted;
}
