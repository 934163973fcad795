import type { Evidence } from '../../schemas/recommendation.js';
import { evidence } from './evidence.js';
import type { KernelLimit } from './kernel-limit.js';

/** The limit of a kernel and the measured utilisations it was told by; those that were not measured are null. */
export function limitEvidence({ limiter, metrics }: KernelLimit): Evidence[] {
  return [
    evidence('limiter', limiter, ''),
    evidence('hbm_utilization_pct', metrics.hbmPct, 'percent'),
    evidence('mfma_utilization_pct', metrics.matrixPct, 'percent'),
    evidence('valu_busy_pct', metrics.vectorPct, 'percent'),
    evidence('lds_conflicts_per_access', metrics.ldsConflictsPerAccess, 'conflicts/access'),
    evidence('l1_miss_frac', metrics.l1MissFrac, 'fraction'),
  ];
}
