import type { TraceDiff } from '../../schemas/trace-diff.js';
import { roundTo } from '../statistics/round-to.js';
import { ratioInterval } from '../statistics/shift-interval.js';
import { medianNs } from './comparison-side.js';
import type { ComparisonSide } from './comparison-side.js';
import { changePct } from './relative-change.js';
import type { RunMeasure } from './run-measure.js';

/** Change that turns a verdict unless a caller or the settings say otherwise, percent. */
export const DEFAULT_THRESHOLD_PCT = 5;

/** A figure of both sides; null where a side does not have it. */
export interface SidePair {
  readonly before: number;
  readonly after: number;
}

/** The verdict and what it rests on. */
export interface Judgement {
  readonly verdict: TraceDiff['verdict'];
  readonly basis: TraceDiff['verdict_basis'];
  readonly pair: SidePair;
  /** Unrounded. */
  readonly deltaPct: number;
  readonly thresholdPct: number;
  /** Null unless both sides have two runs or more. */
  readonly interval: TraceDiff['verdict_interval'];
}

/**
 * The verdict of a comparison: by the GPU window (first start to last end of kernels and copies), or by summed kernel
 * time where a run of either side has no times. Above +threshold regressed, below -threshold improved, else neutral.
 */
export function judge(baseline: ComparisonSide, next: ComparisonSide, thresholdPct: number): Judgement {
  const hasWindows = [...baseline.runs, ...next.runs].every((run) => windowNs(run) !== null);
  const valueOf = (run: RunMeasure): number => (hasWindows ? (windowNs(run) ?? 0) : run.kernelTimeNs);
  const before = baseline.runs.map(valueOf);
  const after = next.runs.map(valueOf);
  const pair = { before: medianNs(before), after: medianNs(after) };
  const deltaPct = changePct(pair.before, pair.after);
  const limit = Math.abs(thresholdPct);
  return {
    verdict: deltaPct > limit ? 'regressed' : deltaPct < -limit ? 'improved' : 'neutral',
    basis: hasWindows ? 'gpu_window' : 'kernel_time',
    pair,
    deltaPct,
    thresholdPct: limit,
    interval: intervalOf(before, after),
  };
}

/** The GPU window of a run; null without times, or where it has no length. */
export function windowNs({ breakdown }: RunMeasure): number | null {
  return breakdown === null || breakdown.wall_ns === 0 ? null : breakdown.wall_ns;
}

/** Medians of a figure of both sides; null where one run lacks it. */
export function medianPair(
  baseline: ComparisonSide,
  next: ComparisonSide,
  figureOf: (run: RunMeasure) => number | null,
): SidePair | null {
  const before = baseline.runs.map(figureOf);
  const after = next.runs.map(figureOf);
  if ([...before, ...after].includes(null)) return null;
  const known = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? 0);
  return { before: medianNs(known(before)), after: medianNs(known(after)) };
}

function intervalOf(before: readonly number[], after: readonly number[]): TraceDiff['verdict_interval'] {
  if (before.length < 2 || after.length < 2) return null;
  const interval = ratioInterval(before, after);
  if (interval === null) return null;
  return {
    low_pct: roundTo(100 * (interval.low - 1), 4),
    high_pct: roundTo(100 * (interval.high - 1), 4),
    confidence_frac: roundTo(interval.confidence, 4),
  };
}
