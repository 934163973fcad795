import { PROVIDER_NAMES } from '@perfxpert/providers';
import type { ConfigField } from './config-file.js';

/** One field of the config file. */
export interface ConfigSetting {
  /** Environment variable that wins over the file. */
  readonly variable: string;
  /** Null: none. */
  readonly defaultValue: string | null;
  /** Completes "must be". */
  readonly expected: string;
  /** What it decides. */
  readonly meaning: string;
  /** Whether a text is a value of it. */
  readonly accepts: (text: string) => boolean;
}

const isNumber = (least: number, most: number) => (text: string) =>
  /^\d+(\.\d+)?$/.test(text) && Number(text) >= least && Number(text) <= most;

/** The fields of the config file with their variables, defaults and limits. */
export const CONFIG_SETTINGS: Readonly<Record<ConfigField, ConfigSetting>> = {
  provider: {
    variable: 'PERFXPERT_LLM_PROVIDER',
    defaultValue: null,
    expected: `one of ${PROVIDER_NAMES.join(', ')}`,
    meaning: 'language model service; naming one makes runs live',
    accepts: (text) => PROVIDER_NAMES.some((name) => name === text),
  },
  model: {
    variable: 'PERFXPERT_LLM_MODEL',
    defaultValue: null,
    expected: 'the name of a model',
    meaning: 'model of that service, instead of its default',
    accepts: (text) => text !== '' && !/[\p{Cc}\p{Cf}]/u.test(text),
  },
  max_tokens: {
    variable: 'PERFXPERT_MAX_TOKENS',
    defaultValue: null,
    expected: 'a whole number from 1 to 32768',
    meaning: 'most tokens of an answer, instead of the agent’s own limit',
    accepts: (text) => /^\d+$/.test(text) && isNumber(1, 32_768)(text),
  },
  airgap: {
    variable: 'PERFXPERT_AIRGAP',
    defaultValue: 'false',
    expected: 'true or false',
    meaning: 'no model and no network, whatever else is set',
    accepts: (text) => /^(?:true|false|yes|no|on|off|1|0)$/i.test(text),
  },
  regression_threshold_pct: {
    variable: 'PERFXPERT_CI_REGRESSION_THRESHOLD',
    defaultValue: '5.0',
    expected: 'a number from 0 to 100',
    meaning: 'percent of change that is no longer neutral in a comparison',
    accepts: isNumber(0, 100),
  },
  hot_kernel_coverage_pct: {
    variable: 'PERFXPERT_HOT_KERNEL_COVERAGE_PCT',
    defaultValue: '80.0',
    expected: 'a number from 0 to 100',
    meaning: 'percent of the kernel time that counts as hot',
    accepts: isNumber(0, 100),
  },
  agent_creativity: {
    variable: 'PERFXPERT_AGENT_CREATIVITY',
    defaultValue: 'strict',
    expected: 'strict or exploratory',
    meaning: 'whether agents may propose what no catalogue has, in a lane of its own',
    accepts: (text) => text === 'strict' || text === 'exploratory',
  },
};
