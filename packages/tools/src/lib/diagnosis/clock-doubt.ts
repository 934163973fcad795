import type { TraceFacts } from '../facts/trace-facts.js';
import { percentOf } from '../statistics/percent-of.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { WindowTime } from './window-time.js';

/**
 * By how much the clocks of host and GPU disagree, nanoseconds, where that makes it unknowable which calls fill the
 * empty time; null where it doesn't. A shift moves each gap of a device over the calls beside it, so at most two
 * shifts per dispatch change hands between calls and idle time.
 */
export function clockDoubtNs({ traceQuality }: TraceFacts, time: WindowTime): number | null {
  const { clock_offset_ns: offsetNs, dispatches } = traceQuality;
  if (offsetNs === null) return null;
  const movedNs = (2 * Math.abs(offsetNs) * dispatches) / time.deviceCount;
  return percentOf(movedNs, time.emptyNs) > RULE_THRESHOLDS.clockShiftPct.value ? Math.abs(offsetNs) : null;
}

/** The partition without saying who keeps the GPU waiting: all empty time counts as idle. */
export function withoutHostTime(time: WindowTime): WindowTime {
  return { ...time, apiWorkNs: 0, apiWaitNs: 0, idleNs: time.emptyNs };
}
