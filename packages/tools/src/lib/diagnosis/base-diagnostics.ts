import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { APP_PLACEHOLDER } from '../profiler/full-command.js';
import { numberText, percentText } from './figures.js';
import { BASE_COUNTERS } from './profiler-commands.js';
import { trustIn } from './trust.js';
import { windowPct, windowTime } from './window-time.js';

/**
 * Which conclusions the trace's gaps cost: no counters, a class that needs them, idle time that is not judged. What the
 * trace itself lacks is said by the facts' own notices.
 */
export function baseDiagnostics(facts: TraceFacts, verdict: Verdict): Diagnostic[] {
  return [...noCounters(facts), ...needsCounters(facts, verdict), ...idleNotJudged(facts)];
}

function noCounters({ hardwareCounters, traceQuality }: TraceFacts): Diagnostic[] {
  if (hardwareCounters.has_counters || traceQuality.dispatches === 0) return [];
  return [
    {
      code: 'NO_COUNTERS',
      severity: 'warning',
      message: `None of the ${numberText(traceQuality.dispatches)} dispatches has hardware counters: occupancy, bandwidth and busy units are unknown.`,
      section: 'hardware_counters',
      // What the architecture counts beside these is looked up where a kernel needs it: the tables take long to load.
      how_to_fix: `Begin with rocprofv3 --pmc ${BASE_COUNTERS.join(' ')} -- ${APP_PLACEHOLDER}`,
    },
  ];
}

function needsCounters(facts: TraceFacts, { driver }: Verdict): Diagnostic[] {
  const time = windowTime(facts.executionBreakdown);
  if (time === null || facts.hardwareCounters.has_counters) return [];
  if (driver !== 'gpu_bound' && driver !== 'no_counters') return [];
  return [
    {
      code: 'GPU_BOUND_NEEDS_COUNTERS',
      severity: 'info',
      message: `Kernels fill ${percentText(windowPct(time, time.computeNs))} of the window; whether memory or arithmetic bounds them cannot be told.`,
      section: 'summary',
      how_to_fix: `Record HBM traffic, one counter per run: rocprofv3 --pmc FETCH_SIZE -- ${APP_PLACEHOLDER}, then WRITE_SIZE.`,
    },
  ];
}

function idleNotJudged(facts: TraceFacts): Diagnostic[] {
  const { idleDoubt, hasTimes } = trustIn(facts);
  if (idleDoubt === null || !hasTimes) return [];
  return [
    {
      code: 'IDLE_NOT_JUDGED',
      severity: 'info',
      message: `Idle time is shown and not judged: ${idleDoubt}.`,
      section: 'execution_breakdown',
      how_to_fix: `Record the time line without counters and whole: rocprofv3 --sys-trace -- ${APP_PLACEHOLDER}`,
    },
  ];
}
