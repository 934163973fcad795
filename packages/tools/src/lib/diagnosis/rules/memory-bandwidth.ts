import { COPY_DIRECTIONS } from '../../../terms/copy-directions.js';
import type { CopyStatistics } from '../../../schemas/memory-analysis.js';
import type { CopyDirection } from '../../../terms/copy-directions.js';
import { rocprofv3 } from '../../profiler/rocprofv3-command.js';
import { copyPattern } from '../copy-pattern.js';
import { evidence } from '../evidence.js';
import { bytesText, countText, percentText, rateText } from '../figures.js';
import { rocprofCompute } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { RecommendationDraft, Rule, RuleInput } from '../rule.js';
import { boundWithin, windowPct } from '../window-time.js';

/**
 * Directions whose copies run below half of the link's one-way peak (below 10 GB/s where no peak is known). Left out:
 * directions that take less than 1 % of the window, alone or as far as copies are exposed, and those whose mean size is
 * below 64 KiB or of which most copies are, since latency bounds those.
 */
export const memoryBandwidth: Rule = {
  id: 'ROCPD-MEMBW-001',
  name: 'memory_bandwidth',
  evaluate(input) {
    return COPY_DIRECTIONS.flatMap((direction) => {
      const copies = input.facts.memoryAnalysis[direction];
      return copies === undefined ? [] : draftFor(input, direction, copies);
    });
  },
};

function draftFor(input: RuleInput, direction: CopyDirection, copies: CopyStatistics): RecommendationDraft[] {
  const { time, facts } = input;
  const { bandwidth_gbps: gbps, avg_bytes: bytes } = copies;
  if (time === null || gbps === null || gbps <= 0 || bytes === null || !isSlow(copies)) return [];
  if (bytes < RULE_THRESHOLDS.smallCopyBytes.value || copyPattern({ direction, copies }) === 'small') return [];
  const recoverableNs = boundWithin(time, copies.sized_duration_ns * headroom(copies), time.copyExposedNs);
  const actedOnNs = Math.min(copies.total_duration_ns / time.deviceCount, time.copyExposedNs);
  if (windowPct(time, actedOnNs) < RULE_THRESHOLDS.copyDirectionPct.value) return [];
  const peak =
    copies.peak_gbps === null ? '' : `, ${percentText(copies.efficiency_pct ?? 0)} of ${rateText(copies.peak_gbps)}`;
  const touchesHost = direction === 'Host-to-Device' || direction === 'Device-to-Host';
  return [
    {
      priority: 'MEDIUM',
      category: 'Memory Bandwidth',
      title: `Bring ${direction} copies nearer to the link rate`,
      issue: `${countText(copies.count, `${direction} copy`, `${direction} copies`)} of ${bytesText(bytes)} on average reach ${rateText(gbps)}${peak}.`,
      suggestion: touchesHost
        ? `Use larger transfers and page-locked host buffers for the ${countText(copies.count, `${direction} copy`, `${direction} copies`)}.`
        : `Use larger transfers than ${bytesText(bytes)} for ${direction} copies, or let kernels move the data.`,
      actions: [
        ...(touchesHost ? [`Replace the host buffers of ${direction} copies by pinned ones (hipHostMalloc)`] : []),
        `Batch ${direction} copies that follow each other`,
      ],
      confidence: 0.65,
      target: direction,
      isKernel: false,
      evidence: [
        evidence('bandwidth_gbps', gbps, 'GB/s'),
        evidence('peak_gbps', copies.peak_gbps, 'GB/s'),
        evidence('efficiency_pct', copies.efficiency_pct, 'percent'),
        evidence('avg_bytes', bytes, 'bytes'),
        evidence('sized_duration_ns', copies.sized_duration_ns, 'ns'),
      ],
      ...(touchesHost ? { cause: 'pageable_copy' } : {}),
      recoverableNs,
      arithmetic: 'recoverable_ns = min(sized_duration_ns x (1 - efficiency_pct / 100) / devices, copy_exposed_ns)',
      impact: `what ${direction} copies would save at ${copies.peak_gbps === null ? 'any rate' : rateText(copies.peak_gbps)}, as far as no kernel covers them.`,
      commands: [
        rocprofv3('Copies with the HSA calls behind them', './bandwidth_output', [
          '--hsa-trace',
          '--memory-copy-trace',
        ]),
        ...rocprofCompute(facts, 'Texture data path of the kernels between the copies', 'bandwidth', [
          { name: '--block', value: 'TD' },
        ]),
      ],
      effort: 'low',
      risk: touchesHost ? 'pinned memory is taken from the system' : null,
    },
  ];
}

function isSlow({ bandwidth_gbps: gbps, peak_gbps: peakGbps, efficiency_pct: efficiencyPct }: CopyStatistics): boolean {
  if (peakGbps === null || efficiencyPct === null) return (gbps ?? 0) < RULE_THRESHOLDS.linkFallbackGbps.value;
  return efficiencyPct < RULE_THRESHOLDS.linkEfficiencyPct.value;
}

function headroom({ efficiency_pct: efficiencyPct }: CopyStatistics): number {
  return efficiencyPct === null ? 1 : Math.max(0, 1 - efficiencyPct / 100);
}
