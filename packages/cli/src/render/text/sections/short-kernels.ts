import type { Report } from '@perfxpert/agents';
import { bucketWords } from '../../bucket-words.js';
import { formatCount, formatDuration, formatFixed, formatPercent, formatPlain } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type ShortKernels = Report['short_kernels'];

/** Kernels so short that launching them costs as much as running them. */
export function renderShortKernels({ short_kernels: short }: Report, context: TextContext): Section | null {
  if (short.short_kernel_count === 0) return null;
  return {
    title: 'SHORT KERNELS',
    aside: `below ${formatPlain(short.threshold_us)} µs`,
    lines: [
      ...paragraph(describe(short), context),
      ...paragraph(describeHistogram(short), context),
      ...(short.top_offenders.length === 0 ? [] : ['', ...renderOffenders(short, context)]),
    ],
  };
}

function describe(short: ShortKernels): string {
  return (
    `${formatCount(short.short_kernel_count)} of ${plural(short.total_kernels, 'dispatch', 'dispatches')} ` +
    `(${formatPercent(short.short_kernel_pct)}) ${short.short_kernel_count === 1 ? 'takes' : 'take'} ${formatDuration(short.short_kernel_time_ns)}, ` +
    `${formatPercent(short.short_kernel_time_pct)} of kernel time; the gaps right after them add up to ` +
    `${formatDuration(short.gap_after_short_ns)}.`
  );
}

function describeHistogram({ histogram }: ShortKernels): string {
  const filled = histogram.filter(({ count }) => count > 0);
  if (filled.length === 0) return '';
  return `By duration: ${filled.map(({ bucket_label: label, count }) => `${bucketWords(label)} ${formatCount(count)}`).join(', ')}.`;
}

function renderOffenders({ top_offenders: offenders }: ShortKernels, context: TextContext): string[] {
  const unit = timeUnitFor(offenders.map((entry) => entry.total_ns));
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'short calls', kind: 'number' },
    { header: `total ${unit.name}`, kind: 'number' },
    { header: 'mean µs', kind: 'number' },
  ];
  const rows = offenders.map((entry): Cell[] => [
    context.kernelLabel(entry.name),
    formatCount(entry.count),
    unit.format(entry.total_ns),
    formatFixed(entry.avg_us, 1),
  ]);
  return renderTable(columns, rows, context);
}
