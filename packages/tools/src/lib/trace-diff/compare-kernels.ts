import type { DiffKernel } from '../../schemas/trace-diff.js';
import { adjustBenjaminiHochberg } from '../statistics/benjamini-hochberg.js';
import { mannWhitney } from '../statistics/mann-whitney.js';
import { percentileOfSorted } from '../statistics/percentile-of-sorted.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import type { ComparisonSide } from './comparison-side.js';
import type { Rename } from './match-renames.js';
import { pairKernels } from './pair-kernels.js';
import type { KernelPair } from './pair-kernels.js';
import { CHANGE_THRESHOLD_PCT, changePct, directionOfChange, roundedChangePct } from './relative-change.js';

// Why these, and what they do not say: docs/comparing-runs.md, kernels.
/** Dispatches needed on each side for the test. */
export const MIN_CALLS = 8;
/** Adjusted probability below which a difference is significant. */
export const SIGNIFICANCE_LEVEL = 0.01;
/** The medians must differ by more than this. */
export const MIN_MEDIAN_CHANGE_PCT = 3;

/** All kernels of two sides, and which of them changed their name. */
export interface KernelComparison {
  /** By the larger of the two times descending, then name. */
  readonly rows: readonly DiffKernel[];
  readonly renames: readonly Rename[];
}

type Quantiles = DiffKernel['quantiles_new'];

/** Figures from single dispatches. */
interface Sampled {
  readonly quantilesBefore: Quantiles;
  readonly quantilesAfter: Quantiles;
  /** Unadjusted; null with too few dispatches. */
  readonly probability: number | null;
}

/**
 * Compares two sides kernel by kernel; a kernel under another name is one (`matchRenames`).
 *
 * delta = (n1 - n0) m0 + n1 (m1 - m0) with n calls and m time per call; the first part is the count effect, rounded to
 * whole nanoseconds, the second the rest, so that they add up. Without calls in the baseline all of it is count effect.
 * Significance: Mann-Whitney U of the dispatches, adjusted by Benjamini-Hochberg over the kernels tested.
 */
export function compareKernels(baseline: ComparisonSide, next: ComparisonSide): KernelComparison {
  const { pairs, renames } = pairKernels(baseline, next);
  const samples = pairs.map(sample);
  const tested = samples.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  const adjusted = adjustBenjaminiHochberg(tested);
  let place = 0;
  const rows = pairs.map((pair, index) => {
    const sampled = samples[index] ?? { quantilesBefore: null, quantilesAfter: null, probability: null };
    const probability = sampled.probability === null ? null : (adjusted[place++] ?? 1);
    return rowOf(pair, sampled, probability, baseline, next);
  });
  const sizeOf = (row: DiffKernel): number => Math.max(row.baseline_ns, row.new_ns);
  return { rows: rows.sort((a, b) => sizeOf(b) - sizeOf(a) || compareText(a.name, b.name)), renames };
}

function sample({ before, after }: KernelPair): Sampled {
  const first = before?.sortedDurationsNs() ?? new Float64Array(0);
  const second = after?.sortedDurationsNs() ?? new Float64Array(0);
  const isTestable = first.length >= MIN_CALLS && second.length >= MIN_CALLS;
  return {
    quantilesBefore: quantilesOf(first),
    quantilesAfter: quantilesOf(second),
    probability: isTestable ? mannWhitney(first, second).probability : null,
  };
}

function quantilesOf(sorted: Float64Array): Quantiles {
  if (sorted.length === 0) return null;
  const at = (fraction: number): number => percentileOfSorted(sorted, fraction) ?? 0;
  return { p5_ns: at(0.05), p25_ns: at(0.25), p50_ns: at(0.5), p75_ns: at(0.75), p95_ns: at(0.95) };
}

function rowOf(
  { name, renamedFrom, before, after }: KernelPair,
  { quantilesBefore, quantilesAfter }: Sampled,
  probability: number | null,
  baseline: ComparisonSide,
  next: ComparisonSide,
): DiffKernel {
  const baselineNs = before?.totalNs ?? 0;
  const newNs = after?.totalNs ?? 0;
  const callsBaseline = before?.calls ?? 0;
  const callsNew = after?.calls ?? 0;
  const deltaNs = newNs - baselineNs;
  const isOnOneSide = callsBaseline === 0 || callsNew === 0;
  const countEffectNs = isOnOneSide ? deltaNs : roundTo(((callsNew - callsBaseline) * baselineNs) / callsBaseline, 0);
  const rateEffectNs = deltaNs - countEffectNs;
  const medianBefore = quantilesBefore?.p50_ns ?? null;
  const medianAfter = quantilesAfter?.p50_ns ?? null;
  const medianDelta = medianChangePct(medianBefore, medianAfter);
  return {
    name,
    baseline_ns: baselineNs,
    new_ns: newNs,
    delta_ns: deltaNs,
    delta_pct: roundedChangePct(baselineNs, newNs),
    regressed: changePct(baselineNs, newNs) > CHANGE_THRESHOLD_PCT,
    was_hot: baseline.hot.has(renamedFrom ?? name),
    is_hot: next.hot.has(name),
    change: changeOf(callsBaseline, callsNew, directionOfChange(baselineNs, newNs, baseline.kernelTimeNs)),
    renamed_from: renamedFrom,
    calls_baseline: callsBaseline,
    calls_new: callsNew,
    count_effect_ns: countEffectNs,
    rate_effect_ns: rateEffectNs,
    explained_by: explanationOf(callsBaseline, callsNew, countEffectNs, rateEffectNs),
    median_baseline_ns: medianBefore,
    median_new_ns: medianAfter,
    median_delta_pct: medianDelta === null ? null : roundTo(medianDelta, 4),
    p_adjusted: probability,
    significance: significanceOf(probability, medianDelta),
    quantiles_baseline: quantilesBefore,
    quantiles_new: quantilesAfter,
  };
}

function medianChangePct(before: number | null, after: number | null): number | null {
  return before === null || after === null || before === 0 ? null : changePct(before, after);
}

function changeOf(callsBaseline: number, callsNew: number, direction: -1 | 0 | 1): DiffKernel['change'] {
  if (callsBaseline === 0) return 'added';
  if (callsNew === 0) return 'removed';
  return direction > 0 ? 'slower' : direction < 0 ? 'faster' : 'same';
}

function explanationOf(
  callsBaseline: number,
  callsNew: number,
  countEffectNs: number,
  rateEffectNs: number,
): DiffKernel['explained_by'] {
  if (callsBaseline === 0 || callsNew === 0 || (countEffectNs === 0 && rateEffectNs === 0)) return null;
  return Math.abs(countEffectNs) > Math.abs(rateEffectNs) ? 'call_count' : 'duration';
}

function significanceOf(probability: number | null, medianDelta: number | null): DiffKernel['significance'] {
  if (probability === null) return 'insufficient_data';
  const isFarApart = medianDelta !== null && Math.abs(medianDelta) > MIN_MEDIAN_CHANGE_PCT;
  return probability < SIGNIFICANCE_LEVEL && isFarApart ? 'significant' : 'not_significant';
}
