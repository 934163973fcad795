import type { TraceDiff } from '@perfxpert/agents';
import { formatFixed, formatWholePercent } from './format-number.js';
import { formatSignedFixed } from './format-signed.js';

/** What the verdict judges. */
export const BASIS_WORDS = { gpu_window: 'GPU window', kernel_time: 'summed kernel time' } as const;

/** Parts of the window. */
export const PART_WORDS = {
  compute: 'compute',
  copy_exposed: 'copy, exposed',
  api_exposed: 'host API, exposed',
  idle_other: 'idle',
} as const;

/** What explains the change of a kernel. */
export const CAUSE_WORDS = { call_count: 'calls', duration: 'duration' } as const;

/** Hot in both runs, or in which: `hot`, `was`, `now`; empty for a kernel that never was. */
export function hotness({ was_hot: wasHot, is_hot: isHot }: TraceDiff['per_kernel'][number]): string {
  if (wasHot && isHot) return 'hot';
  if (wasHot) return 'was';
  return isHot ? 'now' : '';
}

/** `regressed: GPU window +10.93% (threshold 5.00%)`: two decimals, since they may decide. */
export function verdictLine(diff: TraceDiff): string {
  return `${diff.verdict}: ${BASIS_WORDS[diff.verdict_basis]} ${formatSignedFixed(diff.verdict_delta_pct, 2, '%')} (threshold ${formatFixed(diff.verdict_threshold_pct, 2)}%)`;
}

/** `between +1.2% and +14.0% with 90% confidence`; null without several runs of each side. */
export function intervalWords({ verdict_interval: interval }: TraceDiff): string | null {
  if (interval === null) return null;
  const low = formatSignedFixed(interval.low_pct, 1, '%');
  const high = formatSignedFixed(interval.high_pct, 1, '%');
  return `between ${low} and ${high} with ${formatWholePercent(interval.confidence_frac)} confidence`;
}

/** The runs of a side as given: one path, or the paths of each run. */
export function runNames(paths: TraceDiff['baseline_db']): string[] {
  if (typeof paths === 'string') return [paths];
  return paths.map((run) => (typeof run === 'string' ? run : run.join(' + ')));
}
