/** What the host did while a device had nothing to run; equal times are listed in this order. */
export const IDLE_CAUSES = [
  'late_launch',
  'blocking_sync',
  'copy',
  'collective_wait',
  'allocation',
  'compile_load',
  'queue_dependency',
  'launch_calls',
  'unknown',
] as const;

export type IdleCause = (typeof IDLE_CAUSES)[number];
