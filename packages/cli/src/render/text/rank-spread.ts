import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../format-number.js';
import { RANK_FIGURE_WORDS } from '../rank-figure-words.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Cohort = NonNullable<Report['ranks']>['cohorts'][number];
type Spread = Cohort['spread'][number];

const MOST_COHORTS = 4;

/** How figures vary over the ranks of each cohort: only like is compared with like. */
export function renderRankSpread(cohorts: readonly Cohort[], context: TextContext): string[] {
  const compared = cohorts.filter(({ spread }) => spread.length > 0).slice(0, MOST_COHORTS);
  return compared.flatMap((cohort) => ['', ...renderCohort(cohort, context)]);
}

function renderCohort({ spread, rank_count: rankCount }: Cohort, context: TextContext): string[] {
  const columns: Column[] = [
    { header: `spread over ${formatCount(rankCount)} ranks`, kind: 'word' },
    { header: 'least', kind: 'number' },
    { header: 'median', kind: 'number' },
    { header: 'most', kind: 'number' },
    { header: 'most/median', kind: 'number', isOptional: true },
    { header: 'cv', kind: 'number', isOptional: true },
    { header: 'most on', kind: 'name' },
  ];
  const rows = spread.map((entry): Cell[] => [
    RANK_FIGURE_WORDS[entry.figure],
    formatFigure(entry.figure, entry.min),
    formatFigure(entry.figure, entry.median),
    formatFigure(entry.figure, entry.max),
    entry.max_over_median === null ? null : formatFixed(entry.max_over_median, 2),
    entry.cv === null ? null : formatFixed(entry.cv, 2),
    entry.max_device,
  ]);
  return renderTable(columns, rows, context);
}

function formatFigure(figure: Spread['figure'], value: number): string {
  if (figure === 'dispatch_count') return formatCount(value);
  return figure === 'busy_pct' ? formatPercent(value) : formatDuration(value);
}
