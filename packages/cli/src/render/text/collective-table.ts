import type { Report } from '@perfxpert/agents';
import { formatBytes, formatFixed, formatPercent } from '../format-number.js';
import { plural } from '../plural.js';
import { timeUnitFor } from '../time-unit.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Communication = NonNullable<Report['communication']>;
type Collective = Communication['collectives'][number];

const MOST_ROWS = 10;

/** The longest collectives. Bandwidth columns stand only where sizes were recorded. */
export function renderCollectives(communication: Communication, context: TextContext): string[] {
  const shown = communication.collectives.slice(0, MOST_ROWS);
  const hasRates = communication.summary.measured_metrics_available;
  const unit = timeUnitFor(shown.map((entry) => entry.duration_ns));
  const rateColumns: Column[] = [
    { header: 'bus GB/s', kind: 'number' },
    { header: 'peak', kind: 'number' },
    { header: 'of peak', kind: 'number' },
    { header: '', kind: 'word', isOptional: true },
  ];
  const columns: Column[] = [
    { header: 'operation', kind: 'word' },
    { header: 'device', kind: 'name' },
    { header: 'size', kind: 'number' },
    { header: unit.name, kind: 'number' },
    { header: 'overlap', kind: 'number' },
    ...(hasRates ? rateColumns : []),
    { header: 'regime', kind: 'word', isOptional: true },
  ];
  const rows = shown.map((entry): Cell[] => [
    entry.op_type,
    entry.device,
    entry.msg_bytes === null ? null : formatBytes(entry.msg_bytes),
    unit.format(entry.duration_ns),
    formatPercent(entry.overlap_pct),
    ...(hasRates ? rateCells(entry) : []),
    entry.regime === 'unknown' ? '' : entry.regime,
  ]);
  const rest = communication.collective_count - shown.length;
  return [
    ...renderTable(columns, rows, context),
    ...(rest > 0 ? paragraph(`${plural(rest, 'collective')} more`, context) : []),
    ...paragraph(describeAlgorithms(shown), context),
  ];
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
