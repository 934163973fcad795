import type { TraceFacts } from '../facts/trace-facts.js';
import { countText, numberText, percentText } from './figures.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

/** What a trace's quality lets us say. */
export interface Trust {
  /** False without kernels, and where most of them have no length: nothing about time can be said. */
  readonly hasTimes: boolean;
  /** Null where idle time may be judged, else why not, with its number. */
  readonly idleDoubt: string | null;
  /** Part of the dispatches that the trace holds, 0..1; scales confidence. */
  readonly completenessFrac: number;
}

/**
 * Judges the judge. Times are unusable where more than half of the dispatches have zero length (rounded or unknown).
 * Idle time is not judged where more than a tenth of the dispatches is missing, or in a recording of counters alone:
 * collecting counters serialises kernels, and the pauses between them are the profiler's.
 */
export function trustIn(facts: TraceFacts): Trust {
  const quality = facts.traceQuality;
  const isMostlyZero = quality.dispatches > 0 && 2 * quality.zero_duration_dispatches > quality.dispatches;
  const missingFrac = quality.lossy ? quality.missing_frac : 0;
  return {
    hasTimes:
      quality.dispatches > 0 &&
      !isMostlyZero &&
      facts.executionBreakdown !== null &&
      facts.executionBreakdown.wall_ns > 0,
    idleDoubt: idleDoubt(facts, missingFrac),
    completenessFrac: missingFrac === null ? 0.5 : 1 - missingFrac,
  };
}

function idleDoubt(facts: TraceFacts, missingFrac: number | null): string | null {
  if (missingFrac === null)
    return `the trace holds ${numberText(facts.traceQuality.dispatches)} dispatches and cannot tell how many are missing`;
  if (missingFrac > RULE_THRESHOLDS.missingDispatchFrac.value)
    return `about ${percentText(100 * missingFrac)} of the dispatches are missing`;
  const isCounterRun =
    facts.hardwareCounters.has_counters && !facts.apiBreakdown.has_api_data && facts.traceQuality.copies === 0;
  return isCounterRun
    ? `${countText(facts.traceQuality.dispatches, 'dispatch was', 'dispatches were')} recorded with counters only, and collecting counters pauses the GPU between kernels`
    : null;
}
