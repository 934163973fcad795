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
function environmentThreshold(env: Io['env']): number | undefined {
  const value = env[VARIABLE];
  return value === undefined || value === '' ? undefined : parseThreshold(VARIABLE, value);
}

/**
 * The threshold that nobody gave as an argument: of the environment, else of the config file; undefined where neither
 * has one.
 *
 * @throws UsageError for a value that is no threshold, and for a config file that cannot be used
 */
export async function settledThreshold(env: Io['env']): Promise<number | undefined> {
  const ofEnvironment = environmentThreshold(env);
  if (ofEnvironment !== undefined) return ofEnvironment;
  const { configFilePath, readConfigFile } = await import('@perfxpert/agents/toolkit');
  const { fields, problem } = readConfigFile(env);
  if (problem !== null) throw new UsageError(`${configFilePath(env) ?? 'config file'}: ${problem}`);
  const value = fields.regression_threshold_pct;
  return value === undefined ? undefined : parseThreshold('regression_threshold_pct of the config file', value);
}
