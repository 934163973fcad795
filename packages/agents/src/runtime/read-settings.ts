import path from 'node:path';
import { parseFallbackChain } from '@perfxpert/providers';
import type { ConfigFile } from './config-file.js';
import { homeOf, processEnvironment, readConfigFile } from './environment.js';
import { SettingReader } from './setting-reader.js';
import { isTrue, textOf } from './setting-text.js';
import type { Environment, SettingArguments, Settings } from './settings.js';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_DEADLINE_MS = 300_000;
const DEFAULT_TOKEN_BUDGET = 200_000;
const DEFAULT_AGENT_TURNS = 10;
const DEFAULT_SESSION_TURNS = 100;
const MAX_OUTPUT_TOKENS = 32_768;

/**
 * All settings of one call: argument, then environment, then config file, then default. Read anew at each call. A value
 * that cannot be used is left out and noted in `problems`. No key is read here.
 */
export function readSettings(
  given: SettingArguments = {},
  environment: Environment = processEnvironment(),
  config: ConfigFile = readConfigFile(environment),
): Settings {
  const reader = new SettingReader(environment, config);
  const isAirgapped = isAirgapForced(environment, config) || given.airgap === true;
  return {
    isAirgapped,
    provider: textOf(given.provider) ?? reader.provider('PERFXPERT_LLM_PROVIDER', 'provider'),
    fallbackChain: parseFallbackChain(environment['PERFXPERT_LLM_FALLBACK_CHAIN']),
    thinkingTokens: given.thinkingTokens ?? reader.whole('PERFXPERT_LLM_THINKING', 1),
    maxOutputTokens: reader.whole('PERFXPERT_MAX_TOKENS', 1, MAX_OUTPUT_TOKENS, 'max_tokens'),
    timeoutMs: reader.whole('PERFXPERT_LLM_TIMEOUT_MS', 1) ?? DEFAULT_TIMEOUT_MS,
    deadlineMs: reader.whole('PERFXPERT_LLM_DEADLINE_MS', 1) ?? DEFAULT_DEADLINE_MS,
    tokenBudget: reader.whole('PERFXPERT_LLM_TOKEN_BUDGET', 1) ?? DEFAULT_TOKEN_BUDGET,
    agentTurns: reader.whole('PERFXPERT_AGENTS_MAX_TURNS', 1) ?? DEFAULT_AGENT_TURNS,
    sessionTurns: reader.whole('PERFXPERT_MAX_SESSION_TURNS', 1) ?? DEFAULT_SESSION_TURNS,
    creativity: reader.creativity('PERFXPERT_AGENT_CREATIVITY', 'agent_creativity'),
    hidesKernels: isTrue(environment['PERFXPERT_LLM_REDACT_KERNELS']),
    retriesRateLimits: !isTrue(environment['PERFXPERT_DISABLE_RATE_LIMIT_RETRY']),
    isInsideOpencode: isTrue(environment['PERFXPERT_IN_OPENCODE_SESSION']),
    isAdvanced: isTrue(environment['PERFXPERT_ADVANCED_RECS']),
    stateDir: given.stateDir === undefined ? stateDirOf(environment) : given.stateDir,
    regressionThresholdPct:
      given.regressionThresholdPct ??
      reader.amount('PERFXPERT_CI_REGRESSION_THRESHOLD', 100, 'regression_threshold_pct'),
    hotKernelCoveragePct: reader.amount('PERFXPERT_HOT_KERNEL_COVERAGE_PCT', 100, 'hot_kernel_coverage_pct'),
    gpuMonitorLog: textOf(given.gpuMonitorLog) ?? textOf(environment['PERFXPERT_GPU_MONITOR_LOG']),
    compiler: textOf(environment['PERFXPERT_CXX']),
    isGpuDiscoveryDisabled: isTrue(environment['PERFXPERT_DISABLE_RUNTIME_GPU_SPECS']),
    gpuDiscoveryTimeoutMs: reader.seconds('PERFXPERT_GPU_DISCOVERY_TIMEOUT'),
    problems: reader.problems,
  };
}

/** Whether environment or config file forbid models; no argument undoes it. */
export function isAirgapForced(environment: Environment, config: ConfigFile): boolean {
  return isTrue(environment['PERFXPERT_AIRGAP'] ?? config.fields.airgap);
}

function stateDirOf(environment: Environment): string | null {
  const root = textOf(environment['PERFXPERT_TASK_ROOT']);
  if (root !== null) return root;
  const home = homeOf(environment);
  return home === null ? null : path.join(home, '.perfxpert');
}
