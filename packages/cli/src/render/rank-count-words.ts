import type { Report } from '@perfxpert/agents';
import { formatCount } from './format-number.js';
import { plural } from './plural.js';

/** How many ranks a report compares, and of how many: `4 of 8 ranks.`; processes where none says its rank. */
export function rankCountWords({ rank_count: count, world_size: size, ranks }: NonNullable<Report['ranks']>): string {
  if (ranks.every(({ rank }) => rank === null)) return `${plural(count, 'process', 'processes')}, without ranks.`;
  return size === null ? `${plural(count, 'rank')}.` : `${formatCount(count)} of ${plural(size, 'rank')}.`;
}
