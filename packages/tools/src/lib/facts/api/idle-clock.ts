import { gapsWithin } from '../../intervals/gaps-within.js';
import type { IntervalList } from '../../intervals/interval-list.js';

/** Sums are kept for every so many gaps: for each of them they would take as much memory as a column. */
const STRIDE = 16;

/** The gaps of a device inside a window, with the idle time before each of them. */
export interface IdleClock {
  readonly gaps: IntervalList;
  /** Summed length of the gaps before each 16th gap. */
  readonly before: Float64Array;
}

/** Prepares look-ups of idle time: of what `busy` leaves of [start, end). */
export function createIdleClock(busy: IntervalList, start: number, end: number): IdleClock {
  const gaps = gapsOf(busy, start, end);
  const before = new Float64Array(Math.ceil(gaps.starts.length / STRIDE));
  let passed = 0;
  for (let gap = 0; gap < gaps.starts.length; gap++) {
    if (gap % STRIDE === 0) before[gap / STRIDE] = passed;
    passed += (gaps.ends[gap] ?? 0) - (gaps.starts[gap] ?? 0);
  }
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
  let passed = before[Math.floor(low / STRIDE)] ?? 0;
  for (let passing = low - (low % STRIDE); passing < low; passing++)
    passed += (ends[passing] ?? 0) - (starts[passing] ?? 0);
  return start >= time ? passed : passed + Math.min(time, ends[low] ?? time) - start;
}

/** Of a list that fills the window from end to end the gaps are views: nothing is copied. */
function gapsOf(busy: IntervalList, start: number, end: number): IntervalList {
  const { starts, ends } = busy;
  const last = starts.length - 1;
  if (starts[0] !== start || ends[last] !== end) return gapsWithin(busy, start, end);
  return { starts: ends.subarray(0, last), ends: starts.subarray(1) };
}
