import type { DerivedMetric } from '../../schemas/hardware-counters.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

/** What counters say about one kernel; null where not measured or not possible. Percents are of a physical peak. */
export interface KernelMetrics {
  readonly hbmPct: number | null;
  /** MFMA busy. */
  readonly matrixPct: number | null;
  /** VALU busy. */
  readonly vectorPct: number | null;
  readonly occupancyPct: number | null;
  readonly l1MissFrac: number | null;
  readonly l2HitFrac: number | null;
  readonly ldsConflictsPerAccess: number | null;
}

/**
 * Derived metrics of a kernel by their names in `hardware_counters.metrics.per_kernel`. A percentage of a peak that
 * passes 105 contradicts itself and counts as not measured; 100 to 105 counts as 100.
 */
export function kernelMetrics(facts: TraceFacts, hotspot: Hotspot): KernelMetrics {
  const metrics = facts.hardwareCounters.metrics?.per_kernel[hotspot.name] ?? {};
  const hbmFrac = valueOf(metrics['hbm_bw_utilization']);
  return {
    hbmPct: peakShare(hbmFrac === null ? null : 100 * hbmFrac),
    matrixPct: peakShare(valueOf(metrics['MfmaUtil'])),
    vectorPct: peakShare(valueOf(metrics['VALUBusy'])),
    occupancyPct: peakShare(valueOf(metrics['OccupancyPercent'])),
    l1MissFrac: valueOf(metrics['L1MissRate']),
    l2HitFrac: valueOf(metrics['l2_hit_rate']),
    ldsConflictsPerAccess: valueOf(metrics['LdsBankConflictPerAccess']),
  };
}

function valueOf(metric: DerivedMetric | undefined): number | null {
  return metric?.value ?? null;
}

function peakShare(percent: number | null): number | null {
  if (percent === null || percent > RULE_THRESHOLDS.measurementSlackPct.value) return null;
  return Math.min(100, percent);
}
