import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';

/** What a kind of change acts on, and what of a kernel's work it leaves as it is. */
export interface ChangeScope {
  /** `kernel`: the kernel alone; `copies`: copies beside kernels; `host`: the time in which the GPU waits for the host. */
  readonly actsOn: 'kernel' | 'copies' | 'host';
  /** The kernel still does the same operations. */
  readonly keepsFlops: boolean;
  /** The kernel still moves the same bytes. */
  readonly keepsBytes: boolean;
}

const KERNEL: ChangeScope = { actsOn: 'kernel', keepsFlops: false, keepsBytes: false };
/** By id of the model; a model that is not listed acts on the kernel and may change all of its work. */
const SCOPES: Readonly<Record<string, ChangeScope>> = {
  vgpr_reduction: { actsOn: 'kernel', keepsFlops: true, keepsBytes: true },
  // The same operations, but on another unit and often in another type: no peak of today bounds it.
  mfma_enablement: { actsOn: 'kernel', keepsFlops: false, keepsBytes: true },
  fast_math_flag: { actsOn: 'kernel', keepsFlops: false, keepsBytes: true },
  memory_coalescing_stride_fix: { actsOn: 'kernel', keepsFlops: true, keepsBytes: false },
  lds_tiling: { actsOn: 'kernel', keepsFlops: true, keepsBytes: false },
  warp_primitives_reduction: { actsOn: 'kernel', keepsFlops: true, keepsBytes: false },
  cache_blocking_kernel: { actsOn: 'kernel', keepsFlops: true, keepsBytes: false },
  hip_stream_overlap: { actsOn: 'copies', keepsFlops: true, keepsBytes: true },
  kernel_fusion_small_launches: { actsOn: 'host', keepsFlops: true, keepsBytes: false },
  device_sync_removal: { actsOn: 'host', keepsFlops: true, keepsBytes: true },
};

/** The scope of a model by its id. */
export function changeScope(modelId: string): ChangeScope {
  return Object.hasOwn(SCOPES, modelId) ? (SCOPES[modelId] ?? KERNEL) : KERNEL;
}

/** Where in the window a change acts, as fractions of it. */
export interface WindowShare {
  /** Part of the window that the change acts on. */
  readonly actedFrac: number;
  /** Part of the window that can go at most; null without a bound. */
  readonly removableFrac: number | null;
}

/**
 * The share of the window that a change acts on:
 *
 * - kernel: the kernel's share of kernel time, of the part of the window in which kernels run;
 * - copies: kernels and exposed copies, of which the exposed copies, at most as long as kernels run, can be hidden;
 * - host: all but exposed copies, of which the time without GPU work can go.
 *
 * Null where it is not known: without a window, or without the kernel's share.
 */
export function windowShare(
  { actsOn }: ChangeScope,
  kernelShare: number | null,
  breakdown: ExecutionBreakdown | null,
): WindowShare | null {
  if (breakdown === null || breakdown.wall_ns === 0) return null;
  const { wall_ns: wallNs, compute_ns: computeNs, copy_exposed_ns: copyNs } = breakdown;
  switch (actsOn) {
    case 'kernel':
      return kernelShare === null ? null : { actedFrac: (kernelShare * computeNs) / wallNs, removableFrac: null };
    case 'copies':
      return { actedFrac: (computeNs + copyNs) / wallNs, removableFrac: Math.min(copyNs, computeNs) / wallNs };
    case 'host':
      return {
        actedFrac: (wallNs - copyNs) / wallNs,
        removableFrac: (breakdown.api_exposed_ns + breakdown.idle_other_ns) / wallNs,
      };
  }
}
