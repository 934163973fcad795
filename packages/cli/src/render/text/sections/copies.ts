import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Copies = Report['memory_analysis'];
type Statistics = NonNullable<Copies[keyof Copies]>;

/** Copies by direction: amounts, rates and sizes. */
export function renderCopies({ memory_analysis: copies }: Report, context: TextContext): Section | null {
  const directions = Object.entries(copies);
  if (directions.length === 0) return null;
  const totalNs = directions.reduce((sum, [, entry]) => sum + entry.total_duration_ns, 0);
  return {
    title: 'COPIES',
    aside: `${formatDuration(totalNs)} summed`,
    lines: [
      ...renderAmounts(directions, context),
      ...renderRates(directions, context),
      ...directions.flatMap(([direction, entry]) =>
        paragraph(describeSizes(entry), context, { label: `${direction}:` }),
      ),
    ],
  };
}

function renderAmounts(directions: readonly [string, Statistics][], context: TextContext): string[] {
  const unit = timeUnitFor(directions.map(([, entry]) => entry.total_duration_ns));
  const columns: Column[] = [
    { header: 'direction', kind: 'word' },
    { header: 'copies', kind: 'number' },
    { header: 'size', kind: 'number' },
    { header: `total ${unit.name}`, kind: 'number' },
    { header: 'mean µs', kind: 'number' },
    { header: 'mean size', kind: 'number' },
    { header: 'median size', kind: 'number' },
  ];
  const rows = directions.map(([direction, entry]): Cell[] => [
    direction,
    formatCount(entry.count),
    entry.count === entry.unknown_size_count ? null : formatBytes(entry.total_bytes),
    unit.format(entry.total_duration_ns),
    MICROSECONDS.format(entry.avg_duration_ns),
    entry.avg_bytes === null ? null : formatBytes(entry.avg_bytes),
    entry.median_bytes === null ? null : formatBytes(entry.median_bytes),
  ]);
  return renderTable(columns, rows, context);
}

function renderRates(directions: readonly [string, Statistics][], context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'GB/s', kind: 'word' },
    { header: 'per engine', kind: 'number' },
    { header: 'together', kind: 'number' },
    { header: 'median', kind: 'number' },
    { header: 'p95', kind: 'number' },
    { header: 'peak', kind: 'number' },
    { header: 'of peak', kind: 'number' },
  ];
  const rows = directions
    .filter(([, entry]) => entry.bandwidth_gbps !== null)
    .map(([direction, entry]): Cell[] => [
      direction,
      rate(entry.bandwidth_gbps),
      rate(entry.aggregate_gbps),
      rate(entry.median_gbps),
      rate(entry.p95_gbps),
      rate(entry.peak_gbps),
      entry.efficiency_pct === null ? null : formatPercent(entry.efficiency_pct),
    ]);
  return rows.length === 0 ? [] : ['', ...renderTable(columns, rows, context)];
}

function rate(gigabytesPerSecond: number | null): string | null {
  return gigabytesPerSecond === null ? null : formatFixed(gigabytesPerSecond, 2);
}

function describeSizes(entry: Statistics): string {
  const classes = entry.size_histogram.filter(({ count }) => count > 0);
  const facts = [
    classes.length === 0
      ? ''
      : `sizes ${classes.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ')}`,
    entry.small_copy_frac === null ? '' : `${formatPercent(100 * entry.small_copy_frac)} below 64 KiB`,
    entry.unknown_size_count === 0 ? '' : `${formatCount(entry.unknown_size_count)} of unknown size`,
    entry.zero_duration_count === 0 ? '' : `${plural(entry.zero_duration_count, 'copy', 'copies')} of zero length`,
    entry.bandwidth_gbps === null || entry.sized_duration_ns === entry.total_duration_ns
      ? ''
      : `rates over ${formatDuration(entry.sized_duration_ns)} of copies of known size`,
    entry.peak_source === null ? '' : `peak: ${entry.peak_source}`,
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : `${facts.join('; ')}.`;
}
