import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed } from '../format-number.js';
import { formatQuantity } from '../format-quantity.js';
import { metricWords } from '../metric-words.js';
import { plural } from '../plural.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column, Row } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Counters = Report['hardware_counters'];
type Metrics = NonNullable<Counters['metrics']>;
type Metric = Metrics['derived'][string];

/** Rows of each table; what is left out is counted. */
const MOST_ROWS = 20;
const MOST_REASONS = 6;

/** Derived metrics, the same per kernel, raw counters, raw counters per kernel: the tables that have rows. */
export function renderCounterTables(counters: Counters, context: TextContext): string[] {
  const tables = [
    derivedTable(counters.metrics, context),
    derivedPerKernelTable(counters.metrics, context),
    rawTable(counters, context),
    rawPerKernelTable(counters, context),
  ].filter((lines) => lines.length > 0);
  const notes = [
    ...(counters.per_kernel_truncated === true ? paragraph('Not every kernel with counters is listed.', context) : []),
  ];
  return [...tables.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])), ...notes];
}

function derivedTable(metrics: Metrics | null, context: TextContext): string[] {
  const columns: Column[] = [{ header: 'metric', kind: 'name' }, ...METRIC_COLUMNS];
  const entries = Object.entries(metrics?.derived ?? {});
  const known = entries.filter(([, metric]) => metric.value !== null);
  return [
    ...limited(
      columns,
      known.map(([name, metric]) => [metricWords(name), ...metricCells(metric)]),
      context,
    ),
    ...describeUnknown(entries, context),
  ];
}

/** Metrics that could not be computed, by reason; by name alone where there are many reasons. */
function describeUnknown(entries: readonly [string, Metric][], context: TextContext): string[] {
  const byReason = new Map<string, string[]>();
  for (const [name, { value, reason }] of entries) {
    if (value !== null) continue;
    const key = reason ?? 'reason unknown';
    byReason.set(key, [...(byReason.get(key) ?? []), metricWords(name)]);
  }
  const names = [...byReason.values()].flat();
  if (byReason.size > MOST_REASONS) return paragraph(`Not computed: ${names.join(', ')}; reasons in JSON.`, context);
  return [...byReason].flatMap(([reason, metricNames]) =>
    paragraph(`${metricNames.join(', ')}: ${reason}`, context, { label: '–', labelPaint: context.paint.note }),
  );
}

/** Where one kernel alone has counters, the table of all dispatches is the table of that kernel. */
function derivedPerKernelTable(metrics: Metrics | null, context: TextContext): string[] {
  const columns: Column[] = [{ header: 'kernel', kind: 'name' }, { header: 'metric', kind: 'name' }, ...METRIC_COLUMNS];
  const kernels = Object.entries(metrics?.per_kernel ?? {});
  if (kernels.length < 2) return [];
  const rows = kernels.flatMap(([kernel, values]) =>
    Object.entries(values)
      .filter(([, metric]) => metric.value !== null)
      .map(([name, metric]): Row => [context.kernelLabel(kernel), metricWords(name), ...metricCells(metric)]),
  );
  return limited(columns, rows, context);
}

const METRIC_COLUMNS: readonly Column[] = [
  { header: 'value', kind: 'number' },
  { header: 'dispatches', kind: 'number' },
  { header: 'passes', kind: 'word', isOptional: true },
];

function metricCells({ value, unit, dispatch_count: dispatches, mixed_passes: isMixed }: Metric): Cell[] {
  return [value === null ? null : formatQuantity(value, unit), formatCount(dispatches), isMixed ? 'mixed' : ''];
}

function rawTable({ counters }: Counters, context: TextContext): string[] {
  const columns: Column[] = [{ header: 'counter', kind: 'name' }, ...statisticsColumns('total')];
  const rows = Object.entries(counters ?? {}).map(([name, entry]): Row => [
    name,
    formatCount(entry.sample_count),
    amount(entry.avg_value),
    amount(entry.min_value),
    amount(entry.max_value),
    amount(entry.total_value),
  ]);
  return limited(columns, rows, context);
}

function rawPerKernelTable({ per_kernel: perKernel }: Counters, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'counter', kind: 'name' },
    ...statisticsColumns(null),
  ];
  const kernels = Object.entries(perKernel ?? {});
  if (kernels.length < 2) return [];
  const rows = kernels.flatMap(([kernel, counters]) =>
    Object.entries(counters).map(([name, entry]): Row => [
      context.kernelLabel(kernel),
      name,
      formatCount(entry.dispatch_count),
      amount(entry.avg_value),
      amount(entry.min_value),
      amount(entry.max_value),
    ]),
  );
  return limited(columns, rows, context);
}

function statisticsColumns(last: string | null): Column[] {
  const headers = ['dispatches', 'mean', 'min', 'max', ...(last === null ? [] : [last])];
  return headers.map((header): Column => ({ header, kind: 'number' }));
}

/** Counters have no common unit: one decimal, as counted. */
function amount(value: number): string {
  return formatFixed(value, Number.isInteger(value) ? 0 : 1);
}

function limited(columns: readonly Column[], rows: readonly Row[], context: TextContext): string[] {
  const rest = rows.length - MOST_ROWS;
  return [
    ...renderTable(columns, rows.slice(0, MOST_ROWS), context),
    ...(rest > 0 ? paragraph(`${plural(rest, 'row')} more in JSON`, context) : []),
  ];
}
