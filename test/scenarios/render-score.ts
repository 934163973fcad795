import type { JobScore } from './jobs/score-job.js';
import type { PairScore } from './score-pair.js';
import type { Score } from './score.js';
import type { Total } from './totals.js';

const COLUMNS = [
  'primary',
  'driver',
  'guilty',
  'top1',
  'top3',
  'shotgun',
  'distracted',
  'partition',
  'apiSplit',
  'quiet',
] as const;

/** The scores as a table of text, one line per scenario. */
export function renderScores(scores: readonly Score[]): string {
  const header = ['scenario', 'said', ...COLUMNS.map(String), 'ranges', 'promises'];
  const rows = scores.map((score) => [
    score.id,
    `${score.saidPrimary || '-'} / ${score.saidDriver || '-'}`,
    ...COLUMNS.map((column) => mark(score[column])),
    score.rangesGiven === 0 ? '-' : `${score.rangesRight}/${score.rangesGiven}`,
    String(score.emptyPromises),
  ]);
  return table([header, ...rows]);
}

const PAIR_COLUMNS = ['verdict', 'named', 'quiet', 'renamed', 'exact', 'copies'] as const;

/** The scores of pairs as a table of text. */
export function renderPairs(scores: readonly PairScore[]): string {
  const rows = scores.map((score) => [score.id, score.said, ...PAIR_COLUMNS.map((column) => mark(score[column]))]);
  return table([['pair', 'said', ...PAIR_COLUMNS.map(String)], ...rows]);
}

const JOB_COLUMNS = [
  'primary',
  'driver',
  'straggler',
  'guilty',
  'lead',
  'bound',
  'exact',
  'clocks',
  'missing',
  'quiet',
] as const;

/** The scores of jobs of several ranks as a table of text. */
export function renderJobs(scores: readonly JobScore[]): string {
  const rows = scores.map((score) => [score.id, score.said, ...JOB_COLUMNS.map((column) => mark(score[column]))]);
  return table([['job', 'said', ...JOB_COLUMNS.map(String)], ...rows]);
}

/** The totals as lines of text; those below their threshold are marked. */
export function renderTotals(totals: readonly Total[]): string {
  return table(
    totals.map(({ name, right, of, least, isMet }) => [
      name,
      `${right}/${of}`,
      least === null ? '' : `at least ${Math.round(100 * least)} %`,
      isMet ? '' : 'BELOW',
    ]),
  );
}

function mark(value: boolean | null): string {
  return value === null ? '-' : value ? 'yes' : 'no';
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
