import os from 'node:os';
import path from 'node:path';
import {
  createRecordingFetch,
  createReplayFetch,
  parsePrivateHeaders,
  parseVerifySsl,
  secretHeaderValues,
} from '@perfxpert/providers';
import type { ProviderName, ProviderOptions } from '@perfxpert/providers';
import type { ConfigFile } from './config-file.js';
import { homeOf, processEnvironment, readConfigFile } from './environment.js';
import { firstText, textOf } from './setting-text.js';
import type { Environment, SettingArguments, Settings } from './settings.js';

/**
 * The options of one provider: key, address, model, and what must never be sent. Only for calls that are live.
 *
 * @param isPrimary the provider that was named: a key, model or address given as argument is for it alone, and so is
 * PERFXPERT_LLM_MODEL, since no other service knows that model
 * @throws AuthError (private) for extra headers that cannot be read
 */
export function readProviderOptions(
  name: ProviderName,
  isPrimary: boolean,
  given: SettingArguments,
  settings: Settings,
  environment: Environment = processEnvironment(),
  config: ConfigFile = readConfigFile(environment),
): ProviderOptions {
  const apiKey = (isPrimary ? textOf(given.apiKey) : null) ?? keyOf(name, environment);
  const baseUrl = (isPrimary ? textOf(given.baseUrl) : null) ?? urlOf(name, environment);
  const model = (isPrimary ? textOf(given.model) : null) ?? modelOf(name, isPrimary, environment, config);
  const ownOptions = name === 'private' ? privateOptions(environment) : {};
  const secrets = [...allKeys(environment), ...secretHeaderValues(ownOptions.headers ?? {})];
  return {
    ...(apiKey === null ? {} : { apiKey }),
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(model === null ? {} : { model }),
    ...ownOptions,
    ...(name === 'anthropic' && settings.thinkingTokens !== null ? { thinkingTokens: settings.thinkingTokens } : {}),
    ...(name === 'opencode' ? opencodeOptions(environment, settings) : {}),
    timeoutMs: settings.timeoutMs,
    ...(settings.retriesRateLimits ? {} : { retry: { retryRateLimit: false } }),
    isAirgapped: settings.isAirgapped,
    ...replayOptions(name, environment, [...secrets, ...(apiKey === null ? [] : [apiKey])]),
    secrets,
    privateNames: privateNames(environment),
  };
}

/** Variables that hold keys, with whether the name is an old one. */
const KEY_VARIABLES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ['PERFXPERT_LLM_ANTHROPIC_KEY', 'ANTHROPIC_API_KEY', 'ROCPD_LLM_ANTHROPIC_KEY'],
  openai: ['PERFXPERT_LLM_OPENAI_KEY', 'OPENAI_API_KEY', 'ROCPD_LLM_OPENAI_KEY'],
  ollama: ['PERFXPERT_LLM_OLLAMA_KEY'],
  private: ['PERFXPERT_LLM_PRIVATE_API_KEY'],
  opencode: [],
};
const OLD_KEY_VARIABLES: Readonly<Record<string, string>> = {
  ROCPD_LLM_ANTHROPIC_KEY: 'PERFXPERT_LLM_ANTHROPIC_KEY',
  ROCPD_LLM_OPENAI_KEY: 'PERFXPERT_LLM_OPENAI_KEY',
};

/** The variables that may hold the key of a provider, in the order in which they are tried. */
export function keyVariables(name: ProviderName): readonly string[] {
  return KEY_VARIABLES[name];
}

/** A warning for a key that came from a variable of an old name; null otherwise. */
export function oldKeyWarning(name: ProviderName, environment: Environment = processEnvironment()): string | null {
  const used = KEY_VARIABLES[name].find((variable) => textOf(environment[variable]) !== null) ?? '';
  const instead = OLD_KEY_VARIABLES[used];
  return instead === undefined ? null : `DEPRECATED_VARIABLE: ${used} is an old name. Use ${instead}.`;
}

function keyOf(name: ProviderName, environment: Environment): string | null {
  return firstText(KEY_VARIABLES[name].map((variable) => environment[variable]));
}

function urlOf(name: ProviderName, environment: Environment): string | null {
  if (name === 'ollama') return firstText([environment['PERFXPERT_LLM_LOCAL_URL'], environment['OLLAMA_HOST']]);
  if (name === 'private')
    return firstText([environment['PERFXPERT_LLM_PRIVATE_URL'], environment['PRIVATE_LLM_ENDPOINT']]);
  return null;
}

function modelOf(
  name: ProviderName,
  isPrimary: boolean,
  environment: Environment,
  { fields }: ConfigFile,
): string | null {
  const upper = name.toUpperCase();
  return firstText([
    environment[`PERFXPERT_AGENTS_MODEL_${upper}`],
    environment[`PERFXPERT_${upper}_MODEL`],
    ...(name === 'private' ? [environment['PERFXPERT_LLM_PRIVATE_MODEL']] : []),
    ...(isPrimary ? [environment['PERFXPERT_LLM_MODEL'], fields.model] : []),
  ]);
}

function privateOptions(environment: Environment): ProviderOptions {
  const caFile = textOf(environment['PERFXPERT_LLM_PRIVATE_CA_FILE']);
  const verify = parseVerifySsl(environment['PERFXPERT_LLM_PRIVATE_VERIFY_SSL']);
  return {
    headers: parsePrivateHeaders(environment['PERFXPERT_LLM_PRIVATE_HEADERS'] ?? ''),
    tls: { ...(caFile === null ? {} : { caFile }), ...(verify ? {} : { verify: false }) },
  };
}

function opencodeOptions(environment: Environment, settings: Settings): ProviderOptions {
  const binary = textOf(environment['PERFXPERT_OPENCODE_PATH']);
  return {
    ...(binary === null ? {} : { binary }),
    environment,
    isInsideOpencode: settings.isInsideOpencode,
  };
}

/**
 * PERFXPERT_LLM_REPLAY=record writes every request and answer to a cassette in PERFXPERT_LLM_REPLAY_DIR, `replay` answers
 * from there and asks nobody. Anything else, or no folder, is off.
 */
function replayOptions(name: ProviderName, environment: Environment, secrets: readonly string[]): ProviderOptions {
  const mode = textOf(environment['PERFXPERT_LLM_REPLAY']);
  const folder = textOf(environment['PERFXPERT_LLM_REPLAY_DIR']);
  if (folder === null || (mode !== 'record' && mode !== 'replay')) return {};
  const options = { provider: name, file: path.join(folder, `${name}.jsonl`), secrets };
  return { fetch: mode === 'record' ? createRecordingFetch(options) : createReplayFetch(options) };
}

/** Every configured key of every provider: none of them may leave, whichever provider is asked. */
function allKeys(environment: Environment): readonly string[] {
  const variables = Object.values(KEY_VARIABLES).flat();
  return variables.flatMap((variable) => textOf(environment[variable]) ?? []);
}

/** Names that tell whose machine this is. */
function privateNames(environment: Environment): readonly string[] {
  const hosts = [os.hostname(), environment['HOSTNAME']].flatMap((name) => textOf(name) ?? []);
  const users = [environment['USER'], environment['LOGNAME'], environment['USERNAME'], accountName()];
  const names = [...hosts, ...hosts.map(shortHostName), ...users, homeOf(environment)];
  return [...new Set(names.flatMap((name) => textOf(name) ?? []))];
}

/** `node17` of `node17.cluster.example`; an address in digits has no shorter form. */
export function shortHostName(host: string): string {
  return /^[\d.]+$/.test(host) ? host : (host.split('.', 1)[0] ?? host);
}

/** The user of the process, also where no variable names one; null where the system does not know him. */
function accountName(): string | null {
  try {
    return os.userInfo().username;
  } catch {
    return null;
  }
}
