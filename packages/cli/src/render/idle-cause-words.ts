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

/** What ends a gap that no kernel ends. */
export const NO_NEXT_KERNEL = 'a copy or the end';

/** What to do where most idle time is of unknown cause; '' where another cause leads. The rule: docs/decisions/0008. */
export function unknownIdleAdvice({ idle_causes: idle, api_breakdown: api }: Report): string {
  if (idle?.causes[0]?.cause !== 'unknown') return '';
  return api.has_api_data
    ? 'The calls that launched the work behind the unknown part were not recorded.'
    : 'Record the HIP API too to learn what the host did.';
}
