import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent } from '../format-number.js';
import type { Cell } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type IdleCauses = NonNullable<Report['idle_causes']>;
type Cause = IdleCauses['causes'][number]['cause'];

/** More devices than this are left to JSON: those that were idle longest are shown. */
const MOST_DEVICES = 8;
/** GPU 2 before GPU 10. */
const byNumber = new Intl.Collator('en', { numeric: true });
/** Causes told per device. */
const MOST_CAUSES = 2;

/** Idle time and the main causes of each device, the one that was idle longest first. */
export function deviceCauses(
  { devices }: IdleCauses,
  words: Readonly<Record<Cause, string>>,
  context: TextContext,
): string[] {
  const rows = [...devices]
    .sort((a, b) => b.idle_ns - a.idle_ns || byNumber.compare(a.label, b.label))
    .slice(0, MOST_DEVICES)
    .map((device): Cell[] => [
      device.label,
      formatDuration(device.idle_ns),
      device.causes
        .slice(0, MOST_CAUSES)
        .map((entry) => `${words[entry.cause]} ${formatDuration(entry.total_ns)} (${formatPercent(entry.pct)})`)
        .join(', '),
    ]);
  return renderTable(
    [
      { header: 'device', kind: 'word' },
      { header: 'idle', kind: 'number' },
      { header: 'mainly', kind: 'name' },
    ],
    rows,
    context,
  );
}
