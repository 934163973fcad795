import type { TraceDiff } from '@perfxpert/agents';
import { formatBytes, formatCount, formatRate } from '../../format-number.js';
import { formatSignedFixed } from '../../format-signed.js';
import { timeUnitFor } from '../../time-unit.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';
import { signedIn } from './totals.js';

/** Copies before and after, by direction. */
export function renderCopyChanges({ copies }: TraceDiff, context: TextContext): string[] {
  const unit = timeUnitFor(copies.flatMap((row) => [row.baseline_ns, row.new_ns]));
  const columns: Column[] = [
    { header: 'copies', kind: 'name' },
    { header: 'count', kind: 'number' },
    { header: `before ${unit.name}`, kind: 'number' },
    { header: `after ${unit.name}`, kind: 'number' },
    { header: 'change', kind: 'number' },
    { header: '%', kind: 'number' },
    { header: '', kind: 'word' },
    { header: 'size', kind: 'number', isOptional: true },
    { header: 'rate', kind: 'number', isOptional: true },
  ];
  const rows = copies.map((row): Cell[] => [
    row.direction,
    fromTo(row.count_baseline, row.count_new, formatCount),
    unit.format(row.baseline_ns),
    unit.format(row.new_ns),
    signedIn(unit.format(Math.abs(row.delta_ns)), row.delta_ns),
    formatSignedFixed(row.delta_pct, 2),
    row.regressed ? { text: 'slower', paint: context.paint.fail } : '',
    fromTo(row.bytes_baseline, row.bytes_new, formatBytes),
    fromTo(row.bandwidth_baseline_gbps, row.bandwidth_new_gbps, formatRate),
  ]);
  return renderTable(columns, rows, context);
}

/** `a > b`, one of them where they read alike; null where neither is known. */
function fromTo(before: number | null, after: number | null, format: (value: number) => string): string | null {
  if (before === null && after === null) return null;
  const [first, second] = [before, after].map((value) => (value === null ? '?' : format(value)));
  return first === second ? (second ?? '') : `${first} > ${second}`;
}
