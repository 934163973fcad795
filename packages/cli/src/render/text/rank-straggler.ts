import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatPercent, formatPlain } from '../format-number.js';
import { IDLE_CAUSE_WORDS } from '../idle-cause-words.js';
import { plural } from '../plural.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Ranks = NonNullable<Report['ranks']>;
type Straggler = NonNullable<Ranks['straggler']>;
type Lead = Straggler['lead'];

const WORDS: Readonly<Record<Lead, string>> = {
  kernels: 'kernels',
  copies: 'copies that no kernel covers',
  api_calls: 'GPU empty, host in API calls',
  empty_gpu: 'GPU empty, host waits or is elsewhere',
  other_work: 'work that no other rank does',
};

/** The rank that holds up the others and what it does longer, or why there is none. */
export function renderStraggler({ straggler, straggler_reason: reason }: Ranks, context: TextContext): string[] {
  if (straggler === null) return reason === null ? [] : paragraph(reason, context);
  return [...paragraph(describe(straggler), context), '', ...renderExcess(straggler, context)];
}

function describe(straggler: Straggler): string {
  const { device, bound_ns: boundNs, window_count: windows } = straggler;
  const name = straggler.rank === null || device.includes('rank') ? device : `${device} (rank ${straggler.rank})`;
  const bound = `At most ${formatDuration(boundNs)} to gain${windows > 1 ? ` in each of ${formatCount(windows)} windows` : ''}.`;
  const lead = `Mostly: ${WORDS[straggler.lead]}.`;
  if (straggler.basis === 'window') return `${name} has the longest window. ${bound} ${lead}`;
  const last =
    straggler.last_count === null || straggler.matched_count === null
      ? ''
      : ` comes last to ${formatCount(straggler.last_count)} of ${plural(straggler.matched_count, 'matched collective')}`;
  const share =
    straggler.caused_waiting_pct === null ? '' : `, ${formatPercent(straggler.caused_waiting_pct)} of all waiting`;
  const caused =
    straggler.caused_waiting_ns === null
      ? ''
      : ` and lets the others wait ${formatDuration(straggler.caused_waiting_ns)} in sum${share}`;
  return `${name}${last}${caused}. ${bound} ${lead}`;
}

/** Parts of its time, kernels and idle causes in which it differs most, in one table. */
function renderExcess({ device, parts, kernels, idle_causes: causes }: Straggler, context: TextContext): string[] {
  const columns: Column[] = [
    { header: `longer on ${device}`, kind: 'name' },
    { header: 'calls', kind: 'number', isOptional: true },
    { header: 'others', kind: 'number', isOptional: true },
    { header: 'own', kind: 'number' },
    { header: 'median of others', kind: 'number' },
    { header: 'more', kind: 'number' },
  ];
  const times = (entry: { own_ns: number; median_ns: number; excess_ns: number }): Cell[] => [
    formatDuration(entry.own_ns),
    formatDuration(entry.median_ns),
    formatDuration(entry.excess_ns),
  ];
  const rows = [
    ...parts.map((entry): Cell[] => [WORDS[entry.part], '', '', ...times(entry)]),
    ...causes.map((entry): Cell[] => [`idle: ${IDLE_CAUSE_WORDS[entry.cause]}`, '', '', ...times(entry)]),
    ...kernels.map((entry): Cell[] => [
      context.kernelLabel(entry.name),
      formatCount(entry.calls),
      formatPlain(entry.median_calls),
      ...times(entry),
    ]),
  ];
  return renderTable(columns, rows, context);
}
