import type { ProviderError } from '@perfxpert/agents';
import { isUnicodeTerminal } from '../terminal.js';
import type { Io } from '../io.js';

/** The variable to look at when a key or an address is refused. */
const CHECK: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  ollama: 'PERFXPERT_LLM_LOCAL_URL',
  private: 'PERFXPERT_LLM_PRIVATE_API_KEY and PERFXPERT_LLM_PRIVATE_URL',
  opencode: 'PERFXPERT_OPENCODE_PATH',
};

/** What a failure of a service means and what to do, in one line. Keys are taken out of its text before it comes here. */
export function providerMessage(error: ProviderError, io: Io): string {
  const sign = isUnicodeTerminal(io) ? '⚠' : 'WARN';
  return `${sign} ${textOf(error)}`;
}

function textOf(error: ProviderError): string {
  const { provider, code, rawMessage } = error;
  const model = error.model ?? '<default>';
  // What went wrong on this side of the line is told in our own words.
  const text = rawMessage === null || isOwnSide(error) ? '' : serviceText(rawMessage);
  const said = text === '' ? '' : `; the service says: ${text}`;
  const what = error.message.replace(`[${provider}] `, '');
  switch (code) {
    case 'AUTH':
      if (error.status === null)
        return `${provider}: ${what}${what.startsWith('no key') ? ', or give --llm-api-key-file' : ''}`;
      return `${provider}: ${what}; check ${CHECK[provider] ?? 'the key'} or --llm-api-key-file${said}`;
    case 'QUOTA_EXCEEDED':
      return `${provider}, model ${model}: quota used up; run without a model (PERFXPERT_AIRGAP=1) or with another --llm${said}`;
    case 'RATE_LIMIT':
      return `${provider}: rate limit; wait, or name further providers in PERFXPERT_LLM_FALLBACK_CHAIN${said}`;
    case 'TRANSIENT':
      return `${provider}: ${what}; ${kindOf(error)} trouble: try again, or run without a model (PERFXPERT_AIRGAP=1)`;
    case 'FATAL':
      return `${provider}: ${what}${said}`;
    default:
      return `${error.message}${said}`;
  }
}

function isOwnSide(error: ProviderError): boolean {
  return kindOf(error) === 'tls' || kindOf(error) === 'configuration';
}

function kindOf(error: ProviderError): string {
  return 'kind' in error && typeof error.kind === 'string' ? error.kind : 'passing';
}

/** What a service says in the body of its answer: the message in its JSON, the title of its page, else its first words. */
function serviceText(body: string): string {
  const text = (messageIn(body) ?? /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? body).replace(/\s+/g, ' ').trim();
  return text.length <= 200 ? text : `${text.slice(0, 197)}...`;
}

/** `{"error":{"message":...}}`, `{"error":...}`, `{"message":...}` or `{"detail":...}`: services differ. */
function messageIn(body: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  for (const key of ['error', 'message', 'detail']) {
    const inner = fieldOf(value, key);
    if (typeof inner === 'string') return inner;
    const message = fieldOf(inner, 'message');
    if (typeof message === 'string') return message;
  }
  return null;
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : null;
}
