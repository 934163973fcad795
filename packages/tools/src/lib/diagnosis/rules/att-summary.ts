import { evidence } from '../evidence.js';
import { countText } from '../figures.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import { hasFired } from '../rule.js';
import type { Rule } from '../rule.js';
import { attStall } from './att-stall.js';

/** A thread trace in which no instruction stalls enough to act on: says so instead of staying silent. */
export const attSummary: Rule = {
  id: 'ROCPD-ATT-INFO-001',
  name: 'att_summary',
  evaluate(input) {
    if (!input.att?.has_att_data || hasFired(input, attStall.id)) return [];
    const { kernels } = input.att;
    const { attMediumStallFrac, attHits } = RULE_THRESHOLDS;
    const worst = Math.max(0, ...kernels.map((kernel) => kernel.top_stalling_instructions[0]?.stall_ratio ?? 0));
    return [
      {
        priority: 'INFO',
        category: 'ATT Analysis',
        title: `Leave ${countText(kernels.length, 'traced kernel')} as traced: no instruction stalls enough`,
        issue: `The thread trace holds ${countText(kernels.length, 'kernel')}; none has an instruction that stalls for ${100 * attMediumStallFrac.value}% of its latency over ${attHits.value} executions or more.`,
        suggestion: `Look elsewhere than at the instructions of ${countText(kernels.length, 'traced kernel')}, or trace more dispatches.`,
        actions: [],
        confidence: 0.7,
        target: null,
        isKernel: false,
        evidence: [evidence('kernel_count', kernels.length, 'count'), evidence('worst_stall_ratio', worst, 'fraction')],
        recoverableNs: null,
        impact: `Nothing to save: ${countText(kernels.length, 'kernel')} without a dominant stall.`,
        commands: [],
        effort: null,
        risk: null,
      },
    ];
  },
};
