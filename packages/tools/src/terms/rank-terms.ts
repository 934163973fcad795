/** Figures of a rank that are compared with those of its like. */
export const RANK_FIGURES = [
  'wall_ns',
  'kernel_ns',
  'communication_ns',
  'communication_exposed_ns',
  'waiting_ns',
  'copy_exposed_ns',
  'api_exposed_ns',
  'idle_other_ns',
  'dispatch_count',
  'busy_pct',
] as const;

/** Parts of a rank's own time that can make it late. */
export const RANK_PARTS = ['kernels', 'copies', 'api_calls', 'empty_gpu'] as const;

/** What a straggler does longer: one of the parts, or work that the other ranks don't do. */
export const RANK_LEADS = [...RANK_PARTS, 'other_work'] as const;
