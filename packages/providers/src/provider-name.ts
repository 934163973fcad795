import { UnknownProviderError } from './errors.js';

/** Every provider, in the order in which they are listed to people. */
export const PROVIDER_NAMES = ['anthropic', 'openai', 'ollama', 'private', 'opencode'] as const;

/** Name of a provider, as flags, the environment and the configuration spell it. */
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** True where the text is exactly the name of a provider. */
export function isProviderName(text: string): text is ProviderName {
  return PROVIDER_NAMES.some((name) => name === text);
}

/**
 * The text as the name of a provider.
 *
 * @throws UnknownProviderError that lists the known names
 */
export function providerName(text: string): ProviderName {
  if (isProviderName(text)) return text;
  throw new UnknownProviderError(text, PROVIDER_NAMES);
}
