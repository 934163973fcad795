import type { KernelLimit } from './kernel-limit.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';

/** Share of summed kernel time in kernels whose limit counters show, percent. */
export function knownComputePct(limits: readonly KernelLimit[]): number {
  return limits.reduce((sum, limit) => sum + limit.hotspot.percent_of_total, 0);
}

/** True where times are usable and counters show the limit of more than half of the kernel time. */
export function dataCanTell({ time, kernelLimits }: Pick<RuleInput, 'time' | 'kernelLimits'>): boolean {
  return time !== null && knownComputePct(kernelLimits) > RULE_THRESHOLDS.hotspotPct.value;
}
