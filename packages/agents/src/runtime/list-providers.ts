import fs from 'node:fs';
import path from 'node:path';
import {
  DEFAULT_MODELS,
  PROVIDER_DESCRIPTIONS,
  PROVIDER_NAMES,
  ProviderError,
  checkProvider,
  createProvider,
} from '@perfxpert/providers';
import type { ProviderCheck, ProviderName } from '@perfxpert/providers';
import { processEnvironment, readConfigFile } from './environment.js';
import { keyVariables, readProviderOptions } from './provider-environment.js';
import { readSettings } from './read-settings.js';
import { firstText } from './setting-text.js';
import type { Environment } from './settings.js';

/** One service, as far as this machine's settings go. Never holds a key. */
export interface ProviderStatus {
  readonly name: ProviderName;
  readonly description: string;
  /** Key and address are there where they are needed. */
  readonly is_configured: boolean;
  /** What is missing; null where nothing is. */
  readonly problem: string | null;
  /** Model that would be asked; null: the endpoint's own. */
  readonly model: string | null;
  /** Variables that may hold its key. */
  readonly key_variables: readonly string[];
  /** Present where it was asked for: what the endpoint said of itself. */
  readonly check?: ProviderCheck;
}

/** What surrounds the list. */
export interface ListProvidersOptions {
  readonly environment?: Environment;
  /** Asks each configured endpoint about itself, without using a model. Not under an air gap. */
  readonly check?: boolean;
  readonly signal?: AbortSignal;
}

/** Milliseconds that one endpoint may take to answer about itself. */
const CHECK_DEADLINE_MS = 10_000;

/**
 * Every provider with whether it could be used here, by name. Under an air gap no key is read: then nothing is configured,
 * and the problem says why.
 */
export async function listProviders(options: ListProvidersOptions = {}): Promise<ProviderStatus[]> {
  const environment = options.environment ?? processEnvironment();
  const config = readConfigFile(environment);
  const settings = readSettings({}, environment, config);
  const statuses = [...PROVIDER_NAMES].sort().map(async (name): Promise<ProviderStatus> => {
    const known = { name, description: PROVIDER_DESCRIPTIONS[name], key_variables: keyVariables(name) };
    const unusable = (problem: string) => ({ ...known, is_configured: false, problem, model: DEFAULT_MODELS[name] });
    if (settings.isAirgapped) return unusable('air-gapped: no provider is used');
    const isPrimary = settings.provider === name;
    const absent = absenceOf(name, environment);
    if (absent !== null) return unusable(absent);
    try {
      const own = readProviderOptions(name, isPrimary, {}, settings, environment, config);
      const { model } = createProvider(name, own);
      const status = { ...known, is_configured: true, problem: null, model };
      if (options.check !== true) return status;
      const context = {
        deadlineMs: CHECK_DEADLINE_MS,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      };
      return { ...status, check: await checkProvider(name, own, context) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return unusable(error.message.replace(`[${name}] `, ''));
    }
  });
  return Promise.all(statuses);
}

/** Why a service that needs no key is not there; null where it is, or where keys decide. */
function absenceOf(name: ProviderName, environment: Environment): string | null {
  if (name === 'ollama')
    return firstText([environment['PERFXPERT_LLM_LOCAL_URL'], environment['OLLAMA_HOST']]) === null
      ? 'no address in PERFXPERT_LLM_LOCAL_URL or OLLAMA_HOST; http://localhost:11434 is tried when it is asked'
      : null;
  if (name !== 'opencode') return null;
  const binary = firstText([environment['PERFXPERT_OPENCODE_PATH']]) ?? 'opencode';
  return isProgram(binary, environment) ? null : 'program not found; install opencode or set PERFXPERT_OPENCODE_PATH';
}

function isProgram(binary: string, environment: Environment): boolean {
  const folders = binary.includes(path.sep) ? [''] : (environment['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.some((folder) => {
    try {
      fs.accessSync(path.resolve(folder, binary), fs.constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
