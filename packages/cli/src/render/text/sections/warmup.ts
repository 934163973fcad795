import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

const MOST_ROWS = 10;

/** Kernels whose first calls were far slower than the later ones. */
export function renderWarmup({ warmup }: Report, context: TextContext): Section | null {
  if (warmup === undefined || !warmup.has_warmup_issues) return null;
  const { outliers } = warmup;
  const hasSeveralDevices = new Set(outliers.map((entry) => entry.device)).size > 1;
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'device', kind: 'word', isOptional: true },
    { header: 'block', kind: 'word', isOptional: true },
    { header: 'grid', kind: 'word', isOptional: true },
    { header: 'calls', kind: 'number' },
    { header: 'slow', kind: 'number' },
    { header: 'first µs', kind: 'number' },
    { header: 'median µs', kind: 'number' },
    { header: 'times', kind: 'number' },
    { header: 'excess µs', kind: 'number' },
  ];
  const rows = outliers
    .slice(0, MOST_ROWS)
    .map((entry): Cell[] => [
      context.kernelLabel(entry.kernel_name),
      hasSeveralDevices ? entry.device : '',
      entry.workgroup,
      entry.grid,
      formatCount(entry.calls),
      formatCount(entry.warmup_calls),
      MICROSECONDS.format(entry.first_duration_ns),
      MICROSECONDS.format(entry.median_ns),
      formatFixed(entry.ratio, 1),
      MICROSECONDS.format(entry.excess_ns),
    ]);
  const rest = outliers.length - MOST_ROWS;
  return {
    title: 'WARM-UP',
    aside: `${formatDuration(warmup.total_excess_ns)} beyond the median of later calls`,
    lines: [
      ...renderTable(columns, rows, context),
      ...(rest > 0 ? paragraph(`${plural(rest, 'kernel')} more`, context) : []),
    ],
  };
}
