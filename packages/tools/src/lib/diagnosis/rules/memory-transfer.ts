import type { CopyStatistics } from '../../../schemas/memory-analysis.js';
import type { CopyDirection } from '../../../terms/copy-directions.js';
import { areMostlySmall, busiestDirection, copyPattern, fixedCostNs } from '../copy-pattern.js';
import type { DirectionCopies } from '../copy-pattern.js';
import { evidence, windowEvidence } from '../evidence.js';
import { bytesText, countText, percentText, rateText, timeText } from '../figures.js';
import { rocprofSys, sysTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

interface CopyAdvice {
  readonly title: string;
  readonly suggestion: string;
  readonly actions: readonly string[];
  readonly risk: string | null;
}

/** Copies that no kernel covers take more than 20 % of the window. The advice follows what the copies look like. */
export const memoryTransfer: Rule = {
  id: 'ROCPD-MEMCPY-001',
  name: 'exposed_copies',
  evaluate({ facts, time }) {
    if (time === null) return [];
    const exposedPct = windowPct(time, time.copyExposedNs);
    if (exposedPct <= RULE_THRESHOLDS.copyExposedPct.value) return [];
    const busiest = busiestDirection(facts.memoryAnalysis);
    const advice = adviceFor(busiest);
    return [
      {
        priority: 'HIGH',
        category: 'Memory Transfer',
        title: advice.title,
        issue:
          `Copies that no kernel covers take ${percentText(exposedPct)} of the window (${timeText(time.copyExposedNs)}).` +
          (busiest === null ? '' : ` ${describe(busiest)}`),
        suggestion: advice.suggestion,
        actions: advice.actions,
        confidence: 0.7,
        target: busiest?.direction ?? null,
        isKernel: false,
        evidence: [
          ...windowEvidence(time, 'copy_exposed', time.copyExposedNs),
          ...(busiest === null ? [] : directionEvidence(busiest)),
        ],
        cause: busiest !== null && copyPattern(busiest) === 'below_link' ? 'pageable_copy' : 'exposed_copy',
        recoverableNs: time.copyExposedNs,
        arithmetic: 'recoverable_ns = copy_exposed_ns',
        impact: 'all the copy time that no kernel covers.',
        commands: [
          sysTrace('Copies with the calls that issue them', './memcpy_output'),
          rocprofSys('Copies beside host threads', ['--trace', '--device']),
        ],
        effort: 'medium',
        risk: advice.risk,
      },
    ];
  },
};

function describe({ direction, copies }: DirectionCopies): string {
  const size = copies.avg_bytes === null ? '' : ` of ${bytesText(copies.avg_bytes)} on average`;
  const rate = copies.bandwidth_gbps === null ? '' : ` at ${rateText(copies.bandwidth_gbps)}`;
  const peak = copies.peak_gbps === null || rate === '' ? '' : ` (peak ${rateText(copies.peak_gbps)})`;
  return `${direction} leads: ${countText(copies.count, 'copy', 'copies')}${size}${rate}${peak}, ${timeText(copies.total_duration_ns)} in all.`;
}

function adviceFor(busiest: DirectionCopies | null): CopyAdvice {
  if (busiest === null) return overlapAdvice('the exposed');
  const { direction, copies } = busiest;
  switch (copyPattern(busiest)) {
    case 'small':
      return batchAdvice(direction, copies);
    case 'below_link':
      return pinAdvice(direction, copies);
    case 'on_device':
      return residentAdvice(direction, copies);
    case 'at_link':
      return overlapAdvice(direction);
  }
}

function pinAdvice(direction: CopyDirection, copies: CopyStatistics): CopyAdvice {
  return {
    title: `Pin the host memory of ${direction} copies`,
    suggestion: `${direction} copies run at ${percentText(copies.efficiency_pct ?? 0)} of the link, as copies from pageable memory do; page-locked buffers run at link rate and do not block the host.`,
    actions: [
      `Change the host buffers of the ${direction} copies to hipHostMalloc or hipHostRegister (PyTorch: pin_memory=True)`,
      `Use hipMemcpyAsync for the ${direction} copies once their buffers are pinned`,
    ],
    risk: 'pinned memory is taken from the system; pin the buffers of these copies only',
  };
}

function batchAdvice(direction: CopyDirection, copies: CopyStatistics): CopyAdvice {
  return {
    title: `Batch the ${copies.count} ${direction} copies into few large ones`,
    suggestion: areMostlySmall(copies)
      ? `${percentText(100 * (copies.small_copy_frac ?? 0))} of the ${direction} copies are below 64 KiB and pay latency, not bandwidth; gather them into one buffer.`
      : `${direction} copies of ${bytesText(copies.avg_bytes ?? 0)} pay a fixed cost of ${timeText(fixedCostNs(copies))} each beside their time on the link; gather them into one buffer.`,
    actions: [`Batch the ${direction} copies: pack into one staging buffer, copy once, unpack on the other side`],
    risk: null,
  };
}

function overlapAdvice(direction: string): CopyAdvice {
  return {
    title: `Overlap ${direction} copies with kernels`,
    suggestion: `Cut the work into pieces and give ${direction} copies a second stream, so that one piece is copied while the one before it is computed.`,
    actions: [
      `Use hipMemcpyAsync on a stream of its own for ${direction} copies, with two buffers in turn`,
      `Keep what several kernels read on the device, so that ${direction} copies need not repeat`,
    ],
    risk: 'a kernel must wait for the event of its own copy',
  };
}

function residentAdvice(direction: CopyDirection, copies: CopyStatistics): CopyAdvice {
  return {
    title: `Drop ${direction} copies: ${copies.count} of them move data that is on a GPU already`,
    suggestion: `Let kernels read and write in place, or take views, instead of the ${copies.count} ${direction} copies.`,
    actions: [`Change the producers to write where the consumers of the ${direction} copies read`],
    risk: 'a buffer in use by another stream needs its own copy',
  };
}

function directionEvidence({ direction, copies }: DirectionCopies) {
  return [
    evidence('direction', direction, ''),
    evidence('copies', copies.count, 'count'),
    evidence('total_bytes', copies.total_bytes, 'bytes'),
    evidence('total_duration_ns', copies.total_duration_ns, 'ns'),
    evidence('bandwidth_gbps', copies.bandwidth_gbps, 'GB/s'),
    evidence('peak_gbps', copies.peak_gbps, 'GB/s'),
  ];
}
