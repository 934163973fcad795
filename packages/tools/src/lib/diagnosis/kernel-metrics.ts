import { lookupGpu, memoryBandwidthGbps } from '@perfxpert/knowledge';
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
  readonly ldsConflictsPerAccess: number | null;
}

/**
 * Derived metrics of a kernel by their names in AMD's counter definitions. A percentage of a peak that passes 105
 * contradicts itself and counts as not measured; 100 to 105 counts as 100.
 */
export function kernelMetrics(facts: TraceFacts, hotspot: Hotspot): KernelMetrics {
  const metrics = facts.hardwareCounters.metrics?.per_kernel[hotspot.name] ?? {};
  return {
    hbmPct: hbmPct(facts, hotspot, metrics),
    matrixPct: peakShare(valueOf(metrics['MfmaUtil'])),
    vectorPct: peakShare(valueOf(metrics['VALUBusy'])),
    occupancyPct: peakShare(valueOf(metrics['OccupancyPercent'])),
    l1MissFrac: valueOf(metrics['L1MissRate']),
    ldsConflictsPerAccess: valueOf(metrics['LdsBankConflictPerAccess']),
  };
}

function hbmPct(facts: TraceFacts, hotspot: Hotspot, metrics: Readonly<Record<string, DerivedMetric>>): number | null {
  const gbps = valueOf(metrics['HBM_BW']);
  const peakGbps = gbps === null ? null : hbmPeakGbps(facts, hotspot);
  return gbps === null || peakGbps === null ? null : peakShare((100 * gbps) / peakGbps);
}

/** HBM peak of the device the kernel ran on, decimal GB/s; null for a part that the tables do not know. */
function hbmPeakGbps(facts: TraceFacts, hotspot: Hotspot): number | null {
  const device = facts.devices.find(({ label }) => hotspot.agents.includes(label)) ?? facts.devices[0];
  const agent = device?.agent;
  if (!agent?.gfxId) return null;
  const gpu = lookupGpu(agent.gfxId, {
    cuCount: agent.hardware['cu_count'],
    productName: agent.productName,
    clockMhz: agent.hardware['max_engine_clk_fcompute'],
  });
  return gpu === null ? null : memoryBandwidthGbps(gpu);
}

function valueOf(metric: DerivedMetric | undefined): number | null {
  return metric?.value ?? null;
}

function peakShare(percent: number | null): number | null {
  if (percent === null || percent > RULE_THRESHOLDS.measurementSlackPct.value) return null;
  return Math.min(100, percent);
}
