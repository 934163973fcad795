import { percentText } from '../figures.js';
import type { KernelLimit } from '../kernel-limit.js';
import { kernelClassRule } from './kernel-class.js';
import type { ClassAdvice } from './kernel-class.js';

/** Hot kernels that memory holds up: HBM bandwidth, LDS bank conflicts or scattered access, by measured utilisation. */
export const memoryBoundKernel = kernelClassRule({
  id: 'ROCPD-MEMORY-BOUND-001',
  name: 'memory_bound_kernel',
  category: 'Memory-Bound Kernel',
  confidence: 0.8,
  limiters: ['lds_conflict', 'uncoalesced', 'hbm_bandwidth'],
  advise,
});

function advise(limit: KernelLimit, kernel: string): ClassAdvice {
  const hbmPct = percentText(limit.metrics.hbmPct ?? 0);
  switch (limit.limiter) {
    case 'lds_conflict':
      return {
        title: `Remove the LDS bank conflicts of ${kernel}`,
        suggestion: `Pad the rows of the LDS tile of ${kernel} by one element, so that a column no longer falls into one bank.`,
        actions: [`Change the LDS tile of ${kernel} to one more element per row`],
        risk: 'the padded tile needs more LDS: check that occupancy stays',
      };
    case 'uncoalesced':
      return {
        title: `Let neighbouring lanes of ${kernel} read neighbouring addresses`,
        suggestion: `${kernel} reaches ${hbmPct} of HBM because its accesses are not coalesced; a structure of arrays makes them contiguous.`,
        actions: [`Change the data of ${kernel} from an array of structures to a structure of arrays`],
        risk: 'every kernel that reads this data changes with it',
      };
    default:
      return {
        title: `Move fewer bytes in ${kernel}`,
        suggestion: `${kernel} already runs at ${hbmPct} of the HBM peak: only less memory traffic helps. Fuse it with the kernel that produces or reads its data.`,
        actions: [`Fuse kernel ${kernel} with its neighbours, so that values between them stay in registers`],
        risk: 'a fused kernel needs more registers',
      };
  }
}
