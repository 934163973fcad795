import type { LaneKind } from '@perfxpert/agents';

/** Fills of lanes. */
export const LANE_FILLS: Readonly<Record<LaneKind, string>> = {
  marker: 'fill-marker',
  compute: 'fill-compute',
  communication: 'fill-comm',
  copy: 'fill-copy',
  idle: 'fill-wait',
  api: 'fill-api',
};

/** Words of a legend. */
export const LANE_WORDS: Readonly<Record<LaneKind, string>> = {
  marker: 'ranges marked by the program',
  compute: 'kernels',
  communication: 'RCCL kernels',
  copy: 'copies',
  idle: 'idle, by main cause',
  api: 'host API calls',
};
