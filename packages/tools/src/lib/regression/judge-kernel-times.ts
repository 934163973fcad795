import { compareText } from '../text/compare-text.js';

/** A hot kernel that grew by more than this is a regression by itself, fraction. */
const HOT_REGRESSION_FRAC = 0.1;
/** Removed kernels with more than this share of the baseline are warned of, fraction. */
export const REMOVED_SHARE_FRAC = 0.03;

/** Summed time of one kernel before and after; 0 after for one that is gone. */
export interface KernelChange {
  readonly name: string;
  /** Above 0. */
  readonly beforeNs: number;
  readonly afterNs: number;
  readonly isHot: boolean;
}

/** The gate's verdict and its figures, percents. */
export interface GateVerdict {
  readonly verdict: 'regressed' | 'improved' | 'neutral';
  readonly totalDeltaPct: number;
  /** Null when no kernel is in both runs, or one that is takes no time after. */
  readonly weightedGeomeanDeltaPct: number | null;
}

/**
 * The gate's rule on kernel times: regressed if a hot kernel grew by more than 10 %, or if the weighted geometric mean of
 * the ratios after / before (weights: shares of the baseline among the kernels in both runs) is above 1 by more than
 * the threshold; neutral if it and the total both changed by less than that; improved if the total fell by more; else
 * neutral. Where that mean does not exist, the total alone decides.
 *
 * @param totals summed time of all kernels, new ones included; `beforeNs` is above 0.
 */
export function judgeKernelTimes(
  changes: readonly KernelChange[],
  totals: { readonly beforeNs: number; readonly afterNs: number },
  thresholdPct: number,
): GateVerdict {
  const threshold = thresholdPct / 100;
  // In this order of operations 440 after 400 is 0.1 and not above it; after / before - 1 would be.
  const total = (totals.afterNs - totals.beforeNs) / totals.beforeNs;
  const geomean = weightedGeomeanChange(changes);
  const figures = {
    totalDeltaPct: (100 * (totals.afterNs - totals.beforeNs)) / totals.beforeNs,
    weightedGeomeanDeltaPct: geomean === null ? null : 100 * geomean,
  };
  const isHotSlower = changes.some(
    ({ isHot, beforeNs, afterNs }) => isHot && (afterNs - beforeNs) / beforeNs > HOT_REGRESSION_FRAC,
  );
  if (isHotSlower || (geomean ?? 0) > threshold) return { verdict: 'regressed', ...figures };
  if (Math.abs(total) < threshold && Math.abs(geomean ?? 0) < threshold) return { verdict: 'neutral', ...figures };
  return { verdict: total < -threshold ? 'improved' : 'neutral', ...figures };
}

/** exp(sum of w ln(after / before)) - 1 over kernels with time before and after; null without any. */
function weightedGeomeanChange(changes: readonly KernelChange[]): number | null {
  const common = changes.filter(({ afterNs }) => afterNs > 0).sort((a, b) => compareText(a.name, b.name));
  const whole = common.reduce((sum, { beforeNs }) => sum + beforeNs, 0);
  if (whole === 0) return null;
  const logarithm = common.reduce(
    (sum, { beforeNs, afterNs }) => sum + (beforeNs / whole) * Math.log(afterNs / beforeNs),
    0,
  );
  return Math.expm1(logarithm);
}
