import type { Report } from '@perfxpert/agents';
import { formatDuration } from './format-number.js';

/** Which part of a trace a report is about, in sentences; '' for a whole one. Says where no kernel has such a name. */
export function filterWords({ metadata: { filters }, hotspots }: Pick<Report, 'metadata' | 'hotspots'>): string {
  if (filters === undefined) return '';
  const none = filters.kernel !== null && hotspots.length === 0 ? ` No kernel matches ${filters.kernel}.` : '';
  return `Only a part of it: ${partWords(filters)}.${none}`;
}

/** The part of a trace that filters keep: `GPU 0; from 250 µs on`. */
export function partWords(filters: NonNullable<Report['metadata']['filters']>): string {
  const { kernel, gpu, rank, from_ns: from, to_ns: to, roctx } = filters;
  const parts = [
    kernel === null ? '' : `kernels that match ${kernel}`,
    gpu === null ? '' : `GPU ${gpu.join(', ')}`,
    rank === null ? '' : `rank ${rank.join(', ')}`,
    from === null ? '' : `from ${formatDuration(from)} on`,
    to === null ? '' : `before ${formatDuration(to)}`,
    roctx === null ? '' : `marker ranges that match ${roctx}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
