import type { Report } from '@perfxpert/agents';

type AttTrace = NonNullable<Report['att_trace']>;
type Category = AttTrace['kernels'][number]['stall_category'];

/** What waves wait for, in words. */
export const ATT_WORDS: Readonly<Record<Category, string>> = {
  att_vmem_latency: 'vector memory',
  att_smem_latency: 'scalar memory',
  att_lds_conflict: 'LDS',
  att_scratch_spill: 'scratch',
  att_mfma: 'matrix units',
  att_valu: 'vector units',
  att_barrier: 'barriers',
  att_dependency_chain: 'earlier results',
  att_divergence: 'branches',
  att_unknown: 'unknown',
};

/** Fill of a category: memory in the colour of copies, arithmetic in that of compute, control in that of the host. */
export const ATT_FILLS: Readonly<Record<Category, string>> = {
  att_vmem_latency: 'fill-copy',
  att_smem_latency: 'fill-copy',
  att_lds_conflict: 'fill-comm',
  att_scratch_spill: 'fill-comm',
  att_mfma: 'fill-compute',
  att_valu: 'fill-compute',
  att_barrier: 'fill-api',
  att_dependency_chain: 'fill-api',
  att_divergence: 'fill-api',
  att_unknown: 'fill-same',
};
