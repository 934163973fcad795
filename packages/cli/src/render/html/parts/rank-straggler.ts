import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatPercent, formatPlain } from '../../format-number.js';
import { IDLE_CAUSE_WORDS } from '../../idle-cause-words.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup, MarkupValue } from '../markup.js';
import { headers } from './headers.js';
import { kernelName } from './kernel-name.js';
import { table } from './table.js';

type Ranks = NonNullable<Report['ranks']>;
type Straggler = NonNullable<Ranks['straggler']>;

const LEADS: Readonly<Record<Straggler['lead'], string>> = {
  kernels: 'kernels',
  copies: 'copies that no kernel covers',
  api_calls: 'host API calls, GPU empty',
  empty_gpu: 'GPU empty otherwise',
  other_work: 'work that no other rank does',
};

/** The rank that holds up the others, or why there is none, in a sentence or two. */
export function stragglerSentence({ straggler, straggler_reason: reason }: Ranks): string {
  if (straggler === null) return reason ?? '';
  const {
    device,
    rank,
    basis,
    last_count: last,
    matched_count: matched,
    caused_waiting_ns: caused,
    caused_waiting_pct: share,
  } = straggler;
  const name = rank === null || device.includes('rank') ? device : `${device} (rank ${String(rank)})`;
  const windows = straggler.window_count > 1 ? ` in each of ${formatCount(straggler.window_count)} windows` : '';
  const bound = `At most ${formatDuration(straggler.bound_ns)} to gain${windows}; mostly ${LEADS[straggler.lead]}.`;
  if (basis === 'window') return `${name} has the longest window. ${bound}`;
  const lastWords =
    last === null || matched === null
      ? ''
      : ` comes last to ${formatCount(last)} of ${plural(matched, 'matched collective')}`;
  const all = share === null ? '' : `, ${formatPercent(share)} of all waiting`;
  const waiting = caused === null ? '' : ` and lets the others wait ${formatDuration(caused)} in sum${all}`;
  return `${name}${lastWords}${waiting}. ${bound}`;
}

/** Parts of its time, idle causes and kernels in which the straggler differs. */
export function rankStraggler({ straggler }: Ranks, context: HtmlContext): Markup | null {
  if (straggler === null) return null;
  const times = (entry: { own_ns: number; median_ns: number; excess_ns: number }): string[] => [
    formatDuration(entry.own_ns),
    formatDuration(entry.median_ns),
    formatDuration(entry.excess_ns),
  ];
  const rows: MarkupValue[][] = [
    ...straggler.parts.map((entry) => [LEADS[entry.part], markup`&nbsp;`, markup`&nbsp;`, ...times(entry)]),
    ...straggler.idle_causes.map((entry) => [
      `idle: ${IDLE_CAUSE_WORDS[entry.cause]}`,
      markup`&nbsp;`,
      markup`&nbsp;`,
      ...times(entry),
    ]),
    ...straggler.kernels.map((entry) => [
      kernelName(entry.name, context),
      formatCount(entry.calls),
      formatPlain(entry.median_calls),
      ...times(entry),
    ]),
  ];
  return table(
    headers([`Longer on ${straggler.device}`, 'Calls', 'Calls of others', 'Own', 'Median of the others', 'More']),
    rows,
    { caption: `What ${straggler.device} does longer than the others` },
  );
}
