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
 * The settings of a comparison: the threshold that was given as an argument, else that of the environment, else that of the
 * config file; the coverage of the environment, else of the config file. The file is read once, and only where it counts.
 *
 * @throws UsageError for a value that is none, and for a config file that cannot be used
 */
export async function comparisonSettings(env: Io['env'], thresholdPct?: number): Promise<ComparisonSettings> {
  const ofEnvironment = (variable: string, parse: typeof parseThreshold): number | undefined => {
    const value = env[variable];
    return value === undefined || value === '' ? undefined : parse(variable, value);
  };
  const threshold = thresholdPct ?? ofEnvironment(VARIABLE, parseThreshold);
  const coverage = ofEnvironment(COVERAGE_VARIABLE, parseCoverage);
  const fields = threshold === undefined || coverage === undefined ? await configFields(env) : {};
  const ofConfig = (field: Field, parse: typeof parseThreshold): number | undefined => {
    const value = fields[field];
    return value === undefined ? undefined : parse(`${field} of the config file`, value);
  };
  const regressionThresholdPct = threshold ?? ofConfig('regression_threshold_pct', parseThreshold);
  const hotKernelCoveragePct = coverage ?? ofConfig('hot_kernel_coverage_pct', parseCoverage);
  return {
    ...(regressionThresholdPct === undefined ? {} : { regressionThresholdPct }),
    ...(hotKernelCoveragePct === undefined ? {} : { hotKernelCoveragePct }),
  };
}

type Field = 'regression_threshold_pct' | 'hot_kernel_coverage_pct';

async function configFields(env: Io['env']): Promise<Partial<Readonly<Record<Field, string>>>> {
  const { configFilePath, readConfigFile } = await import('@perfxpert/agents/toolkit');
  const { fields, problem } = readConfigFile(env);
  if (problem !== null) throw new UsageError(`${configFilePath(env) ?? 'config file'}: ${problem}`);
  return fields;
}
