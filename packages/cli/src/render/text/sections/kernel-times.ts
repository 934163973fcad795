import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPercent } from '../../format-number.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

/** How the durations of the kernels above spread, and how much of their time they had the device for themselves. */
export function renderKernelTimes(report: Report, context: TextContext): Section | null {
  const { hotspots } = report;
  if (hotspots.length === 0) return null;
  const unit = timeUnitFor(hotspots.map((entry) => entry.exclusive_ns));
  const deviceCount = report.execution_breakdown?.devices.length ?? 0;
  const columns: Column[] = [
    { header: '#', kind: 'number' },
    { header: 'kind', kind: 'word' },
    { header: 'first µs', kind: 'number' },
    { header: 'min µs', kind: 'number' },
    { header: 'mean µs', kind: 'number' },
    { header: 'max µs', kind: 'number' },
    { header: 'sd µs', kind: 'number', isOptional: true },
    { header: 'cv', kind: 'number' },
    { header: `alone ${unit.name}`, kind: 'number' },
    { header: 'busy', kind: 'number' },
    { header: 'shapes', kind: 'number', isOptional: true },
    { header: 'GPUs', kind: 'number', isOptional: true },
  ];
  const rows = hotspots.map((entry): Cell[] => [
    String(entry.rank),
    entry.category,
    MICROSECONDS.format(entry.first_duration),
    MICROSECONDS.format(entry.min_duration),
    MICROSECONDS.format(entry.avg_duration),
    MICROSECONDS.format(entry.max_duration),
    MICROSECONDS.format(entry.stddev_duration),
    entry.cv === null ? null : formatFixed(entry.cv, 2),
    unit.format(entry.exclusive_ns),
    formatPercent(entry.pct_of_busy),
    formatCount(entry.variant_count),
    deviceCount > 1 ? formatCount(entry.agents.length) : '',
  ]);
  return {
    title: 'KERNEL DURATIONS',
    aside: 'alone: no other kernel on the device; busy: its share of compute time',
    lines: renderTable(columns, rows, context, 1),
  };
}
