import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { countText, percentText, timeText } from '../figures.js';
import { hotGroup } from '../hot-group.js';
import type { HotGroup } from '../hot-group.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import type { KernelLimit, KernelLimiter } from '../kernel-limit.js';
import { boundPasses, rocprofCompute } from '../profiler-commands.js';
import { libraryAdvice } from '../library-kernel.js';
import { limitEvidence } from '../limit-evidence.js';
import { measuredText } from '../measured-text.js';
import { kernelRecoverableNs } from '../recoverable-time.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import { hasFired } from '../rule.js';
import type { RecommendationDraft, Rule, RuleInput } from '../rule.js';
import { lowOccupancy } from './low-occupancy.js';

/** What a class of kernels is told. */
export interface ClassAdvice {
  readonly title: string;
  readonly suggestion: string;
  readonly actions: readonly string[];
  readonly risk: string | null;
}

interface KernelClass {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly confidence: number;
  /** Each with its own advice; the first that fits decides. */
  readonly limiters: readonly KernelLimiter[];
  advise(limit: KernelLimit, kernel: string): ClassAdvice;
}

/**
 * A rule for kernels whose limit counters show and that take more than half of the kernel time, alone or together.
 * Silent where the low-occupancy rule has spoken about the same kernel, and where its unit runs near its peak.
 */
export function kernelClassRule(kernelClass: KernelClass): Rule {
  return {
    id: kernelClass.id,
    name: kernelClass.name,
    evaluate(input) {
      for (const limiter of kernelClass.limiters) {
        const group = hotGroup(input, [limiter]);
        if (group !== null) return draftFor(input, kernelClass, group);
      }
      return [];
    },
  };
}

function draftFor(input: RuleInput, kernelClass: KernelClass, group: HotGroup): RecommendationDraft[] {
  const [leader] = group.limits;
  const { hotspot, headroomFrac } = leader;
  if (hasFired(input, lowOccupancy.id, hotspot.name)) return [];
  if (100 * headroomFrac < RULE_THRESHOLDS.matrixHeadroomPct.value) return [];
  const kernel = kernelDisplayName(hotspot.name);
  const own = kernelClass.advise(leader, kernel);
  const library = libraryAdvice(hotspot.name, kernel, leader.limiter === 'hbm_bandwidth');
  const count = group.limits.length;
  return [
    {
      priority: priorityOf(group),
      category: kernelClass.category,
      title: own.title,
      issue:
        `${count === 1 ? kernel : `${kernel} and ${countText(count - 1, 'kernel')} with the same limit`} ${count === 1 ? 'takes' : 'take'} ` +
        `${percentText(group.percentOfKernelTime)} of kernel time (${timeText(totalNs(group))}); ${measuredText(leader)}.`,
      suggestion: library?.suggestion ?? own.suggestion,
      actions: library?.actions ?? own.actions,
      confidence: kernelClass.confidence,
      target: hotspot.name,
      isKernel: true,
      evidence: [
        evidence('percent_of_total', group.percentOfKernelTime, 'percent', EVIDENCE_SOURCES.hotspots),
        evidence('total_duration', totalNs(group), 'ns', EVIDENCE_SOURCES.hotspots),
        evidence('exclusive_ns', exclusiveNs(group), 'ns', EVIDENCE_SOURCES.hotspots),
        ...limitEvidence(leader),
      ],
      cause: leader.limiter,
      kernels: group.limits.map((limit) => limit.hotspot.name),
      recoverableNs: kernelRecoverableNs(input.time, improvableNs(group)),
      arithmetic:
        headroomFrac === 1
          ? 'recoverable_ns = exclusive_ns / devices'
          : 'recoverable_ns = sum over the kernels of exclusive_ns x (1 - busy / 100) / devices, busy = the largest of the measured unit utilisations',
      impact:
        headroomFrac === 1
          ? `the time that ${count === 1 ? 'it runs' : 'they run'} alone, since the work itself can shrink.`
          : `what the busiest unit leaves unused in the ${timeText(exclusiveNs(group))} that ${count === 1 ? 'it runs' : 'they run'} alone.`,
      commands: [
        ...boundPasses(input.facts, './kernel_output', hotspot.name),
        ...rocprofCompute(input.facts, `All panels of ${kernel}`, 'kernel', [
          { name: '--kernel', value: hotspot.name },
        ]),
      ],
      effort: 'high',
      risk: library === null ? own.risk : library.risk,
    },
  ];
}

/**
 * A unit at AMD's grade `high` uses the GPU well, so that the advice is a note: matrix units busy for half of the clocks,
 * vector units for 70 %, or one kernel at 70 % of HBM. Several kernels at HBM bandwidth pass data through memory that
 * could stay in registers.
 */
function priorityOf({ limits }: HotGroup): RecommendationDraft['priority'] {
  const [{ limiter, metrics }] = limits;
  if (limiter === 'mfma') return 'INFO';
  if (limiter === 'hbm_bandwidth' && limits.length === 1) return 'INFO';
  const isBusy = (metrics.vectorPct ?? 0) >= RULE_THRESHOLDS.vectorHighPct.value;
  return limiter === 'valu' && isBusy ? 'INFO' : 'HIGH';
}

function totalNs(group: HotGroup): number {
  return group.limits.reduce((sum, limit) => sum + limit.hotspot.total_duration, 0);
}

function exclusiveNs(group: HotGroup): number {
  return group.limits.reduce((sum, limit) => sum + limit.hotspot.exclusive_ns, 0);
}

function improvableNs(group: HotGroup): number {
  return group.limits.reduce((sum, limit) => sum + limit.hotspot.exclusive_ns * limit.headroomFrac, 0);
}
