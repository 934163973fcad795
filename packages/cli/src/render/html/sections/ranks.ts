import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent, formatSignificant } from '../../format-number.js';
import { rankCountWords } from '../../rank-count-words.js';
import { plural } from '../../plural.js';
import { RANK_FIGURE_WORDS } from '../../rank-figure-words.js';
import { timeUnitFor } from '../../time-unit.js';
import { partitionBar } from '../charts/partition-bar.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { headers } from '../parts/headers.js';
import { rankStraggler, stragglerSentence } from '../parts/rank-straggler.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Ranks = NonNullable<Report['ranks']>;
type Rank = Ranks['ranks'][number];
type Cohort = Ranks['cohorts'][number];

const MOST_RANKS = 64;
const MOST_COHORTS = 4;

/** Several ranks against each other: who holds up whom, what each spent its time on, who is missing. */
export function ranksSection(context: HtmlContext): HtmlSection | null {
  const { ranks } = context.report;
  if (ranks === undefined) return null;
  const rest = ranks.ranks.length - MOST_RANKS;
  return {
    id: 'ranks',
    title: 'Ranks',
    count: formatCount(ranks.rank_count),
    take: `${count(ranks)} ${stragglerSentence(ranks)}`,
    body: markup`${rankStraggler(ranks, context)}<div class="sub"><h3>Each rank in its own window</h3><div class="partition">${ranks.ranks.slice(0, 16).map(bar)}</div>${times(ranks.ranks.slice(0, MOST_RANKS))}${rest > 0 ? markup`<p class="note">${plural(rest, 'rank')} more in JSON.</p>` : null}</div>${ranks.cohorts.slice(0, MOST_COHORTS).map(spread)}${unlike(ranks)}`,
  };
}

function count(ranks: Ranks): string {
  const { missing_rank_count: missing, missing_ranks: numbers } = ranks;
  const listed = numbers === null || numbers.length === 0 ? '' : `: ${numbers.join(', ')}`;
  const first = rankCountWords(ranks);
  return missing === null || missing === 0
    ? first
    : `${first} ${plural(missing, 'rank is', 'ranks are')} not in the trace${listed}.`;
}

function bar(rank: Rank): Markup {
  const partition = {
    ...rank,
    compute_ns: rank.wall_ns - rank.copy_exposed_ns - rank.api_exposed_ns - rank.idle_other_ns,
  };
  const [name = '', ...details] = rank.device.split(', ');
  return markup`<div class="partition-row"><div class="label">${name}<small>${details.join(', ')}</small></div>${partitionBar(partition, 20, rank.device)}<div class="busy">busy ${formatPercent(rank.busy_pct)}</div></div>`;
}

function times(list: readonly Rank[]): Markup | null {
  const unit = timeUnitFor(list.map((rank) => rank.wall_ns));
  const names = [
    'Device',
    `Window, ${unit.name}`,
    'Kernels',
    'RCCL',
    'Uncovered',
    'Waiting',
    'Transfer',
    'Late',
    'Copy',
    'API',
    'In wait calls',
    'Idle',
    'Starts',
    'Dispatches',
    'Copies',
    'Process',
    'Type',
    'Host',
  ];
  return table(
    headers(names, [15, 16, 17]),
    list.map((rank) => [
      rank.device,
      unit.format(rank.wall_ns),
      unit.format(rank.kernel_ns),
      unit.format(rank.communication_ns),
      unit.format(rank.communication_exposed_ns),
      unit.format(rank.waiting_ns),
      unit.format(rank.transfer_ns),
      unit.format(rank.late_ns),
      unit.format(rank.copy_exposed_ns),
      unit.format(rank.api_exposed_ns),
      unit.format(rank.api_exposed_wait_ns),
      unit.format(rank.idle_other_ns),
      unit.format(rank.first_start_ns),
      formatCount(rank.dispatch_count),
      formatCount(rank.copy_count),
      rank.pid === null ? null : String(rank.pid),
      rank.gfx_id,
      rank.node,
    ]),
    { caption: `Time of each rank in ${unit.name}`, sortable: true },
  );
}

/** How figures vary over ranks that do the same work: only like is compared with like. */
function spread(cohort: Cohort): Markup | null {
  const clock = clockWords(cohort);
  if (cohort.spread.length === 0) return null;
  const show = (figure: Cohort['spread'][number]['figure'], value: number): string => {
    if (figure === 'dispatch_count') return formatCount(value);
    return figure === 'busy_pct' ? formatPercent(value) : formatDuration(value);
  };
  return markup`<div class="sub"><h3>Spread over ${plural(cohort.rank_count, 'rank')}</h3>${table(
    headers(['Figure', 'Least', 'Median', 'Most', 'Most over median', 'Deviation over mean', 'Most on'], [6]),
    cohort.spread.map((entry) => [
      RANK_FIGURE_WORDS[entry.figure],
      show(entry.figure, entry.min),
      show(entry.figure, entry.median),
      show(entry.figure, entry.max),
      entry.max_over_median === null ? null : formatFixed(entry.max_over_median, 2),
      entry.cv === null ? null : formatFixed(entry.cv, 2),
      entry.max_device,
    ]),
    { caption: 'Spread of figures over ranks' },
  )}${clock === '' ? null : markup`<p class="note">${clock}</p>`}</div>`;
}

/** How starts of ranks were made comparable; '' for a rank alone. */
function clockWords({ clock, rank_count: rankCount }: Cohort): string {
  if (rankCount < 2) return '';
  const collectives = plural(clock.collective_count, 'matched collective');
  const left =
    clock.residual_ns === null ? '' : `, which differ by ${formatDuration(clock.residual_ns)} at the 95th percentile`;
  if (clock.method === 'none')
    return `Starts are not compared. ${clock.reason ?? ''}${left === '' ? '' : ` Ends of ${collectives}${left}.`}`;
  const drift = clock.drift_ppm === null ? '' : `, drift ${formatSignificant(clock.drift_ppm)} ppm`;
  if (clock.method === 'collective_ends')
    return `Clocks aligned by the ends of ${collectives}${left} after it${drift}.`;
  return left === ''
    ? 'One clock; no collective to check it by.'
    : `One clock, checked by the ends of ${collectives}${left}.`;
}

function unlike({ unlike: list }: Ranks): Markup | null {
  if (list.length === 0) return null;
  return markup`<div class="sub"><h3>Not compared</h3><ul class="actions">${list.slice(0, MOST_RANKS).map(({ device, reason }) => markup`<li>${device}: <span class="dim">${reason}</span></li>`)}</ul></div>`;
}
