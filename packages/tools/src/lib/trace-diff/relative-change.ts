import { roundTo } from '../statistics/round-to.js';

/** A kernel or direction of copies counts as changed beyond this, percent of its own time (docs/comparing-runs.md) */
export const CHANGE_THRESHOLD_PCT = 3;
/** and only where the change is at least this share of the whole baseline. */
const LEAST_SHARE_FRAC = 0.001;

/** 100 * (after - before) / before, unrounded; 100 where only `after` has time, 0 where neither has. */
export function changePct(before: number, after: number): number {
  if (before > 0) return (100 * (after - before)) / before;
  return after > 0 ? 100 : 0;
}

/** `changePct`, rounded to 4 digits. */
export function roundedChangePct(before: number, after: number): number {
  return roundTo(changePct(before, after), 4);
}

/** 1 for a change that matters and is one for the worse, -1 for the better, 0 for none; see the two thresholds. */
export function directionOfChange(before: number, after: number, baselineNs: number): -1 | 0 | 1 {
  if (Math.abs(after - before) < LEAST_SHARE_FRAC * baselineNs) return 0;
  const percent = changePct(before, after);
  return percent > CHANGE_THRESHOLD_PCT ? 1 : percent < -CHANGE_THRESHOLD_PCT ? -1 : 0;
}
