import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelMetrics } from './kernel-metrics.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

const MATRIX_CATEGORIES: ReadonlySet<string> = new Set(['GEMM', 'CONV', 'SDPA']);

/**
 * True for a kernel that works on the matrix cores: they take part by measurement, or nothing measures them and its name
 * is that of a matrix product. Such kernels hold large tiles in registers and run well with few waves, so that low
 * occupancy is no fault of theirs.
 */
export function isMatrixWork({ category }: Hotspot, { matrixPct }: KernelMetrics): boolean {
  if (matrixPct !== null) return matrixPct >= RULE_THRESHOLDS.matrixModeratePct.value;
  return MATRIX_CATEGORIES.has(category);
}
