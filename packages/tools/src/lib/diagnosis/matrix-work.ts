import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelMetrics } from './kernel-metrics.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';

const MATRIX_CATEGORIES: ReadonlySet<string> = new Set(['GEMM', 'CONV', 'SDPA']);
/** Words in names of kernels that multiply matrices, whatever their category. */
const MATRIX_NAME = /gemm|matmul|mfma|(?<![a-z])w?mma/i;
/** Attention by name, but no product of matrices. */
const NO_PRODUCT = /softmax|norm|mask|rope|copy|cache/i;

/** True for a kernel that multiplies matrices by its name. */
export function isMatrixProduct({ category, name }: Hotspot): boolean {
  if (MATRIX_NAME.test(name)) return true;
  return MATRIX_CATEGORIES.has(category) && !(category === 'SDPA' && NO_PRODUCT.test(name));
}

/**
 * True for a kernel that works on the matrix cores: they take part by measurement, or nothing measures them and its name
 * is that of a matrix product. Such kernels hold large tiles in registers and run well with few waves, so that low
 * occupancy is no fault of theirs.
 */
export function isMatrixWork({ category }: Hotspot, { matrixPct }: KernelMetrics): boolean {
  if (matrixPct !== null) return matrixPct >= RULE_THRESHOLDS.matrixModeratePct.value;
  return MATRIX_CATEGORIES.has(category);
}
