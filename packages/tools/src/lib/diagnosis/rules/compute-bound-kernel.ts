import type { KernelLimit } from '../kernel-limit.js';
import { percentText } from '../figures.js';
import { kernelClassRule } from './kernel-class.js';
import type { ClassAdvice } from './kernel-class.js';

/** Hot kernels that keep matrix or vector units busy, by measured utilisation. */
export const computeBoundKernel = kernelClassRule({
  id: 'ROCPD-COMPUTE-BOUND-001',
  name: 'compute_bound_kernel',
  category: 'Compute-Bound Kernel',
  confidence: 0.85,
  limiters: ['no_mfma', 'low_occupancy_vgpr', 'low_occupancy_lds', 'valu', 'mfma'],
  advise,
});

function advise(limit: KernelLimit, kernel: string): ClassAdvice {
  const vectorPct = percentText(limit.metrics.vectorPct ?? 0);
  const matrixPct = percentText(limit.metrics.matrixPct ?? 0);
  switch (limit.limiter) {
    case 'no_mfma':
      return {
        title: `Run ${kernel} on the matrix cores`,
        suggestion: `${kernel} multiplies matrices on vector units (busy ${vectorPct}) and leaves the matrix cores at ${matrixPct}; hipBLASLt, rocBLAS or MFMA instructions use them.`,
        actions: [`Replace ${kernel} by a hipBLASLt or rocBLAS call, or write its inner loop with rocWMMA`],
        risk: 'sums are rounded in another order: compare results with a tolerance',
      };
    case 'mfma':
      return {
        title: `Keep the matrix cores of ${kernel} fed`,
        suggestion: `The matrix cores are busy ${matrixPct} in ${kernel}: prefetch the next tile while this one is multiplied.`,
        actions: [`Change ${kernel} to load tile n+1 before it multiplies tile n`],
        risk: null,
      };
    default:
      return {
        title: `Cut vector instructions in ${kernel}`,
        suggestion: `Vector units are busy ${vectorPct} in ${kernel}: drop repeated arithmetic, use packed or lower precision where results allow.`,
        actions: [`Change the inner loop of ${kernel} so that loop-invariant arithmetic stands before it`],
        risk: 'lower precision changes results',
      };
  }
}
