import type { Hotspot } from '../../../schemas/hotspot.js';
import type { Command } from '../../../schemas/recommendation.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { countText, percentText, timeText } from '../figures.js';
import { hottestKernel } from '../hot-group.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import type { KernelLimit } from '../kernel-limit.js';
import { measuredText } from '../measured-text.js';
import { boundPasses, rocprofCompute, threadTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule, RuleInput } from '../rule.js';

/**
 * One kernel takes more than half of the summed kernel time and no counter says what bounds it, or all say that nothing does. It has no bound of its
 * own: how much of a hot kernel is waste is what the counters are for.
 */
export const kernelHotspot: Rule = {
  id: 'ROCPD-HOTSPOT-001',
  name: 'kernel_hotspot',
  evaluate(input) {
    const hotspot = hottestKernel(input);
    if (input.time === null || hotspot === null || hotspot.percent_of_total <= RULE_THRESHOLDS.hotspotPct.value)
      return [];
    const limit = input.kernelLimits.find((candidate) => candidate.hotspot.name === hotspot.name);
    if (limit !== undefined && limit.limiter !== 'latency_bound') return [];
    const kernel = kernelDisplayName(hotspot.name);
    const share = `${percentText(hotspot.percent_of_total)} of kernel time`;
    const advice = limit === undefined ? counterAdvice(input, hotspot, kernel) : stallAdvice(limit, kernel);
    return [
      {
        priority: 'HIGH',
        category: 'Kernel Hotspot',
        title: advice.title,
        issue: `${kernel} takes ${share} (${timeText(hotspot.total_duration)} in ${countText(hotspot.calls, 'call')}).`,
        suggestion: advice.suggestion,
        actions: [advice.action],
        confidence: 0.5,
        target: hotspot.name,
        isKernel: true,
        evidence: [
          evidence('percent_of_total', hotspot.percent_of_total, 'percent', EVIDENCE_SOURCES.hotspots),
          evidence('total_duration', hotspot.total_duration, 'ns', EVIDENCE_SOURCES.hotspots),
          evidence('exclusive_ns', hotspot.exclusive_ns, 'ns', EVIDENCE_SOURCES.hotspots),
          evidence('calls', hotspot.calls, 'count', EVIDENCE_SOURCES.hotspots),
        ],
        recoverableNs: null,
        impact: `Not bounded: how much of the ${timeText(hotspot.exclusive_ns)} that ${kernel} runs alone can go is what this is to find out.`,
        commands: advice.commands,
        effort: 'low',
        risk: null,
      },
    ];
  },
};

interface NextStep {
  readonly title: string;
  readonly suggestion: string;
  readonly action: string;
  readonly commands: readonly Command[];
}

function counterAdvice({ facts }: RuleInput, hotspot: Hotspot, kernel: string): NextStep {
  const recorded = Object.keys(facts.hardwareCounters.counters ?? {}).length;
  const reason = recorded === 0 ? '' : `the ${countText(recorded, 'counter')} recorded do not show what bounds it; `;
  return {
    title: recorded === 0 ? `Collect counters of ${kernel}` : `Collect bandwidth and busy units of ${kernel}`,
    suggestion: `Record counters of ${kernel}: ${reason}HBM traffic and busy units tell whether memory, arithmetic or waiting fills its ${timeText(hotspot.total_duration)}.`,
    action: `Run the counter passes below for ${kernel}, then analyse the files together`,
    commands: [
      ...boundPasses(facts, './kernel_output', hotspot.name),
      ...rocprofCompute(facts, `All panels of ${kernel}`, 'kernel', [{ name: '--kernel', value: hotspot.name }]),
    ],
  };
}

function stallAdvice(limit: KernelLimit, kernel: string): NextStep {
  return {
    title: `Trace the stalls of ${kernel}`,
    suggestion: `No unit is near its limit in ${kernel} (${measuredText(limit)}): a thread trace shows what its waves wait for.`,
    action: `Run the thread trace below for ${kernel}, then analyse with its folder`,
    commands: [threadTrace(kernel, limit.hotspot.name)],
  };
}
