import type { Report } from '@perfxpert/agents';

type Figure = NonNullable<Report['ranks']>['cohorts'][number]['spread'][number]['figure'];

/** Figures that ranks are compared by, in the words of a table. */
export const RANK_FIGURE_WORDS: Readonly<Record<Figure, string>> = {
  wall_ns: 'window',
  kernel_ns: 'kernels',
  communication_ns: 'communication',
  communication_exposed_ns: 'communication, uncovered',
  waiting_ns: 'waiting in collectives',
  copy_exposed_ns: 'copy, exposed',
  api_exposed_ns: 'host API, exposed',
  idle_other_ns: 'idle',
  dispatch_count: 'dispatches',
  busy_pct: 'busy',
};
