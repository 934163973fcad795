import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const VARIABLE = 'PERFXPERT_CI_REGRESSION_THRESHOLD';
const COVERAGE_VARIABLE = 'PERFXPERT_HOT_KERNEL_COVERAGE_PCT';

/** A threshold in percent: a plain number, at least 0. */
export function parseThreshold(what: string, value: string): number {
  const percent = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(percent)) throw new UsageError(`${what} ${value}: give percent, a number of at least 0`);
  return percent;
}

/** The share of the kernel time that hot kernels cover: percent, from 0 to 100. */
function parseCoverage(what: string, value: string): number {
  const percent = parseThreshold(what, value);
  if (percent > 100) throw new UsageError(`${what} ${value}: give percent, a number from 0 to 100`);
  return percent;
}

/** What a comparison takes from the settings; undefined where nothing is set. */
export interface ComparisonSettings {
  readonly regressionThresholdPct?: number;
  readonly hotKernelCoveragePct?: number;
}

/**
 * The settings of a comparison: the threshold that was given as an argument, else that of the settings, and the coverage.
 *
 * @throws UsageError for a value that is none, and for a config file that cannot be used
 */
export async function comparisonSettings(env: Io['env'], thresholdPct?: number): Promise<ComparisonSettings> {
  const regressionThresholdPct = thresholdPct ?? (await settledThreshold(env));
  const hotKernelCoveragePct = await settledCoverage(env);
  return {
    ...(regressionThresholdPct === undefined ? {} : { regressionThresholdPct }),
    ...(hotKernelCoveragePct === undefined ? {} : { hotKernelCoveragePct }),
  };
}

/**
 * The threshold that nobody gave as an argument: of the environment, else of the config file; undefined where neither
 * has one.
 *
 * @throws UsageError for a value that is no threshold, and for a config file that cannot be used
 */
function settledThreshold(env: Io['env']): Promise<number | undefined> {
  return settled('regression_threshold_pct', VARIABLE, parseThreshold, env);
}

/** Percent of the kernel time that hot kernels cover, likewise. */
function settledCoverage(env: Io['env']): Promise<number | undefined> {
  return settled('hot_kernel_coverage_pct', COVERAGE_VARIABLE, parseCoverage, env);
}

async function settled(
  field: 'regression_threshold_pct' | 'hot_kernel_coverage_pct',
  variable: string,
  parse: (what: string, value: string) => number,
  env: Io['env'],
): Promise<number | undefined> {
  const ofEnvironment = env[variable];
  if (ofEnvironment !== undefined && ofEnvironment !== '') return parse(variable, ofEnvironment);
  const { configFilePath, readConfigFile } = await import('@perfxpert/agents/toolkit');
  const { fields, problem } = readConfigFile(env);
  if (problem !== null) throw new UsageError(`${configFilePath(env) ?? 'config file'}: ${problem}`);
  const value = fields[field];
  return value === undefined ? undefined : parse(`${field} of the config file`, value);
}
