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
  const said = rawMessage === null ? '' : `; the service says: ${firstLine(rawMessage)}`;
  switch (code) {
    case 'AUTH':
      return `${provider}: key or address refused; check ${CHECK[provider] ?? 'the key'} or --llm-api-key-file${said}`;
    case 'QUOTA_EXCEEDED':
      return `${provider}, model ${model}: quota used up; run without a model (PERFXPERT_AIRGAP=1) or with another --llm${said}`;
    case 'RATE_LIMIT':
      return `${provider}: rate limit; wait, or name further providers in PERFXPERT_LLM_FALLBACK_CHAIN`;
    case 'TRANSIENT':
      return `${provider}: ${kindOf(error)} trouble of the service; try again, or run without a model (PERFXPERT_AIRGAP=1)`;
    case 'FATAL':
      return `${provider}: ${error.message.replace(`[${provider}] `, '')}${said}`;
    default:
      return `${error.message}${said}`;
  }
}

function kindOf(error: ProviderError): string {
  return 'kind' in error && typeof error.kind === 'string' ? error.kind : 'passing';
}

function firstLine(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  return line.length <= 200 ? line : `${line.slice(0, 197)}...`;
}
