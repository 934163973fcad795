import type { Report } from '@perfxpert/agents';
import { formatCount } from '../format-number.js';
import { timeUnitFor } from '../time-unit.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Communication = NonNullable<Report['communication']>;

/** What each rank spent in collectives: transfer, what goes beyond it, and who waited for whom. */
export function renderCommunicationRanks({ ranks }: Communication, context: TextContext): string[] {
  if (ranks.length < 2) return [];
  // Without a common clock lateness follows from the lengths of the kernels.
  const hasClock = ranks.some((entry) => entry.delay_ns !== null);
  const unit = timeUnitFor(ranks.map((entry) => entry.time_ns));
  const columns: Column[] = [
    { header: 'rank', kind: 'number' },
    { header: 'device', kind: 'name' },
    { header: 'kernels', kind: 'number', isOptional: true },
    { header: 'matched', kind: 'number', isOptional: true },
    { header: `time ${unit.name}`, kind: 'number' },
    { header: 'transfer', kind: 'number' },
    { header: 'beyond', kind: 'number' },
    { header: 'waited', kind: 'number' },
    { header: 'late', kind: 'number' },
    { header: 'last', kind: 'number' },
  ];
  const rows = ranks.map((entry): Cell[] => [
    entry.rank === null ? null : String(entry.rank),
    entry.device,
    formatCount(entry.kernel_count),
    formatCount(entry.matched_count),
    unit.format(entry.time_ns),
    unit.format(entry.transfer_ns),
    unit.format(entry.excess_ns),
    unit.format(entry.wait_ns),
    unit.format(hasClock ? entry.delay_ns : entry.derived_delay_ns),
    entry.last_count === null ? null : formatCount(entry.last_count),
  ]);
  return ['', ...renderTable(columns, rows, context)];
}
