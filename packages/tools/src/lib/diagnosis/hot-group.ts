import { isOwnWork } from './kernel-limit.js';
import type { KernelLimit } from './kernel-limit.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';

/** Kernels that advice is about: one hot kernel, or several that share a limit. Hottest first, never empty. */
export interface HotGroup {
  readonly limits: readonly [KernelLimit, ...KernelLimit[]];
  /** Of summed kernel time. */
  readonly percentOfKernelTime: number;
}

/**
 * Kernels with one of `limiters` that together take more than half of the summed kernel time, be it one kernel or
 * several; null where they do not. Several are grouped because a chain of equal kernels is one problem.
 */
export function hotGroup(input: RuleInput, limiters: readonly KernelLimit['limiter'][]): HotGroup | null {
  const [first, ...rest] = input.kernelLimits.filter((limit) => limiters.includes(limit.limiter));
  if (first === undefined) return null;
  const limits = [first, ...rest] as const;
  const percentOfKernelTime = limits.reduce((sum, limit) => sum + limit.hotspot.percent_of_total, 0);
  return percentOfKernelTime > RULE_THRESHOLDS.hotspotPct.value ? { limits, percentOfKernelTime } : null;
}

/** The hottest kernel that is no collective; null without hotspots. */
export function hottestKernel({ facts }: RuleInput): KernelLimit['hotspot'] | null {
  return facts.hotspots.find(isOwnWork) ?? null;
}
