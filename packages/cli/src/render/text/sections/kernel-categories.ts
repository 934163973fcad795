import type { Report } from '@perfxpert/agents';
import { formatCount, formatPercent } from '../../format-number.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

/** Summed kernel time by kind of kernel. */
export function renderKernelCategories(
  { kernel_categories: categories }: Report,
  context: TextContext,
): Section | null {
  if (categories.length === 0) return null;
  const unit = timeUnitFor(categories.map((entry) => entry.total_ns));
  const columns: Column[] = [
    { header: 'kind', kind: 'name' },
    { header: 'calls', kind: 'number' },
    { header: `total ${unit.name}`, kind: 'number' },
    { header: 'mean µs', kind: 'number' },
    { header: 'share', kind: 'number' },
    { header: 'over window', kind: 'number' },
  ];
  const rows = categories.map((entry): Cell[] => [
    entry.category,
    formatCount(entry.count),
    unit.format(entry.total_ns),
    MICROSECONDS.format(entry.avg_duration_ns),
    formatPercent(entry.pct_of_kernel_time),
    formatPercent(entry.pct_of_total_time),
  ]);
  return {
    title: 'KERNEL CATEGORIES',
    aside: 'share of summed kernel time; over window may pass 100%',
    lines: renderTable(columns, rows, context),
  };
}
