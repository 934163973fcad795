import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelResource } from '../../schemas/kernel-resources.js';
import type { Bottleneck } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { kernelMetrics } from './kernel-metrics.js';
import type { KernelMetrics } from './kernel-metrics.js';
import { isMatrixWork } from './matrix-work.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

export type KernelLimiter =
  | 'mfma'
  | 'hbm_bandwidth'
  | 'lds_conflict'
  | 'no_mfma'
  | 'low_occupancy_vgpr'
  | 'low_occupancy_lds'
  | 'valu'
  | 'uncoalesced'
  | 'low_occupancy'
  | 'mixed'
  | 'latency_bound';

/** What bounds one hot kernel, as far as counters show. */
export interface KernelLimit {
  readonly hotspot: Hotspot;
  readonly limiter: KernelLimiter;
  readonly bottleneck: Bottleneck;
  readonly metrics: KernelMetrics;
  readonly resource: KernelResource | null;
  /**
   * Part of the kernel's time that could go at most, 0..1: what lies below the peak of its busiest unit. 1 where the
   * work itself can shrink: fewer bytes (`hbm_bandwidth`), fewer instructions (`valu`), another unit (`no_mfma`).
   */
  readonly headroomFrac: number;
}

const BOTTLENECK: Readonly<Record<KernelLimiter, Bottleneck>> = {
  mfma: 'compute',
  valu: 'compute',
  no_mfma: 'compute',
  low_occupancy_vgpr: 'compute',
  low_occupancy_lds: 'compute',
  hbm_bandwidth: 'memory_transfer',
  lds_conflict: 'memory_transfer',
  uncoalesced: 'memory_transfer',
  low_occupancy: 'latency',
  latency_bound: 'latency',
  mixed: 'mixed',
};
const LIMITS = RULE_THRESHOLDS;

/**
 * The limit of each hotspot that counters can tell, in order of the hotspots. Collectives are left out: their busy units
 * say nothing about the wait inside. Kernels without a telling counter are absent, never guessed.
 */
export function kernelLimits(facts: TraceFacts): KernelLimit[] {
  const resources = new Map(facts.kernelResources.kernels.map((resource) => [resource.name, resource]));
  return facts.hotspots.filter(isOwnWork).flatMap((hotspot) => {
    const metrics = kernelMetrics(facts, hotspot);
    const resource = resources.get(hotspot.name) ?? null;
    const limiter = limiterOf(hotspot, metrics, resource);
    if (limiter === null) return [];
    const headroomFrac = headroomOf(limiter, metrics);
    return [{ hotspot, limiter, bottleneck: BOTTLENECK[limiter], metrics, resource, headroomFrac }];
  });
}

/** False for collectives. */
export function isOwnWork(hotspot: Hotspot): boolean {
  return hotspot.category !== 'NCCL';
}

/** First match, from what is certain to what is only likely; with HBM and VALU measured and nothing near its limit: latency. */
function limiterOf(hotspot: Hotspot, metrics: KernelMetrics, resource: KernelResource | null): KernelLimiter | null {
  const { hbmPct, matrixPct, vectorPct, occupancyPct } = metrics;
  if (atLeast(matrixPct, LIMITS.matrixUtilizationPct.value)) return 'mfma';
  if (atLeast(hbmPct, LIMITS.hbmUtilizationPct.value)) return 'hbm_bandwidth';
  if (atLeast(metrics.ldsConflictsPerAccess, LIMITS.ldsConflictsPerAccess.value)) return 'lds_conflict';
  if (atLeast(vectorPct, LIMITS.vectorUtilizationPct.value)) return vectorLimiter(hotspot, metrics, resource);
  if (isBelow(hbmPct, LIMITS.hbmLowPct.value) && (metrics.l1MissFrac ?? 0) > LIMITS.l1MissFrac.value)
    return 'uncoalesced';
  if (isBelow(occupancyPct, LIMITS.measuredOccupancyPct.value) && !isMatrixWork(hotspot, metrics))
    return 'low_occupancy';
  const computes =
    atLeast(vectorPct, LIMITS.vectorModeratePct.value) || atLeast(matrixPct, LIMITS.matrixModeratePct.value);
  if (computes && atLeast(hbmPct, LIMITS.hbmModeratePct.value)) return 'mixed';
  return hbmPct !== null && vectorPct !== null ? 'latency_bound' : null;
}

function vectorLimiter(hotspot: Hotspot, metrics: KernelMetrics, resource: KernelResource | null): KernelLimiter {
  const isMatrixProduct = hotspot.category === 'GEMM' || hotspot.category === 'CONV';
  if (isMatrixProduct && isBelow(metrics.matrixPct, LIMITS.matrixUnusedPct.value)) return 'no_mfma';
  const occupancy = resource?.occupancy;
  if (occupancy && occupancy.percent <= LIMITS.theoreticalOccupancyPct.value) {
    if (occupancy.limiting_resource === 'VGPR') return 'low_occupancy_vgpr';
    if (occupancy.limiting_resource === 'LDS') return 'low_occupancy_lds';
  }
  return 'valu';
}

function headroomOf(limiter: KernelLimiter, metrics: KernelMetrics): number {
  if (limiter === 'hbm_bandwidth' || limiter === 'no_mfma' || limiter === 'valu') return 1;
  const busiest = Math.max(metrics.hbmPct ?? 0, metrics.matrixPct ?? 0, metrics.vectorPct ?? 0);
  return 1 - busiest / 100;
}

function atLeast(value: number | null, bound: number): boolean {
  return value !== null && value >= bound;
}

function isBelow(value: number | null, bound: number): boolean {
  return value !== null && value < bound;
}
