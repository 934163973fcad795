import type { Report } from '@perfxpert/agents';

type Cause = NonNullable<Report['idle_causes']>['causes'][number]['cause'];

/** Causes of idle time in the words of a table. */
export const IDLE_CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  late_launch: 'late launch',
  blocking_sync: 'blocking sync',
  copy: 'copy calls',
  collective_wait: 'collective calls',
  allocation: 'allocation',
  compile_load: 'compile, load',
  queue_dependency: 'queue order',
  launch_calls: 'launch calls',
  unknown: 'unknown',
};
