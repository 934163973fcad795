import { createProvider, createRedactor, providerName, resolveFallbackChain } from '@perfxpert/providers';
import type { ChatProvider, Redactor } from '@perfxpert/providers';
import type { AgentOptions } from './agent-options.js';
import type { CallSettings } from './call-settings.js';
import { oldKeyWarning, readProviderOptions } from './provider-environment.js';

/** The models of one call: the chain, and what stands between our data and them. */
export interface ModelAccess {
  readonly chain: readonly ChatProvider[];
  readonly redactor: Redactor;
  readonly warnings: readonly string[];
}

/**
 * The providers of a live call, in order: the named one, then those of the fallback chain. Only here are keys read.
 *
 * @throws UnknownProviderError; AuthError for a missing key or address; RecursionGuardViolation; FatalError for an address
 * that can't be used
 */
export function openModels(
  provider: string,
  { settings, given, environment, config }: CallSettings,
  options: AgentOptions,
): ModelAccess {
  const primary = providerName(provider);
  const names = resolveFallbackChain(primary, settings.fallbackChain, settings.isInsideOpencode);
  const create = options.createChatProvider ?? createProvider;
  const all = names.map((name) => {
    const own = readProviderOptions(name, name === primary, given, settings, environment, config);
    return { own, chat: create(name, own) };
  });
  const secrets = all.flatMap(({ own }) => [...(own.secrets ?? []), ...(own.apiKey === undefined ? [] : [own.apiKey])]);
  const privateNames = all.flatMap(({ own }) => own.privateNames ?? []);
  return {
    chain: all.map(({ chat }) => chat),
    redactor: createRedactor({ secrets: [...new Set(secrets)], privateNames: [...new Set(privateNames)] }),
    warnings: names.flatMap((name) => oldKeyWarning(name, environment) ?? []),
  };
}
