/** A technique and the causes (limiters of kernels, drivers of a verdict) that it acts on. */
export interface CauseTechnique {
  /** Entry of optimization_techniques.json, which says what to do; null where only the other catalogue has it. */
  readonly plainId: string | null;
  /** Entry of proven_optimizations.json, which has preconditions and a range; null where none is known. */
  readonly provenId: string | null;
  readonly causes: readonly string[];
  readonly effort: 'low' | 'medium' | 'high';
}

/**
 * All techniques of both catalogues with what they act on, in the order in which they are offered. `when` of
 * optimization_techniques.json and the preconditions of proven_optimizations.json in terms of causes: unrolling is
 * absent, since no cause that is measured asks for it (the rule on loops does).
 */
export const CAUSE_TECHNIQUES: readonly CauseTechnique[] = [
  technique('reduce_vgpr', 'vgpr_reduction_compute_bound', ['low_occupancy_vgpr'], 'low'),
  technique('mfma_enablement', 'mfma_enablement', ['no_mfma'], 'high'),
  technique('coalesce_access', 'memory_coalescing_stride_fix', ['uncoalesced'], 'medium'),
  technique(null, 'warp_primitives_reduction', ['lds_conflict'], 'medium'),
  technique('lds_tiling', 'lds_tiling_matmul', ['hbm_bandwidth', 'mixed'], 'high'),
  technique('cache_blocking', 'cache_blocking_kernel', ['hbm_bandwidth', 'mixed'], 'high'),
  technique('fast_math', 'fast_math_compiler_flag', ['valu', 'low_occupancy_vgpr', 'low_occupancy_lds'], 'low'),
  technique('raise_occupancy', null, ['low_occupancy', 'low_occupancy_lds'], 'medium'),
  technique(null, 'hip_stream_overlap', ['exposed_copy'], 'medium'),
  technique('pinned_async_copy', null, ['pageable_copy'], 'low'),
  technique('graph_capture', null, ['launch_bound'], 'medium'),
  technique('kernel_fusion', 'kernel_fusion_small_launches', ['launch_bound'], 'high'),
  technique('remove_sync', 'device_sync_removal', ['device_sync'], 'low'),
];

function technique(
  plainId: string | null,
  provenId: string | null,
  causes: readonly string[],
  effort: CauseTechnique['effort'],
): CauseTechnique {
  return { plainId, provenId, causes, effort };
}
