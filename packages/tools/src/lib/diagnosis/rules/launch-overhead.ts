import { callLabel } from '../call-label.js';
import { evidence, windowEvidence, EVIDENCE_SOURCES } from '../evidence.js';
import { numberText, percentText, timeText } from '../figures.js';
import { fuseActions } from '../fuse-actions.js';
import { launchCall } from '../launch-call.js';
import { rocprofSys, sysTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

/**
 * More than 1000 launches, a median kernel below 10 µs (more than half of the dispatches are shorter), and gaps behind
 * short kernels of more than 5 % of the window. All three are of the same population, all dispatches.
 */
export const launchOverhead: Rule = {
  id: 'ROCPD-LAUNCH-001',
  name: 'launch_overhead',
  evaluate({ facts, time, emptyGpu }) {
    const { launchCount, shortKernelMajorityPct, launchGapPct } = RULE_THRESHOLDS;
    const short = facts.shortKernels;
    if (time === null || emptyGpu === null || short.total_kernels <= launchCount.value) return [];
    if (short.short_kernel_pct <= shortKernelMajorityPct.value) return [];
    const gapNs = emptyGpu.launchGapNs;
    const gapPct = windowPct(time, gapNs);
    if (gapPct <= launchGapPct.value) return [];
    const call = launchCall(facts);
    return [
      {
        priority: 'MEDIUM',
        category: 'Launch Overhead',
        title: `Replay the ${numberText(short.total_kernels)} launches as a HIP graph`,
        issue:
          `${numberText(short.total_kernels)} launches${call === null ? '' : `, most by ${callLabel(call.name)}`}; ${percentText(short.short_kernel_pct)} of the kernels are shorter than ${short.threshold_us} µs, ` +
          `and gaps behind them take ${percentText(gapPct)} of the window (${timeText(gapNs)}).`,
        suggestion: `Capture the repeated sequence in a HIP graph, or fuse neighbouring kernels: the host launches ${numberText(short.short_kernel_count)} short kernels one by one and the GPU waits for each.`,
        actions: [
          'Replace the launches of one iteration by one hipGraphLaunch (PyTorch: torch.compile with mode="reduce-overhead")',
          ...fuseActions(short.top_offenders),
        ],
        confidence: 0.75,
        target: call?.name ?? null,
        isKernel: false,
        evidence: [
          ...windowEvidence(time, 'gap_after_short', gapNs, EVIDENCE_SOURCES.facts),
          evidence('launches', short.total_kernels, 'count'),
          evidence('short_kernel_pct', short.short_kernel_pct, 'percent'),
          evidence('short_kernel_time_ns', short.short_kernel_time_ns, 'ns'),
        ],
        cause: 'launch_bound',
        recoverableNs: gapNs,
        arithmetic: 'recoverable_ns = gap_after_short_ns',
        impact: `the gaps below 50 µs behind kernels shorter than ${short.threshold_us} µs.`,
        commands: [
          sysTrace('Launch calls with their kernels', './launch_output'),
          rocprofSys('Launching threads', ['--trace']),
        ],
        effort: 'medium',
        risk: 'a graph replays fixed shapes and pointers',
      },
    ];
  },
};
