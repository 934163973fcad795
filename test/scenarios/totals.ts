import type { JobScore } from './jobs/score-job.js';
import type { PairScore } from './score-pair.js';
import type { Score } from './score.js';

/** Least shares that the product must reach. */
export const THRESHOLDS = { primary: 0.93, driver: 0.86, guilty: 0.86, top1: 0.79 } as const;

const JOB_MEASURES = [
  ['class', 'primary'],
  ['driver', 'driver'],
  ['late rank or none named', 'straggler'],
  ['first advice about it', 'guilty'],
  ['what it does longer', 'lead'],
  ['gain within the bound', 'bound'],
  ['ranks exact', 'exact'],
  ['clocks', 'clocks'],
  ['missing ranks', 'missing'],
  ['healthy: nothing above INFO', 'quiet'],
] as const;

/** A figure of the whole score. */
export interface Total {
  readonly name: string;
  readonly right: number;
  readonly of: number;
  /** Least share, or null where the figure is only shown. */
  readonly least: number | null;
  readonly isMet: boolean;
}

/** Totals over all scenarios, each with whether it meets its threshold. */
export function totalsOf(
  scores: readonly Score[],
  pairs: readonly PairScore[],
  jobs: readonly JobScore[] = [],
): Total[] {
  const share = (name: string, values: readonly (boolean | null)[], least: number | null): Total => {
    const judged = values.filter((value) => value !== null);
    const right = judged.filter(Boolean).length;
    return { name, right, of: judged.length, least, isMet: least === null || right >= least * judged.length };
  };
  const not = (value: boolean | null): boolean | null => (value === null ? null : !value);
  const rangesRight = scores.reduce((sum, score) => sum + score.rangesRight, 0);
  const rangesGiven = scores.reduce((sum, score) => sum + score.rangesGiven, 0);
  const silent = scores.map((score) => score.emptyPromises === 0);
  const pairRight = pairs.map(
    ({ verdict, named, quiet, renamed, exact, copies }) => verdict && named && quiet && renamed && exact && copies,
  );
  return [
    share(
      'primary',
      scores.map((score) => score.primary),
      THRESHOLDS.primary,
    ),
    share(
      'driver',
      scores.map((score) => score.driver),
      THRESHOLDS.driver,
    ),
    share(
      'guilty named',
      scores.map((score) => score.guilty),
      THRESHOLDS.guilty,
    ),
    share(
      'technique top-1',
      scores.map((score) => score.top1),
      THRESHOLDS.top1,
    ),
    share(
      'technique top-3',
      scores.map((score) => score.top3),
      null,
    ),
    share(
      'no shotgun',
      scores.map((score) => not(score.shotgun)),
      null,
    ),
    share(
      'not distracted',
      scores.map((score) => not(score.distracted)),
      1,
    ),
    { name: 'ranges right', right: rangesRight, of: rangesGiven, least: 1, isMet: rangesRight === rangesGiven },
    share('no empty promises', silent, 1),
    share(
      'partition exact',
      scores.map((score) => score.partition),
      1,
    ),
    share(
      'API split exact',
      scores.map((score) => score.apiSplit),
      1,
    ),
    share(
      'healthy: nothing above INFO',
      scores.map((score) => score.quiet),
      1,
    ),
    share('pairs wholly right', pairRight, 1),
    ...JOB_MEASURES.map(([name, field]) =>
      share(
        `jobs: ${name}`,
        jobs.map((job) => job[field]),
        1,
      ),
    ),
  ];
}
