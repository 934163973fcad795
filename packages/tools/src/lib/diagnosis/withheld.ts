import type { Verdict } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { explainEmptyGpu } from './empty-gpu.js';
import { numberText, timeText } from './figures.js';
import { mergeFindings } from './merge-findings.js';
import { askRules, idOf } from './ask-rules.js';
import { isOwnWork } from './kernel-limit.js';
import type { RuleInput } from './rule.js';
import { stragglerTime } from './straggler-time.js';
import { trustIn } from './trust.js';
import { windowTime } from './window-time.js';

type Withheld = NonNullable<Verdict['withheld']>;

/** Figures of a kernel that would tell its limit. */
const LIMIT_METRICS = ['hbm_bw_utilization', 'HBM_BW', 'MfmaUtil', 'VALUBusy', 'OccupancyPercent', 'L1MissRate'];

/**
 * Findings that would stand if the data they rest on could be trusted, each with the reason why it cannot: idle time of
 * a trace that lost dispatches or was slowed down by counting, calls where the clocks of host and GPU disagree, times
 * where most are 0, counters that contradict themselves. Found by asking the rules once more as if all were well.
 */
export function withheldFindings(facts: TraceFacts, input: RuleInput): Withheld {
  return [...withheldRules(facts, input), ...withheldLimits(facts)];
}

function withheldRules(facts: TraceFacts, input: RuleInput): Withheld {
  const reason = doubtOf(facts, input);
  const time = windowTime(facts.executionBreakdown);
  if (reason === null || time === null || facts.traceQuality.dispatches === 0) return [];
  const trusting: RuleInput = {
    ...input,
    time,
    clockDoubtNs: null,
    emptyGpu: explainEmptyGpu(facts, time, false),
    straggler: stragglerTime(facts, time),
  };
  const shown = new Set(mergeFindings(askRules(input), input).map(({ ruleId }) => ruleId));
  return mergeFindings(askRules(trusting), trusting)
    .filter(({ ruleId, draft }) => !shown.has(ruleId) && draft.priority !== 'INFO')
    .map((finding) => ({ finding: idOf(finding), about: finding.draft.category, reason }));
}

function doubtOf(facts: TraceFacts, { clockDoubtNs }: RuleInput): string | null {
  const { hasTimes, idleDoubt } = trustIn(facts);
  const { dispatches, zero_duration_dispatches: zeros } = facts.traceQuality;
  if (!hasTimes)
    return dispatches === 0 ? null : `${numberText(zeros)} of ${numberText(dispatches)} dispatches have zero length`;
  if (idleDoubt !== null) return idleDoubt;
  return clockDoubtNs === null ? null : `the clocks of host and GPU disagree by ${timeText(clockDoubtNs)}`;
}

function withheldLimits(facts: TraceFacts): Withheld {
  return facts.hotspots.filter(isOwnWork).flatMap(({ name }) => {
    const metrics = facts.hardwareCounters.metrics?.per_kernel[name] ?? {};
    return LIMIT_METRICS.flatMap((metric) => {
      const reason = metrics[metric]?.reason ?? null;
      return reason?.startsWith('inconsistent') === true ? [{ finding: metric, about: name, reason }] : [];
    });
  });
}
