import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const VARIABLE = 'PERFXPERT_CI_REGRESSION_THRESHOLD';

/** A threshold in percent: a plain number, at least 0. */
export function parseThreshold(what: string, value: string): number {
  const percent = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(percent)) throw new UsageError(`${what} ${value}: give percent, a number of at least 0`);
  return percent;
}

/** The threshold of the environment (`PERFXPERT_CI_REGRESSION_THRESHOLD`); undefined where it isn't set. */
export function environmentThreshold(env: Io['env']): number | undefined {
  const value = env[VARIABLE];
  return value === undefined || value === '' ? undefined : parseThreshold(VARIABLE, value);
}
