import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatPercent } from '../../format-number.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Hotspot = Report['hotspots'][number];

/** Kernels by summed time, and the rest in the last row. Shares are of summed kernel time, never of the window. */
export function renderKernels(report: Report, context: TextContext): Section | null {
  const { hotspots } = report;
  if (hotspots.length === 0) return null;
  const totalNs = report.trace_quality.total_kernel_ns;
  const unit = timeUnitFor(hotspots.map((entry) => entry.total_duration));
  const columns: Column[] = [
    { header: '#', kind: 'number' },
    { header: 'kernel', kind: 'name' },
    { header: '', kind: 'word' },
    { header: 'calls', kind: 'number' },
    { header: `total ${unit.name}`, kind: 'number' },
    { header: 'median µs', kind: 'number' },
    { header: 'p95 µs', kind: 'number' },
    { header: 'share', kind: 'number' },
  ];
  const rows: Cell[][] = hotspots.map((entry) => [
    String(entry.rank),
    context.kernelLabel(entry.name),
    severityMark(entry, context),
    formatCount(entry.calls),
    unit.format(entry.total_duration),
    MICROSECONDS.format(entry.median_duration),
    MICROSECONDS.format(entry.p95_duration),
    formatPercent(entry.percent_of_total),
  ]);
  const restCalls = report.trace_quality.dispatches - sum(hotspots.map((entry) => entry.calls));
  const restNs = totalNs - sum(hotspots.map((entry) => entry.total_duration));
  if (restCalls > 0 && restNs >= 0 && totalNs > 0)
    rows.push([
      '',
      'the rest',
      '',
      formatCount(restCalls),
      unit.format(restNs),
      '',
      '',
      formatPercent((100 * restNs) / totalNs),
    ]);
  return {
    title: 'KERNELS',
    aside: `top ${hotspots.length}; share of ${formatDuration(totalNs)} summed kernel time`,
    lines: [...renderTable(columns, rows, context, 1), ...hotspots.flatMap((entry) => sourceLines(entry, context))],
  };
}

/** `!!` from 20% of kernel time, `!` from 5%. */
function severityMark(entry: Hotspot, context: TextContext): Cell {
  if (entry.severity_label === 'CRITICAL') return { text: '!!', paint: context.paint.fail };
  return entry.severity_label === 'HOT' ? { text: '!', paint: context.paint.warning } : '';
}

/** Where the kernel is defined and launched, for reports with a source scan. */
function sourceLines(entry: Hotspot, context: TextContext): string[] {
  const places = (entry.source_locations ?? []).map(
    ({ file, line, kind, is_ambiguous: isUnsure = false }) =>
      `${file}:${line} (${kind}${isUnsure ? ', one of several' : ''})`,
  );
  if (places.length === 0) return [];
  return paragraph(`${places.join(', ')} [${entry.severity_label}]`, context, { label: `#${entry.rank} source:` });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
