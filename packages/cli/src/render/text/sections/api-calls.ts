import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Breakdown = Report['api_breakdown'];

const MOST_CALLS = 10;

/** Host API calls by what they do, then by function. */
export function renderApiCalls({ api_breakdown: api }: Report, context: TextContext): Section | null {
  if (!api.has_api_data) return null;
  const rest = api.api_call_count - Math.min(api.api_calls.length, MOST_CALLS);
  return {
    title: 'HOST API CALLS',
    aside: 'self: outside calls made from within; exposed: the GPU ran nothing',
    lines: [
      ...renderClasses(api, context),
      '',
      ...renderCalls(api, context),
      ...(rest > 0 ? paragraph(`${plural(rest, 'function')} more`, context) : []),
      ...paragraph(
        `Self time ${formatDuration(api.total_api_ns)} in all, ${formatDuration(api.launch_overhead_ns)} of it in launch calls.`,
        context,
      ),
    ],
  };
}

function renderClasses({ by_class: classes }: Breakdown, context: TextContext): string[] {
  const unit = timeUnitFor(classes.flatMap((entry) => [entry.self_ns, entry.exposed_ns]));
  const columns: Column[] = [
    { header: 'class', kind: 'word' },
    { header: 'calls', kind: 'number' },
    { header: `self ${unit.name}`, kind: 'number' },
    { header: `exposed ${unit.name}`, kind: 'number' },
  ];
  const rows = classes.map((entry): Cell[] => [
    entry.class,
    formatCount(entry.calls),
    unit.format(entry.self_ns),
    unit.format(entry.exposed_ns),
  ]);
  return renderTable(columns, rows, context);
}

function renderCalls({ api_calls: calls }: Breakdown, context: TextContext): string[] {
  const shown = calls.slice(0, MOST_CALLS);
  const unit = timeUnitFor(shown.map((entry) => entry.total_ns));
  const columns: Column[] = [
    { header: 'function', kind: 'name' },
    { header: 'API', kind: 'word' },
    { header: 'class', kind: 'word' },
    { header: 'calls', kind: 'number' },
    { header: `total ${unit.name}`, kind: 'number' },
    { header: 'self', kind: 'number' },
    { header: 'exposed', kind: 'number' },
    { header: 'mean µs', kind: 'number' },
  ];
  const rows = shown.map((entry): Cell[] => [
    entry.name,
    entry.family,
    entry.class,
    formatCount(entry.calls),
    unit.format(entry.total_ns),
    unit.format(entry.self_ns),
    unit.format(entry.exposed_ns),
    MICROSECONDS.format(entry.avg_ns),
  ]);
  return renderTable(columns, rows, context);
}
