import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { percentText, timeText } from '../figures.js';
import { hottestKernel } from '../hot-group.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { kernelMetrics } from '../kernel-metrics.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';

/** Source: clang's loop hints, pragmas.json; the factors to try are the catalogue's. */
const PRAGMA_ID = 'clang_loop_unroll_count';
const FACTORS = [2, 4, 8] as const;

/**
 * A loop of the hottest kernel may gain from unrolling: counters show a busy GPU, the kernel takes at least 10 % of
 * kernel time and has registers to spare, and its definition was found in the source. Only with `isAdvanced`.
 */
export const loopHint: Rule = {
  id: 'ROCPD-LOOP-HINT-001',
  name: 'loop_hint',
  evaluate(input) {
    const { facts, isAdvanced } = input;
    const hotspot = hottestKernel(input);
    const utilizationPct = facts.hardwareCounters.metrics?.gpu_utilization_pct ?? null;
    if (!isAdvanced || input.time === null || hotspot === null || utilizationPct === null) return [];
    const { pragmaUtilizationPct, hotKernelPct, vectorUtilizationPct, pragmaMaxVgprs } = RULE_THRESHOLDS;
    if (utilizationPct <= pragmaUtilizationPct.value || hotspot.percent_of_total < hotKernelPct.value) return [];
    const anchor = hotspot.source_locations?.find((location) => location.kind === 'definition');
    const vectorPct = kernelMetrics(facts, hotspot).vectorPct;
    const vgprs = facts.kernelResources.kernels.find(({ name }) => name === hotspot.name)?.vgpr ?? null;
    if (anchor === undefined || (vectorPct !== null && vectorPct <= vectorUtilizationPct.value)) return [];
    if (vgprs !== null && vgprs >= pragmaMaxVgprs.value) return [];
    const kernel = kernelDisplayName(hotspot.name);
    const place = `${anchor.file}:${anchor.line}`;
    return [
      {
        priority: 'MEDIUM',
        category: 'Loop Hint (clang_loop_unroll_count)',
        title: `Try unrolling the inner loop of ${kernel}`,
        issue: `${kernel} takes ${percentText(hotspot.percent_of_total)} of kernel time at ${percentText(utilizationPct)} GPU activity; it is defined at ${place}.`,
        suggestion: `Unroll the inner loop of ${kernel} (${place}) by 2, 4 and 8 and keep the fastest.`,
        actions: [
          `Insert #pragma clang loop unroll_count(N) before the inner loop of ${kernel}`,
          `Location: ${place}`,
          `Allowed N: ${FACTORS.join(', ')}`,
          'Verify with `perfxpert diff <baseline>.db <new>.db`',
        ],
        confidence: 0.55,
        target: hotspot.name,
        isKernel: true,
        evidence: [
          evidence('percent_of_total', hotspot.percent_of_total, 'percent', EVIDENCE_SOURCES.hotspots),
          evidence('gpu_utilization_pct', utilizationPct, 'percent'),
          evidence('source_location', place, ''),
        ],
        recoverableNs: null,
        impact: `Not bounded: only a run tells how much of the ${timeText(hotspot.exclusive_ns)} of ${kernel} unrolling saves.`,
        commands: [],
        effort: 'low',
        risk: 'unrolled loops need more registers',
        pragma: {
          subtype: 'pragma',
          source_file: anchor.file,
          source_line: anchor.line,
          pragma_id: PRAGMA_ID,
          factor_sweep: FACTORS,
        },
      },
    ];
  },
};
