import { RANK_FIGURES } from '../../../terms/rank-terms.js';
import type { Rank, RankSpread } from '../../../schemas/ranks.js';
import { median } from '../../statistics/percentile.js';
import { sampleStandardDeviation } from '../../statistics/standard-deviation.js';

/** How each figure varies over ranks of one cohort; figures that not all of them have are left out. Empty for one rank. */
export function spreadFigures(ranks: readonly Rank[]): RankSpread[] {
  if (ranks.length < 2) return [];
  return RANK_FIGURES.flatMap((figure) => {
    const known = ranks.flatMap((rank) => rank[figure] ?? []);
    return known.length === ranks.length ? [spreadOf(figure, Float64Array.from(known), ranks)] : [];
  });
}

function spreadOf(figure: RankSpread['figure'], values: Float64Array, ranks: readonly Rank[]): RankSpread {
  const max = values.reduce((most, value) => Math.max(most, value));
  const middle = median(values) ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = sampleStandardDeviation(values) ?? 0;
  return {
    figure,
    min: values.reduce((least, value) => Math.min(least, value)),
    median: middle,
    max,
    max_over_median: middle === 0 ? null : max / middle,
    cv: mean === 0 ? null : deviation / mean,
    max_device: ranks[values.indexOf(max)]?.device ?? '',
  };
}
