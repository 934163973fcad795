import { CAUSE_CODE } from './call-causes.js';

/** The operation that ends a gap of a device. */
export interface NextOperation {
  /** Null for a copy. */
  readonly kernel: string | null;
  /** Start of the call that launched it, in the frame of the process; null where none is recorded. */
  readonly launchNs: number | null;
}

/**
 * Cause of the time of a gap that no call with a cause covers: `late_launch` where the launch of what ends the gap
 * starts inside or after it, or nothing was launched at all; `queue_dependency` where it was launched before the gap;
 * `unknown` without API data, or where the launching call is not recorded.
 */
export function restCauseOf(hasApi: boolean, next: NextOperation | null, gapStartNs: number): number {
  if (!hasApi) return CAUSE_CODE.unknown;
  if (next === null) return CAUSE_CODE.late_launch;
  if (next.launchNs === null) return CAUSE_CODE.unknown;
  return restCauseOfLaunch(next.launchNs, gapStartNs);
}

/** Rest cause of a gap before an operation whose launch is recorded. */
export function restCauseOfLaunch(launchNs: number, gapStartNs: number): number {
  return launchNs >= gapStartNs ? CAUSE_CODE.late_launch : CAUSE_CODE.queue_dependency;
}
