import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { countText, percentText, timeText } from '../figures.js';
import { hottestKernel } from '../hot-group.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { boundPasses, rocprofCompute } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';

/**
 * One kernel takes more than half of the summed kernel time and no counter says what bounds it. It has no bound of its
 * own: how much of a hot kernel is waste is what the counters are for.
 */
export const kernelHotspot: Rule = {
  id: 'ROCPD-HOTSPOT-001',
  name: 'kernel_hotspot',
  evaluate(input) {
    const hotspot = hottestKernel(input);
    if (input.time === null || hotspot === null || hotspot.percent_of_total <= RULE_THRESHOLDS.hotspotPct.value)
      return [];
    if (input.kernelLimits.some((limit) => limit.hotspot.name === hotspot.name)) return [];
    const kernel = kernelDisplayName(hotspot.name);
    const share = `${percentText(hotspot.percent_of_total)} of kernel time`;
    return [
      {
        priority: 'HIGH',
        category: 'Kernel Hotspot',
        title: `Collect counters of ${kernel}`,
        issue: `${kernel} takes ${share} (${timeText(hotspot.total_duration)} in ${countText(hotspot.calls, 'call')}).`,
        suggestion: `Record counters of ${kernel}: they tell whether memory, arithmetic or waiting fills its ${timeText(hotspot.total_duration)}.`,
        actions: [`Run the counter passes below for ${kernel}, then analyse the files together`],
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
        impact: `Not bounded: without counters nobody can tell how much of the ${timeText(hotspot.exclusive_ns)} that ${kernel} runs alone can go.`,
        commands: [
          ...boundPasses(input.facts, './kernel_output', hotspot.name),
          ...rocprofCompute(input.facts, `All panels of ${kernel}`, 'kernel', [
            { name: '--kernel', value: hotspot.name },
          ]),
        ],
        effort: 'low',
        risk: null,
      },
    ];
  },
};
