import type { ProviderName } from './provider-name.js';

/**
 * The model that a provider uses where none is named; null: the endpoint's own choice. The one table of defaults.
 *
 * Source: docs/adding-a-provider.md, "Default models". None of them is past its end of life.
 */
export const DEFAULT_MODELS: Readonly<Record<ProviderName, string | null>> = Object.freeze({
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-5.4-mini',
  ollama: 'llama3.1',
  private: null,
  opencode: null,
});
