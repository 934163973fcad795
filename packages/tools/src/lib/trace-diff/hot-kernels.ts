import { compareText } from '../text/compare-text.js';

/** Kernels are taken from the top until they cover this share of the time, unless the settings name another. */
const HOT_COVERAGE_FRAC = 0.8;
/** A kernel with this share is hot wherever it stands. */
const HOT_SHARE_FRAC = 0.03;

/** A kernel and its summed time. */
export interface KernelTime {
  readonly name: string;
  readonly totalNs: number;
}

/** Kernels by summed time descending, then name. Time 0 stays in. */
export function rankKernels(kernels: Iterable<KernelTime>): KernelTime[] {
  return [...kernels].sort((a, b) => b.totalNs - a.totalNs || compareText(a.name, b.name));
}

/**
 * The hot kernels: from the top until `coverageFrac` of the summed time is covered, the one that crosses included, and
 * every other with a share of at least 3 %. Empty where the sum is 0.
 *
 * Source: docs/comparing-runs.md, a convention, so that a regression of what matters little does not count.
 */
export function hotKernels(kernels: Iterable<KernelTime>, coverageFrac = HOT_COVERAGE_FRAC): KernelTime[] {
  const ranked = rankKernels(kernels);
  const sumNs = ranked.reduce((sum, { totalNs }) => sum + totalNs, 0);
  if (sumNs <= 0) return [];
  let coveredNs = 0;
  return ranked.filter(({ totalNs }) => {
    const isNeeded = coveredNs / sumNs < coverageFrac;
    coveredNs += totalNs;
    return isNeeded || totalNs / sumNs >= HOT_SHARE_FRAC;
  });
}
