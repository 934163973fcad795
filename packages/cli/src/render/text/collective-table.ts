import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatFixed, formatPercent } from '../format-number.js';
import { plural } from '../plural.js';
import { timeUnitFor } from '../time-unit.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Communication = NonNullable<Report['communication']>;
type Collective = Communication['collectives'][number];

const MOST_ROWS = 10;
const RATE_COLUMNS: readonly Column[] = [
  { header: 'bus GB/s', kind: 'number' },
  { header: 'peak', kind: 'number', isOptional: true },
  { header: 'of peak', kind: 'number' },
  { header: '', kind: 'word', isOptional: true },
];

/** The longest collectives, equal ones in one row. Bandwidth columns stand only where sizes were recorded. */
export function renderCollectives(communication: Communication, context: TextContext): string[] {
  const { collectives, collective_count: total, summary } = communication;
  const hasRates = summary.measured_metrics_available;
  const unit = timeUnitFor(collectives.map((entry) => entry.duration_ns));
  const columns: Column[] = [
    { header: 'operation', kind: 'word' },
    { header: 'device', kind: 'name' },
    { header: 'size', kind: 'number' },
    { header: unit.name, kind: 'number' },
    { header: 'overlap', kind: 'number' },
    ...(hasRates ? RATE_COLUMNS : []),
    { header: 'regime', kind: 'word', isOptional: true },
    { header: 'count', kind: 'number' },
  ];
  const counted = countEqual(
    collectives.map((entry): Cell[] => [
      entry.op_type === 'Unknown' ? null : entry.op_type,
      entry.device,
      entry.msg_bytes === null ? null : formatBytes(entry.msg_bytes),
      unit.format(entry.duration_ns),
      formatPercent(entry.overlap_pct),
      ...(hasRates ? rateCells(entry) : []),
      entry.regime === 'unknown' ? '' : entry.regime,
    ]),
  ).slice(0, MOST_ROWS);
  const rest = total - counted.reduce((sum, { count }) => sum + count, 0);
  return [
    ...renderTable(
      columns,
      counted.map(({ cells, count }) => [...cells, formatCount(count)]),
      context,
    ),
    ...(rest > 0 ? paragraph(`${plural(rest, 'collective')} more`, context) : []),
    ...paragraph(describeAlgorithms(collectives), context),
  ];
}

/** Rows that would read the same, once each and counted, in order of their first. */
function countEqual(rows: readonly Cell[][]): { cells: Cell[]; count: number }[] {
  const counted = new Map<string, { cells: Cell[]; count: number }>();
  for (const cells of rows) {
    const key = JSON.stringify(cells);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { cells, count: 1 });
    else known.count++;
  }
  return [...counted.values()];
}

/** What the library is expected to do with messages of these sizes; '' where no size is known. */
function describeAlgorithms(collectives: readonly Collective[]): string {
  const known = collectives.filter(({ regime }) => regime !== 'unknown');
  const algorithms = new Set(known.map((entry) => `${entry.algo_hint} (${entry.topology_hint})`));
  return algorithms.size === 0 ? '' : `Expected by size and ranks: ${[...algorithms].join(', ')}.`;
}

function rateCells(entry: Collective): Cell[] {
  return [
    entry.effective_bw_gbps === null ? null : formatFixed(entry.effective_bw_gbps, 2),
    entry.peak_bw_gbps === null ? null : formatFixed(entry.peak_bw_gbps, 0),
    entry.efficiency_pct === null ? null : formatPercent(entry.efficiency_pct),
    entry.efficiency_label === 'unknown' ? '' : entry.efficiency_label,
  ];
}
