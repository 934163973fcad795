import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatPercent, formatSignificant } from '../../format-number.js';
import { rankCountWords } from '../../rank-count-words.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { shortDeviceLabels } from '../device-labels.js';
import { paragraph } from '../paragraph.js';
import { renderRankSpread } from '../rank-spread.js';
import { renderStraggler } from '../rank-straggler.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Ranks = NonNullable<Report['ranks']>;
type Rank = Ranks['ranks'][number];
type Clock = Ranks['cohorts'][number]['clock'];

/** More ranks than this are left to JSON; the straggler and the slowest of each figure are named in any case. */
const MOST_RANKS = 16;
const MOST_UNLIKE = 8;

/** Several ranks against each other: who holds up whom, what each spent its time on, who is missing. */
export function renderRanks({ ranks }: Report, context: TextContext): Section | null {
  if (ranks === undefined) return null;
  return {
    title: 'RANKS',
    aside: 'each in its own window',
    lines: [
      ...paragraph(describeCount(ranks), context),
      ...renderStraggler(ranks, context),
      '',
      ...renderTimes(ranks.ranks.slice(0, MOST_RANKS), context),
      '',
      ...renderCounts(ranks.ranks.slice(0, MOST_RANKS), context),
      ...(ranks.rank_count > MOST_RANKS
        ? paragraph(`${plural(ranks.rank_count - MOST_RANKS, 'rank')} more`, context)
        : []),
      ...renderRankSpread(ranks.cohorts, context),
      ...renderUnlike(ranks, context),
      ...ranks.cohorts
        .slice(0, 2)
        .flatMap((cohort) => paragraph(describeClock(cohort.clock, cohort.rank_count), context)),
    ],
  };
}

function describeCount(ranks: Ranks) {
  const { missing_rank_count: missing, missing_ranks: numbers } = ranks;
  const sentences = [rankCountWords(ranks)];
  if (missing !== null && missing > 0) {
    const listed = numbers === null || numbers.length === 0 ? '' : ` (${numbers.join(', ')})`;
    sentences.push(`${plural(missing, 'rank is', 'ranks are')} not in the trace${listed}.`);
  }
  return sentences.join(' ');
}

function renderTimes(ranks: readonly Rank[], context: TextContext): string[] {
  const labels = shortDeviceLabels(ranks.map((rank) => rank.device));
  const unit = timeUnitFor(ranks.map((rank) => rank.wall_ns));
  const columns: Column[] = [
    { header: 'device', kind: 'word' },
    { header: `window ${unit.name}`, kind: 'number' },
    { header: 'kernels', kind: 'number' },
    { header: 'RCCL', kind: 'number' },
    { header: 'uncovered', kind: 'number' },
    { header: 'waiting', kind: 'number' },
    { header: 'transfer', kind: 'number', isOptional: true },
    { header: 'copy', kind: 'number' },
    { header: 'API', kind: 'number' },
    { header: 'idle', kind: 'number' },
  ];
  const rows = ranks.map((rank, index): Cell[] => [
    labels[index] ?? rank.device,
    unit.format(rank.wall_ns),
    unit.format(rank.kernel_ns),
    unit.format(rank.communication_ns),
    unit.format(rank.communication_exposed_ns),
    unit.format(rank.waiting_ns),
    unit.format(rank.transfer_ns),
    unit.format(rank.copy_exposed_ns),
    unit.format(rank.api_exposed_ns),
    unit.format(rank.idle_other_ns),
  ]);
  return renderTable(columns, rows, context);
}

function renderCounts(ranks: readonly Rank[], context: TextContext): string[] {
  const unit = timeUnitFor(ranks.flatMap((rank) => [rank.late_ns, rank.first_start_ns, rank.api_exposed_wait_ns]));
  const columns: Column[] = [
    { header: 'device', kind: 'word' },
    { header: 'busy', kind: 'number' },
    { header: 'dispatches', kind: 'number' },
    { header: 'copies', kind: 'number' },
    { header: `late ${unit.name}`, kind: 'number' },
    { header: 'starts', kind: 'number' },
    { header: 'wait calls', kind: 'number' },
    { header: 'type', kind: 'word', isOptional: true },
    { header: 'process', kind: 'number', isOptional: true },
    { header: 'node', kind: 'name', isOptional: true },
  ];
  const rows = ranks.map((rank): Cell[] => [
    rank.device,
    formatPercent(rank.busy_pct),
    formatCount(rank.dispatch_count),
    formatCount(rank.copy_count),
    unit.format(rank.late_ns),
    unit.format(rank.first_start_ns),
    unit.format(rank.api_exposed_wait_ns),
    rank.gfx_id,
    rank.pid === null ? null : String(rank.pid),
    rank.node,
  ]);
  return renderTable(columns, rows, context);
}

function renderUnlike({ unlike }: Ranks, context: TextContext): string[] {
  if (unlike.length === 0) return [];
  const rest = unlike.length - MOST_UNLIKE;
  return [
    '',
    ...unlike
      .slice(0, MOST_UNLIKE)
      .flatMap(({ device, reason }) => paragraph(`${device} is not compared with the others: ${reason}.`, context)),
    ...(rest > 0 ? paragraph(`${plural(rest, 'rank')} more not compared`, context) : []),
  ];
}

/** How starts of ranks were made comparable; nothing for a rank alone. */
function describeClock(clock: Clock, rankCount: number): string {
  if (rankCount < 2) return '';
  const collectives = plural(clock.collective_count, 'matched collective');
  const residual =
    clock.residual_ns === null ? '' : `, which differ by ${formatDuration(clock.residual_ns)} or less in 95% of cases`;
  if (clock.method === 'none') {
    const seen =
      clock.residual_ns === null ? '' : ` Ends of ${collectives} differ by ${formatDuration(clock.residual_ns)}.`;
    return `Starts are not compared. ${clock.reason ?? ''}${seen}`;
  }
  if (clock.method === 'collective_ends') {
    const drift = clock.drift_ppm === null ? '' : `, drift ${formatSignificant(clock.drift_ppm)} ppm`;
    return `Clocks aligned by the ends of ${collectives}${residual}${drift}.`;
  }
  return clock.residual_ns === null
    ? 'One clock; no collective to check it by.'
    : `One clock, checked by the ends of ${collectives}${residual}.`;
}
