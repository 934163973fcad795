import { gapsWithin } from '../../intervals/gaps-within.js';
import type { IntervalList } from '../../intervals/interval-list.js';

/** The gaps of a device inside a window, with the idle time before each of them. */
export interface IdleClock {
  readonly gaps: IntervalList;
  /** Summed length of the gaps before gap i. */
  readonly before: Float64Array;
}

/** Prepares look-ups of idle time: of what `busy` leaves of [start, end). */
export function createIdleClock(busy: IntervalList, start: number, end: number): IdleClock {
  const gaps = gapsWithin(busy, start, end);
  const before = new Float64Array(gaps.starts.length);
  for (let gap = 1; gap < before.length; gap++)
    before[gap] = (before[gap - 1] ?? 0) + (gaps.ends[gap - 1] ?? 0) - (gaps.starts[gap - 1] ?? 0);
  return { gaps, before };
}

/**
 * Idle time from the start of the window to `time`. The search begins at `gap`, which must not start after the last gap
 * before `time` unless none does, and doubles its steps, so that it costs the logarithm of the gaps passed. 0 without gaps.
 */
export function idleBefore({ gaps: { starts, ends }, before }: IdleClock, time: number, gap: number): number {
  let low = gap;
  let step = 1;
  while (low + step < starts.length && (starts[low + step] ?? 0) < time) {
    low += step;
    step *= 2;
  }
  // The last gap that starts before `time` is in [low, high), or none from `gap` on does.
  let high = Math.min(low + step, starts.length);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < time) low = middle;
    else high = middle;
  }
  const start = starts[low] ?? time;
  const passed = before[low] ?? 0;
  return start >= time ? passed : passed + Math.min(time, ends[low] ?? time) - start;
}
