import { anthropicAdapter } from './anthropic/anthropic-adapter.js';
import { DEFAULT_MODELS } from './default-models.js';
import { chatProvider } from './dispatch/chat-provider.js';
import type { InspectableProvider } from './dispatch/chat-provider.js';
import type { Clock } from './dispatch/chat-settings.js';
import type { ModelAdapter } from './dispatch/model-adapter.js';
import { DEFAULT_RETRY_POLICY } from './dispatch/retry-policy.js';
import type { RetryPolicy } from './dispatch/retry-policy.js';
import { sleep } from './dispatch/sleep.js';
import { isLoopbackUrl, normalizeBaseUrl, plainHttpWarning } from './endpoint.js';
import { AuthError } from './errors.js';
import { MAX_RESPONSE_BYTES } from './http/http-fetch.js';
import { createTlsTransport, isPlainTls } from './http/transport.js';
import type { Fetch, TlsOptions } from './http/transport.js';
import { ollamaAdapter } from './ollama/ollama-adapter.js';
import { openAiAdapter } from './openai/openai-adapter.js';
import { opencodeAdapter } from './opencode/opencode-adapter.js';
import type { ModelPrice } from './prices.js';
import { isAuthHeader, secretHeaderValues } from './private-headers.js';
import { providerName } from './provider-name.js';
import type { ProviderName } from './provider-name.js';

/** Milliseconds that one try may take where nothing else is said. */
export const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_CONTEXT_TOKENS = 131_072;
/** What gateways without keys are sent: many of them want some value. */
const NO_KEY = 'dummy';
const DEFAULT_URLS: Readonly<Record<'anthropic' | 'openai' | 'ollama', string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  ollama: 'http://localhost:11434',
};
/** Where the caller looks for the keys; named in the error for a missing one. */
const KEY_VARIABLES: Readonly<Record<'anthropic' | 'openai', string>> = {
  anthropic: 'PERFXPERT_LLM_ANTHROPIC_KEY or ANTHROPIC_API_KEY',
  openai: 'PERFXPERT_LLM_OPENAI_KEY or OPENAI_API_KEY',
};

/**
 * Everything that a provider can be told. Nothing is read from the environment or from files, apart from `caFile`.
 */
export interface ProviderOptions {
  /** Needed by anthropic and openai, optional elsewhere (ollama: sent to other machines only). */
  readonly apiKey?: string;
  /** Needed by private; the service's own address elsewhere. */
  readonly baseUrl?: string;
  readonly model?: string;
  /** private: sent with every request, over the authorization header too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: TlsOptions;
  /** Milliseconds that one try may take. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** anthropic: tokens for thinking before the answer. */
  readonly thinkingTokens?: number;
  /** ollama: how long the model stays loaded. */
  readonly keepAlive?: string | number;
  /** ollama: largest window that is asked for, in tokens. */
  readonly maxContextTokens?: number;
  /** opencode: path or name of the program. */
  readonly binary?: string;
  /** opencode: where PATH, HOME and the language are taken from. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** opencode: variables that its child gets beside those. */
  readonly childSecrets?: Readonly<Record<string, string>>;
  /** opencode: whether the environment says that we run inside one of its sessions. */
  readonly isInsideOpencode?: boolean;
  /** No socket, no program, no SDK: every call but a dry run is refused. */
  readonly isAirgapped?: boolean;
  /** Further texts that must never be sent or shown. */
  readonly secrets?: readonly string[];
  /** Host name, user name, home folder. */
  readonly privateNames?: readonly string[];
  /** Prices in US dollars per million tokens, by model; before the built-in table. */
  readonly prices?: Readonly<Record<string, ModelPrice>>;
  /** Stands in for the platform's `fetch`. */
  readonly fetch?: Fetch;
  readonly maxResponseBytes?: number;
  /** Stands in for time and chance. */
  readonly clock?: Clock;
}

/** Names of providers and what they are, for lists. */
export const PROVIDER_DESCRIPTIONS: Readonly<Record<ProviderName, string>> = Object.freeze({
  anthropic: 'Anthropic Messages API',
  openai: 'OpenAI Chat Completions',
  ollama: 'Ollama server, on this machine or another',
  private: 'Any endpoint that speaks OpenAI Chat Completions',
  opencode: 'opencode program on this machine',
});

/**
 * A provider by name. No SDK is loaded and nothing is contacted before its first call.
 *
 * @throws UnknownProviderError; AuthError for a missing key, or a private endpoint without an address; FatalError (kind
 * configuration) for an address that can't be used
 */
export function createProvider(name: string, options: ProviderOptions = {}): InspectableProvider {
  const known = providerName(name);
  const apiKey = options.apiKey === undefined || options.apiKey === '' ? null : options.apiKey;
  const baseUrl = baseUrlOf(known, options);
  const adapter = adapterOf(known, options, apiKey, baseUrl);
  return chatProvider(adapter, {
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retry: { ...DEFAULT_RETRY_POLICY, ...options.retry },
    isAirgapped: options.isAirgapped ?? false,
    headers: headersOf(known, options, apiKey, baseUrl),
    maxResponseBytes: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    transport: transportOf(known, options),
    prices: options.prices ?? {},
    secrets: secretsOf(options, apiKey),
    privateNames: options.privateNames ?? [],
    warnings: warningsOf(options, apiKey, baseUrl),
    clock: options.clock ?? SYSTEM_CLOCK,
  });
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), random: () => Math.random(), sleep };

function baseUrlOf(name: ProviderName, options: ProviderOptions): string | null {
  if (name === 'opencode') return null;
  const given = options.baseUrl ?? '';
  if (given.trim() !== '') return normalizeBaseUrl(name, given);
  if (name !== 'private') return DEFAULT_URLS[name];
  throw new AuthError('private', 'no address; set PERFXPERT_LLM_PRIVATE_URL or PRIVATE_LLM_ENDPOINT');
}

function adapterOf(
  name: ProviderName,
  options: ProviderOptions,
  apiKey: string | null,
  baseUrl: string | null,
): ModelAdapter {
  const model = options.model ?? DEFAULT_MODELS[name];
  const url = baseUrl ?? '';
  switch (name) {
    case 'anthropic':
      return anthropicAdapter({
        apiKey: requiredKey(name, apiKey),
        baseUrl: url,
        model: model ?? '',
        thinkingTokens: options.thinkingTokens ?? null,
      });
    case 'openai':
      return openAiAdapter({ name, apiKey: requiredKey(name, apiKey), baseUrl: url, model });
    case 'private':
      return openAiAdapter({ name, apiKey: apiKey ?? NO_KEY, baseUrl: url, model });
    case 'ollama':
      return ollamaAdapter({
        baseUrl: url,
        model: model ?? '',
        keepAlive: options.keepAlive ?? null,
        maxContextTokens: options.maxContextTokens ?? DEFAULT_CONTEXT_TOKENS,
      });
    case 'opencode':
      return opencodeAdapter({
        binary: options.binary ?? 'opencode',
        model,
        environment: options.environment ?? {},
        secrets: options.childSecrets ?? {},
        isInsideSession: options.isInsideOpencode ?? false,
      });
  }
}

function requiredKey(name: 'anthropic' | 'openai', apiKey: string | null): string {
  if (apiKey === null) throw new AuthError(name, `no key; set ${KEY_VARIABLES[name]}`);
  return apiKey;
}

function headersOf(
  name: ProviderName,
  options: ProviderOptions,
  apiKey: string | null,
  baseUrl: string | null,
): Readonly<Record<string, string>> {
  const extra = Object.entries(options.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value] as const);
  const hasOwn = extra.some(([key]) => isAuthHeader(key));
  const own = Object.fromEntries(extra);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}`, ...own });
  if (name === 'ollama') return apiKey !== null && baseUrl !== null && !isLoopbackUrl(baseUrl) ? bearer(apiKey) : own;
  if (apiKey !== null) return bearer(apiKey);
  return name === 'private' && !hasOwn ? bearer(NO_KEY) : own;
}

function transportOf(name: ProviderName, options: ProviderOptions): () => Promise<Fetch> {
  const { fetch: given, tls } = options;
  if (given !== undefined) return async () => given;
  if (tls === undefined || isPlainTls(tls)) return async () => fetch;
  let transport: Promise<Fetch> | null = null;
  return () => (transport ??= createTlsTransport(name, tls));
}

/** Keys in every form in which they are sent: alone, and as the value of a header. */
function secretsOf(options: ProviderOptions, apiKey: string | null): readonly string[] {
  const headers = secretHeaderValues(options.headers ?? {});
  const child = Object.values(options.childSecrets ?? {});
  return [...(apiKey === null ? [] : [apiKey]), ...headers, ...child, ...(options.secrets ?? [])];
}

function warningsOf(options: ProviderOptions, apiKey: string | null, baseUrl: string | null): readonly string[] {
  const hasKey = apiKey !== null || Object.keys(options.headers ?? {}).some(isAuthHeader);
  const plain = baseUrl === null ? null : plainHttpWarning(baseUrl, hasKey);
  const unchecked = options.tls?.verify === false ? 'certificates are not checked (TLS verification is off)' : null;
  return [plain, unchecked].filter((warning) => warning !== null);
}
