import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelResource } from '../../schemas/kernel-resources.js';
import type { Bottleneck } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { kernelMetrics } from './kernel-metrics.js';
import type { KernelMetrics } from './kernel-metrics.js';
import { isMatrixProduct, isMatrixWork } from './matrix-work.js';
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
    return [{ hotspot, limiter, bottleneck: bottleneckOf(limiter, metrics), metrics, resource, headroomFrac }];
  });
}

/** False for collectives. */
export function isOwnWork(hotspot: Hotspot): boolean {
  return hotspot.category !== 'NCCL';
}

/** Few waves cost arithmetic where the vector units are busy, and are latency where nothing is. */
function bottleneckOf(limiter: KernelLimiter, { vectorPct }: KernelMetrics): Bottleneck {
  const isIdle = isBelow(vectorPct, LIMITS.vectorUtilizationPct.value);
  return isIdle && limiter.startsWith('low_occupancy') ? 'latency' : BOTTLENECK[limiter];
}

/** First match, from what is certain to what is only likely; with HBM and VALU measured and nothing near its limit: latency. */
function limiterOf(hotspot: Hotspot, metrics: KernelMetrics, resource: KernelResource | null): KernelLimiter | null {
  const { hbmPct, matrixPct, vectorPct, occupancyPct } = metrics;
  if (atLeast(matrixPct, LIMITS.matrixUtilizationPct.value)) return 'mfma';
  if (atLeast(hbmPct, LIMITS.hbmUtilizationPct.value)) return 'hbm_bandwidth';
  if (atLeast(metrics.ldsConflictsPerAccess, LIMITS.ldsConflictsPerAccess.value)) return 'lds_conflict';
  if (atLeast(vectorPct, LIMITS.vectorUtilizationPct.value)) return vectorLimiter(hotspot, metrics, resource);
  if (isScattered(metrics)) return 'uncoalesced';
  if (isBelow(occupancyPct, LIMITS.measuredOccupancyPct.value) && !isMatrixWork(hotspot, metrics))
    return 'low_occupancy';
  const computes =
    atLeast(vectorPct, LIMITS.vectorModeratePct.value) || atLeast(matrixPct, LIMITS.matrixModeratePct.value);
  if (computes && atLeast(hbmPct, LIMITS.hbmModeratePct.value)) return 'mixed';
  if (hbmPct === null || vectorPct === null) return null;
  return (isMatrixWork(hotspot, metrics) ? null : heldBackBy(resource)) ?? 'latency_bound';
}

/**
 * Accesses that are not coalesced: nearly all L1 requests go to L2 while HBM is far from its limit, or while L2 has what
 * they ask for, since neighbouring lanes ask for the same lines again.
 */
function isScattered({ hbmPct, l1MissFrac, l2HitFrac }: KernelMetrics): boolean {
  if ((l1MissFrac ?? 0) <= LIMITS.l1MissFrac.value) return false;
  return isBelow(hbmPct, LIMITS.hbmLowPct.value) || (hbmPct !== null && atLeast(l2HitFrac, LIMITS.l2ReuseFrac.value));
}

/** What keeps half of the waves or more away: registers or LDS; null where neither does. */
function heldBackBy(resource: KernelResource | null): 'low_occupancy_vgpr' | 'low_occupancy_lds' | null {
  const occupancy = resource?.occupancy ?? null;
  if (occupancy === null || occupancy.percent > LIMITS.theoreticalOccupancyPct.value) return null;
  if (occupancy.limiting_resource === 'VGPR') return 'low_occupancy_vgpr';
  return occupancy.limiting_resource === 'LDS' ? 'low_occupancy_lds' : null;
}

function vectorLimiter(hotspot: Hotspot, metrics: KernelMetrics, resource: KernelResource | null): KernelLimiter {
  if (isMatrixProduct(hotspot) && isBelow(metrics.matrixPct, LIMITS.matrixUnusedPct.value)) return 'no_mfma';
  // Units that are well used need no more waves.
  if (atLeast(metrics.vectorPct, LIMITS.vectorHighPct.value)) return 'valu';
  return heldBackBy(resource) ?? 'valu';
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
