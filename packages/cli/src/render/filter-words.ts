import type { Report } from '@perfxpert/agents';
import { formatDuration } from './format-number.js';

/** Which part of a trace a report is about, as a sentence; '' for a whole one. */
export function filterWords({ filters }: Report['metadata']): string {
  if (filters === undefined) return '';
  const { kernel, gpu, rank, from_ns: from, to_ns: to, roctx } = filters;
  const parts = [
    kernel === null ? '' : `kernels that match ${kernel}`,
    gpu === null ? '' : `GPU ${gpu.join(', ')}`,
    rank === null ? '' : `rank ${rank.join(', ')}`,
    from === null ? '' : `from ${formatDuration(from)} on`,
    to === null ? '' : `before ${formatDuration(to)}`,
    roctx === null ? '' : `marker ranges that match ${roctx}`,
  ];
  return `Only a part of it: ${parts.filter((part) => part !== '').join('; ')}.`;
}
