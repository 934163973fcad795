import { percentText, timeText } from './figures.js';
import { boundWithin, windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

/**
 * Upper bound of what a faster kernel saves: `headroomFrac` of the time in which it runs alone, as a mean over devices,
 * at most the compute part of the window. Time under other kernels is not saved and so not counted. Null without times.
 */
export function kernelRecoverableNs(time: WindowTime | null, exclusiveNs: number, headroomFrac = 1): number | null {
  if (time === null) return null;
  const frac = Math.min(1, Math.max(0, headroomFrac));
  return boundWithin(time, exclusiveNs * frac, time.computeNs);
}

/**
 * What a bound is worth in words: `At most 3.10 ms (4.0% of the window): <what>`. Without a bound `what` says why, as a
 * sentence of its own, or follows `Not bounded: `.
 */
export function impactText(time: WindowTime | null, recoverableNs: number | null, what: string): string {
  if (time !== null && recoverableNs !== null)
    return `At most ${timeText(recoverableNs)} (${percentText(windowPct(time, recoverableNs))} of the window): ${what}`;
  return /^[A-Z]/.test(what) ? what : `Not bounded: ${what}`;
}
