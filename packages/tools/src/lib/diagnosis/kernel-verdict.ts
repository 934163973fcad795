import type { Bottleneck } from '../../schemas/verdict.js';
import { percentOf } from '../statistics/percent-of.js';
import { percentText, timeText } from './figures.js';
import { hottestKernel } from './hot-group.js';
import { kernelDisplayName } from './kernel-display-name.js';
import type { KernelLimit } from './kernel-limit.js';
import { measuredText } from './measured-text.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';
import { smallGrids } from './small-grids.js';
import { windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

/** Verdict of a trace in which no cause outside the kernels decides. */
export interface KernelVerdict {
  readonly bottleneck: Bottleneck;
  readonly driver: string;
  readonly confidence: number;
  readonly sentence: string;
  /** Nanoseconds of the window per class that kernels speak for; the verdict's own class has the most. */
  readonly classNs: ReadonlyMap<Bottleneck, number>;
}

/**
 * What the kernels are bound by. Counters decide: the class of more than half of the kernel time. Without that, grids
 * that leave the GPU half empty decide; else the class is unknown, which is `mixed`, or `data_insufficient` where
 * nothing but kernels was recorded.
 */
export function kernelVerdict(input: RuleInput, time: WindowTime, judgedNs: number): KernelVerdict {
  const ownNs = time.computeNs - time.communicationExposedNs;
  const isGpuBound = (100 * time.computeNs) / judgedNs > RULE_THRESHOLDS.gpuBoundPct.value;
  const classNs = new Map<Bottleneck, number>();
  for (const limit of input.kernelLimits) {
    const ns = (ownNs * limit.hotspot.percent_of_total) / 100;
    classNs.set(limit.bottleneck, (classNs.get(limit.bottleneck) ?? 0) + ns);
  }
  if (!isGpuBound) return undecided(input, time, ownNs, classNs);
  return (
    byCounters(input, classNs, ownNs) ??
    bySmallGrids(input, time, judgedNs, ownNs) ??
    unknownLimit(input, time, judgedNs, ownNs, classNs)
  );
}

function byCounters(input: RuleInput, classNs: Map<Bottleneck, number>, ownNs: number): KernelVerdict | null {
  const [leading] = [...classNs.entries()].sort((left, right) => right[1] - left[1]);
  if (leading === undefined || leading[0] === 'mixed') return null;
  const [bottleneck, ns] = leading;
  if (percentOf(ns, ownNs) <= RULE_THRESHOLDS.hotspotPct.value) return null;
  const leader = input.kernelLimits.find((limit) => limit.bottleneck === bottleneck);
  if (leader === undefined) return null;
  const kernel = kernelDisplayName(leader.hotspot.name);
  const share = `${percentText(leader.hotspot.percent_of_total)} of kernel time`;
  return {
    bottleneck,
    driver: leader.limiter,
    confidence: leader.limiter === 'latency_bound' ? 0.6 : 0.8,
    sentence: `${kernel} (${share}) is bound by ${LIMITER_TEXT[leader.limiter]}: ${measuredText(leader)}.`,
    classNs,
  };
}

function bySmallGrids(input: RuleInput, time: WindowTime, judgedNs: number, ownNs: number): KernelVerdict | null {
  const grids = smallGrids(input.facts, time);
  if (grids === null || (100 * grids.exclusiveNs) / judgedNs <= RULE_THRESHOLDS.smallGridDominantPct.value) return null;
  const kernel = kernelDisplayName(grids.leader.hotspot.name);
  const share = percentText(windowPct(time, grids.exclusiveNs));
  return {
    bottleneck: 'latency',
    driver: 'small_grid',
    confidence: 0.6,
    sentence: `Launches too small for the GPU run one after the other for ${share} of the ${time.name}: ${kernel} has ${grids.leader.blocks} workgroups for ${grids.cuCount} compute units.`,
    classNs: new Map([
      ['latency', grids.exclusiveNs],
      ['mixed', Math.max(0, ownNs - grids.exclusiveNs)],
    ]),
  };
}

function unknownLimit(
  input: RuleInput,
  time: WindowTime,
  judgedNs: number,
  ownNs: number,
  classNs: ReadonlyMap<Bottleneck, number>,
): KernelVerdict {
  const { has_counters: hasCounters } = input.facts.hardwareCounters;
  const hasOnlyKernels =
    !hasCounters && !input.facts.apiBreakdown.has_api_data && input.facts.traceQuality.copies === 0;
  const filled = `Kernels fill ${percentText(percentOf(time.computeNs, judgedNs))} of the ${judgedNs === time.wallNs ? time.name : 'busy time'}${leaderText(input)}`;
  const needed = hasCounters ? 'the counters recorded do not show what bounds them' : 'what bounds them needs counters';
  return {
    bottleneck: hasOnlyKernels ? 'data_insufficient' : 'mixed',
    driver: hasOnlyKernels ? 'no_counters' : 'gpu_bound',
    confidence: hasOnlyKernels ? 0 : hasCounters ? 0.5 : 0.6,
    sentence: `${filled}; ${hasOnlyKernels ? 'nothing else was recorded, so what bounds them is unknown' : needed}.`,
    classNs: new Map([...classNs, ['mixed', ownNs]]),
  };
}

function undecided(
  input: RuleInput,
  time: WindowTime,
  ownNs: number,
  classNs: ReadonlyMap<Bottleneck, number>,
): KernelVerdict {
  return {
    bottleneck: 'mixed',
    driver: 'mixed',
    confidence: 0.5,
    sentence: `No cause stands out: kernels take ${percentText(windowPct(time, time.computeNs))} of the ${time.name} (${timeText(time.computeNs)})${leaderText(input)}.`,
    classNs: new Map([...classNs, ['mixed', ownNs]]),
  };
}

function leaderText(input: RuleInput): string {
  const hottest = hottestKernel(input);
  if (hottest === null) return '';
  return `, led by ${kernelDisplayName(hottest.name)} (${percentText(hottest.percent_of_total)} of kernel time)`;
}

const LIMITER_TEXT: Readonly<Record<KernelLimit['limiter'], string>> = {
  mfma: 'the matrix cores',
  valu: 'the vector units',
  no_mfma: 'the vector units while the matrix cores are unused',
  low_occupancy_vgpr: 'arithmetic with few waves, which registers limit',
  low_occupancy_lds: 'arithmetic with few waves, which LDS limits',
  hbm_bandwidth: 'HBM bandwidth',
  lds_conflict: 'LDS bank conflicts',
  uncoalesced: 'accesses that are not coalesced',
  low_occupancy: 'latency with few waves',
  mixed: 'memory and arithmetic in turn',
  latency_bound: 'latency, with no unit near its limit',
};
