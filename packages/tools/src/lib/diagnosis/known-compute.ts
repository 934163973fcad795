import type { KernelLimit } from './kernel-limit.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';

/** Share of summed kernel time in kernels whose limit counters show, percent. */
export function knownComputePct(limits: readonly KernelLimit[]): number {
  return limits.reduce((sum, limit) => sum + limit.hotspot.percent_of_total, 0);
}

/** Limits at which a kernel uses its GPU well: matrix cores or HBM busy by AMD's own grades. */
const WELL_USED: ReadonlySet<KernelLimit['limiter']> = new Set(['mfma', 'hbm_bandwidth']);

/** True where times are usable and counters show that more than half of the kernel time uses the GPU well. */
export function isWellUsed({ time, kernelLimits }: Pick<RuleInput, 'time' | 'kernelLimits'>): boolean {
  const wellUsed = kernelLimits.filter((limit) => WELL_USED.has(limit.limiter));
  return time !== null && knownComputePct(wellUsed) > RULE_THRESHOLDS.hotspotPct.value;
}
