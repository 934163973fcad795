import { CAUSE_CODE } from './call-causes.js';

/** Work may start this long after its launch although nothing holds it up, docs/decisions/0008-idle-causes.md. */
const LAUNCH_LATENCY_NS = 10_000;

/** The operation that ends a gap of a device. */
export interface NextOperation {
  /** Null for a copy. */
  readonly kernel: string | null;
  /** End of the call that launched it, in the frame of the process; null where none is recorded. */
  readonly launchedNs: number | null;
}

/**
 * Cause of the time of a gap that no call with a cause covers: `late_launch` where the launch of what ends the gap
 * was over less than 10 us before it, or nothing was launched at all; `queue_dependency` where it was over earlier;
 * `unknown` without API data, or where the launching call is not recorded.
 */
export function restCauseOf(hasApi: boolean, next: NextOperation | null, gapStartNs: number): number {
  if (!hasApi) return CAUSE_CODE.unknown;
  if (next === null) return CAUSE_CODE.late_launch;
  if (next.launchedNs === null) return CAUSE_CODE.unknown;
  return restCauseOfLaunch(next.launchedNs, gapStartNs);
}

/** Rest cause of a gap before an operation whose launch is recorded. */
export function restCauseOfLaunch(launchedNs: number, gapStartNs: number): number {
  return launchedNs > gapStartNs - LAUNCH_LATENCY_NS ? CAUSE_CODE.late_launch : CAUSE_CODE.queue_dependency;
}
