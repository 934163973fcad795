import type { TraceDiff } from '../../schemas/trace-diff.js';
import { medianOf } from '../statistics/median-of.js';
import { roundTo } from '../statistics/round-to.js';

/** A median absolute deviation times this estimates the standard deviation of a normal distribution: 1 / 0.6745. */
const SIGMAS_PER_MAD = 1.4826;
/** Runs from which on a spread says anything. */
const LEAST_RUNS = 3;

/**
 * Run-to-run noise of one side: 1.4826 times the median absolute deviation from the median, over the median, in percent,
 * of what the verdict judges. Null with fewer than three runs, or a median of 0.
 *
 * Source: Hampel, JASA 69 (1974), 383-393: the MAD as a robust scale.
 */
export function runNoisePct(diff: TraceDiff, side: 'baseline' | 'new'): number | null {
  const runs = diff.runs[side];
  if (runs.length < LEAST_RUNS) return null;
  const values = runs.map((run) =>
    diff.verdict_basis === 'gpu_window' ? (run.gpu_window_ns ?? run.kernel_time_ns) : run.kernel_time_ns,
  );
  const median = medianOf(values);
  if (median === 0) return null;
  const deviation = medianOf(values.map((value) => Math.abs(value - median)));
  return roundTo((100 * SIGMAS_PER_MAD * deviation) / median, 4);
}
