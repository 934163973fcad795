import fs from 'node:fs';
import type { AgentOptions, ModelAccessPlan } from '@perfxpert/agents';
import type { LlmFlags } from '../commands/llm-options.js';
import type { Io } from '../io.js';
import { describeReadFailure } from '../output/read-failure.js';
import { UsageError } from '../usage-error.js';

/** A run whose words come from Root: of a model, or, where only a question was asked, of our own rules. */
export interface LlmPlan {
  /** Null: nobody is asked. */
  readonly provider: string | null;
  readonly options: AgentOptions;
}

/**
 * What `analyze` does about words, before any work: null where nobody asked for any. A missing key stops here; under an
 * air gap nothing is read, and one line says that the flag was not used.
 *
 * @throws UsageError; errors of providers (missing key, unknown name)
 */
export async function planLlm(flags: LlmFlags, io: Io): Promise<LlmPlan | null> {
  if (flags.provider === undefined && !mayBeNamedElsewhere(io)) return flags.prompt === undefined ? null : offline(io);
  const { checkModelAccess } = await import('@perfxpert/agents');
  const { configFilePath, readConfigFile, readSettings } = await import('@perfxpert/agents/toolkit');
  const config = readConfigFile(io.env);
  if (readSettings({}, io.env, config).isAirgapped) {
    if (flags.provider !== undefined) io.stderr.write('perfxpert: PERFXPERT_AIRGAP is on: --llm is not used\n');
    return flags.prompt === undefined ? null : offline(io);
  }
  // A config file that cannot be used may hold an air gap, or a provider: neither may be passed over in silence.
  if (config.problem !== null) throw new UsageError(`${configFilePath(io.env) ?? 'config file'}: ${config.problem}`);
  const apiKey = flags.apiKey ?? (flags.apiKeyFile === undefined ? undefined : readKey(flags.apiKeyFile));
  const options: AgentOptions = {
    environment: io.env,
    config,
    // The command promises a report: names in a trace must not get a model to write tasks.
    createFollowUp: false,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.thinkingTokens === undefined ? {} : { thinkingTokens: flags.thinkingTokens }),
  };
  const plan = await checkModelAccess({ provider: flags.provider ?? null }, options);
  refuseProblems(plan);
  for (const warning of plan.warnings) io.stderr.write(`perfxpert: ${warning}\n`);
  if (plan.provider === null) return flags.prompt === undefined ? null : offline(io);
  warnOfOtherKey(plan.provider, apiKey, io);
  return { provider: plan.provider, options };
}

function offline(io: Io): LlmPlan {
  return { provider: null, options: { environment: io.env, isLlmAllowed: false } };
}

/** Whether environment or config file may name a provider: else nothing needs to be loaded to know that none is. */
function mayBeNamedElsewhere({ env }: Io): boolean {
  if ((env['PERFXPERT_LLM_PROVIDER'] ?? '') !== '') return true;
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  return home !== '' && fs.existsSync(`${home}/.config/perfxpert/config.yaml`);
}

/** Values of the config file always count; those of the environment that are about models, where one is asked. */
function refuseProblems({ problems, provider }: ModelAccessPlan): void {
  const [first] = problems.filter(({ setting }) => provider !== null || setting.startsWith('config: '));
  if (first !== undefined) throw new UsageError(`${first.setting}: must be ${first.expected}`);
}

function readKey(file: string): string {
  try {
    const key = fs.readFileSync(file === '-' ? 0 : file, 'utf8').trim();
    if (key !== '') return key;
  } catch (error) {
    throw describeReadFailure(file, error);
  }
  throw new UsageError('--llm-api-key-file: the file holds no key');
}

const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['PERFXPERT_LLM_ANTHROPIC_KEY', 'ANTHROPIC_API_KEY'],
  openai: ['PERFXPERT_LLM_OPENAI_KEY', 'OPENAI_API_KEY'],
  private: ['PERFXPERT_LLM_PRIVATE_API_KEY'],
};

function warnOfOtherKey(provider: string, apiKey: string | undefined, { env, stderr }: Io): void {
  if (apiKey === undefined) return;
  const other = (KEY_VARIABLES[provider] ?? []).find((name) => (env[name] ?? '') !== '' && env[name] !== apiKey);
  if (other !== undefined) stderr.write(`perfxpert: the given key is used, not the different one of ${other}\n`);
}
