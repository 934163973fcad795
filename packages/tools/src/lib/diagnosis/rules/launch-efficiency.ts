import { EVIDENCE_SOURCES, evidence, windowEvidence } from '../evidence.js';
import { numberText, percentText, timeText } from '../figures.js';
import { fuseActions } from '../fuse-actions.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import { hasFired } from '../rule.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';
import { launchOverhead } from './launch-overhead.js';

/** Gaps behind short kernels of more than 5 % of the window; the launch-overhead rule already covers long sequences. */
export const launchEfficiency: Rule = {
  id: 'ROCPD-LAUNCH-EFFICIENCY-001',
  name: 'launch_efficiency',
  evaluate(input) {
    const { facts, time, emptyGpu } = input;
    if (time === null || emptyGpu === null || hasFired(input, launchOverhead.id)) return [];
    const gapNs = emptyGpu.launchGapNs;
    const gapPct = windowPct(time, gapNs);
    if (gapPct <= RULE_THRESHOLDS.launchGapPct.value) return [];
    const short = facts.shortKernels;
    return [
      {
        priority: 'MEDIUM',
        category: 'Launch Efficiency',
        title: `Close the gaps behind ${numberText(short.short_kernel_count)} short kernels`,
        issue: `${numberText(short.short_kernel_count)} of ${numberText(short.total_kernels)} kernels are shorter than ${short.threshold_us} µs; gaps behind them take ${percentText(gapPct)} of the window (${timeText(gapNs)}).`,
        suggestion: `Fuse short kernels that follow each other, or launch them as a HIP graph, so that ${timeText(gapNs)} of gaps close.`,
        actions: fuseActions(short.top_offenders),
        confidence: 0.7,
        target: null,
        isKernel: false,
        evidence: [
          ...windowEvidence(time, 'gap_after_short', gapNs, EVIDENCE_SOURCES.facts),
          evidence('short_kernel_count', short.short_kernel_count, 'count'),
          evidence('threshold_us', short.threshold_us, 'us'),
        ],
        cause: 'launch_bound',
        recoverableNs: gapNs,
        arithmetic: 'recoverable_ns = gap_after_short_ns',
        impact: `the gaps below 50 µs behind kernels shorter than ${short.threshold_us} µs.`,
        commands: [],
        effort: 'medium',
        risk: 'a graph replays fixed shapes and pointers',
      },
    ];
  },
};
