import type { LoopTime } from '../../schemas/steps.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import { withoutHostTime } from './clock-doubt.js';
import type { WindowTime } from './window-time.js';

/**
 * The time of the main loop without its warm-up, mean over devices; what comes once before or after it is left out.
 * Null where the loop does not stand for the run: it takes less than half of the window or has less than five steady
 * steps, a device has none, or several processes were given (ranks are compared with each other instead).
 */
export function steadyTime(facts: TraceFacts, time: WindowTime | null, isClockDoubtful: boolean): WindowTime | null {
  const { steps, executionBreakdown, processes } = facts;
  if (time === null || steps === null || processes.length !== 1) return null;
  const { steadySteps, steadyMajorityPct } = RULE_THRESHOLDS;
  const { loops } = steps;
  if (loops.length !== (executionBreakdown?.devices.length ?? 0)) return null;
  if (loops.some((loop) => loop.step_count - loop.warmup_steps < steadySteps.value)) return null;
  const mean = (part: (loop: LoopTime) => number): number =>
    loops.reduce((sum, { loop_time: loop }) => sum + part(loop), 0) / loops.length;
  const wallNs = mean((loop) => loop.wall_ns);
  if (100 * wallNs < steadyMajorityPct.value * time.wallNs) return null;
  const computeNs = mean((loop) => loop.compute_ns);
  const copyExposedNs = mean((loop) => loop.copy_exposed_ns);
  const apiNs = mean((loop) => loop.api_exposed_ns);
  const apiWaitNs = mean((loop) => loop.api_exposed_wait_ns);
  const idleNs = mean((loop) => loop.idle_other_ns);
  const steady: WindowTime = {
    name: 'steady state',
    wallNs,
    computeNs,
    communicationExposedNs: mean((loop) => loop.communication_exposed_ns),
    copyExposedNs,
    apiWorkNs: apiNs - apiWaitNs,
    apiWaitNs,
    idleNs,
    emptyNs: apiNs + idleNs,
    busyNs: computeNs + copyExposedNs,
    deviceCount: time.deviceCount,
  };
  return isClockDoubtful ? withoutHostTime(steady) : steady;
}
