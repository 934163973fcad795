import { COPY_DIRECTIONS } from '../../../terms/copy-directions.js';
import type { CopyStatistics, MemoryAnalysis } from '../../../schemas/memory-analysis.js';
import type { CopyDirection } from '../../../terms/copy-directions.js';
import type { MergeContext } from '../merge-context.js';
import type { CopiesPart } from './collect-copies.js';
import { copyStatistics } from './copy-statistics.js';

/**
 * Statistics of copies by direction, by total duration descending, then in the order of `COPY_DIRECTIONS`; empty
 * without copies.
 */
export function mergeCopies(parts: readonly CopiesPart[], context: MergeContext): MemoryAnalysis {
  const rows: { direction: CopyDirection; statistics: CopyStatistics }[] = [];
  for (const direction of COPY_DIRECTIONS) {
    const own = parts.map((part) => part.find((candidate) => candidate.direction === direction));
    if (own.some((part) => part !== undefined)) rows.push({ direction, statistics: copyStatistics(own, context) });
  }
  rows.sort((a, b) => b.statistics.total_duration_ns - a.statistics.total_duration_ns);
  return Object.fromEntries(rows.map(({ direction, statistics }) => [direction, statistics]));
}
