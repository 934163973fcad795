import { callLabel } from './call-label.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { APP_PLACEHOLDER } from '../profiler/full-command.js';
import { evidence } from './evidence.js';
import { countText, numberText } from './figures.js';
import { printable } from './printable.js';

/** The verdict of a trace that holds nothing to judge, with what it does hold. */
export function insufficientVerdict(facts: TraceFacts): Verdict {
  const { driver, assessment } = reasonOf(facts);
  return {
    primary_bottleneck: 'data_insufficient',
    driver,
    confidence: 0,
    overall_assessment: assessment,
    key_findings: findingsOf(facts).map(printable),
    scores: [],
    evidence: [
      evidence('dispatches', facts.traceQuality.dispatches, 'count'),
      evidence('counters_recorded', Object.keys(facts.hardwareCounters.counters ?? {}).length, 'count'),
    ],
    would_change: {
      rival: null,
      missing: [
        {
          data: 'gpu_work_with_times',
          could_become: ['compute', 'memory_transfer', 'latency', 'api_overhead', 'mixed'],
          text: assessment,
          how_to_collect: `rocprofv3 --sys-trace -- ${APP_PLACEHOLDER}`,
        },
      ],
    },
  };
}

function reasonOf({ traceQuality }: TraceFacts): { driver: string; assessment: string } {
  const {
    dispatches,
    copies,
    api_calls: apiCalls,
    zero_duration_dispatches: zeros,
    dropped_intervals: dropped,
  } = traceQuality;
  if (dispatches === 0) {
    const driver = copies === 0 ? 'no_gpu_activity' : 'no_kernels';
    const recorded = `0 kernels, ${countText(copies, 'copy', 'copies')} and ${countText(apiCalls, 'API call')}`;
    const unusable = dropped === 0 ? '' : ` with usable times, and ${countText(dropped, 'row')} without`;
    return { driver, assessment: `No activity to judge: ${recorded} were recorded${unusable}.` };
  }
  if (2 * zeros <= dispatches)
    return {
      driver: 'no_busy_time',
      assessment: `No busy time to judge: ${numberText(dispatches)} dispatches take 0 ns.`,
    };
  return {
    driver: 'zero_durations',
    assessment: `Nothing about time can be said: ${numberText(zeros)} of ${numberText(dispatches)} dispatches have zero length.`,
  };
}

function findingsOf({ traceQuality, apiBreakdown, hardwareCounters }: TraceFacts): string[] {
  const findings: string[] = [];
  const { dispatches, launch_calls: launches } = traceQuality;
  if (dispatches === 0 && launches !== null && launches > 0)
    findings.push(
      `${countText(launches, 'launch call has', 'launch calls have')} no dispatch: the trace is incomplete.`,
    );
  const [call] = apiBreakdown.api_calls;
  if (dispatches === 0 && call !== undefined)
    findings.push(`${callLabel(call.name)} takes the most API time (${countText(call.calls, 'call')}).`);
  if (hardwareCounters.has_counters)
    findings.push(`${Object.keys(hardwareCounters.counters ?? {}).length} hardware counters were recorded.`);
  return findings;
}
