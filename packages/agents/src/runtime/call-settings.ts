import type { AgentOptions, CallFields } from './agent-options.js';
import type { ConfigFile } from './config-file.js';
import { processEnvironment, readConfigFile } from './environment.js';
import { readSettings } from './read-settings.js';
import type { Environment, SettingArguments, Settings } from './settings.js';

/** Where the settings of one call come from, and what they come to. */
export interface CallSettings {
  readonly environment: Environment;
  readonly config: ConfigFile;
  readonly given: SettingArguments;
  readonly settings: Settings;
}

/** The settings of one call: its fields and options, then environment, then config file, then defaults. */
export function callSettings({ provider, airgap }: CallFields, options: AgentOptions): CallSettings {
  const { apiKey, model, baseUrl, thinkingTokens, stateDir } = options;
  const environment = options.environment ?? processEnvironment();
  const config = options.config ?? readConfigFile(environment);
  const given = {
    provider,
    airgap,
    apiKey,
    model,
    baseUrl,
    thinkingTokens,
    stateDir,
    gpuMonitorLog: options.gpuMonitorLog ?? options.settings?.gpuMonitorLog,
    regressionThresholdPct: options.regressionThresholdPct ?? options.settings?.regressionThresholdPct,
  };
  return { environment, config, given, settings: readSettings(given, environment, config) };
}
