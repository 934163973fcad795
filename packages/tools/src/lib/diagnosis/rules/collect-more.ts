import type { Command, Evidence } from '../../../schemas/recommendation.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { numberText, percentText } from '../figures.js';
import { isWellUsed } from '../known-compute.js';
import { boundPasses, rocprofCompute, rocprofSys, sysTrace } from '../profiler-commands.js';
import type { Rule, RuleInput } from '../rule.js';
import { windowPct } from '../window-time.js';

/** No rule fired and the data cannot tell why: what to record next. Silent for a trace that shows nothing to gain. */
export const collectMore: Rule = {
  id: 'ROCPD-INFO-001',
  name: 'collect_more',
  evaluate(input) {
    if (input.earlier.length > 0 || isWellUsed(input)) return [];
    const { facts } = input;
    const missing = missingText(input);
    return [
      {
        priority: 'INFO',
        category: 'Performance',
        title: `Record ${missing.what}`,
        issue: missing.issue,
        suggestion: `Run the program again with the commands below: they record ${missing.what}.`,
        actions: [analysisAction(input)],
        confidence: 0.5,
        target: null,
        isKernel: false,
        evidence: evidenceOf(input),
        recoverableNs: null,
        impact: `Not bounded: ${missing.issue}`,
        commands: commandsFor(input),
        effort: 'low',
        risk: null,
      },
    ];

    function commandsFor({ time }: RuleInput): Command[] {
      const trace = [
        sysTrace('Kernels, copies and API calls', './trace_output'),
        rocprofSys('Host threads beside the GPU', ['--trace']),
      ];
      return time === null
        ? trace
        : [
            ...boundPasses(facts, './counters_output', null),
            ...trace,
            ...rocprofCompute(facts, 'All counters of the kernels', 'profile'),
          ];
    }
  },
};

/** Counters of one run come in several files, which belong to one analysis. */
function analysisAction({ time }: RuleInput): string {
  return time === null
    ? 'Analyse the new recording in place of this one'
    : 'Analyse the folders of the counter passes together (perfxpert analyze -i counters_output_*)';
}

function missingText({ facts, time }: RuleInput): { what: string; issue: string } {
  const { dispatches, copies, zero_duration_dispatches: zeros } = facts.traceQuality;
  if (dispatches === 0)
    return {
      what: 'kernels',
      issue: `The trace holds ${numberText(dispatches)} dispatches and ${numberText(copies)} copies: no kernels to judge.`,
    };
  if (time === null)
    return {
      what: 'usable times',
      issue: `${numberText(zeros)} of ${numberText(dispatches)} dispatches have zero length: nothing about time can be said.`,
    };
  const busy = `The GPU is busy for ${percentText(windowPct(time, time.busyNs))} of the window and nothing else stands out`;
  if (!facts.hardwareCounters.has_counters)
    return {
      what: 'counters',
      issue: `${busy}; without counters nothing tells how well its ${numberText(dispatches)} dispatches use it.`,
    };
  const names = Object.keys(facts.hardwareCounters.counters ?? {}).length;
  return {
    what: 'counters that show bandwidth and busy units',
    issue: `${busy}; the ${names} counters recorded show no single limit for half of the kernel time.`,
  };
}

function evidenceOf({ facts, time }: RuleInput): readonly [Evidence, ...Evidence[]] {
  return [
    evidence('dispatches', facts.traceQuality.dispatches, 'count'),
    evidence('has_counters', facts.hardwareCounters.has_counters, ''),
    ...(time === null
      ? []
      : [evidence('gpu_busy_pct', windowPct(time, time.busyNs), 'percent', EVIDENCE_SOURCES.time)]),
  ];
}
