import { RecursionGuardViolation } from '../errors.js';
import { isInsideOpencodeSession } from '../opencode/opencode-session.js';
import { providerName } from '../provider-name.js';
import type { ProviderName } from '../provider-name.js';

/** The entries of a comma list: trimmed, without blank ones, in order. Nothing is checked. */
export function parseFallbackChain(text: string | null | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * The providers of a session: the primary one first, then the entries that are not yet there.
 *
 * @throws UnknownProviderError that names the entry; RecursionGuardViolation where opencode is among them and we run inside
 * one of its sessions (`isInsideOpencode` is what the environment says)
 */
export function resolveFallbackChain(
  primary: string,
  entries: readonly string[],
  isInsideOpencode: boolean,
): readonly ProviderName[] {
  const chain = [...new Set([primary, ...entries].map(providerName))];
  if (chain.includes('opencode') && isInsideOpencodeSession(isInsideOpencode)) throw new RecursionGuardViolation();
  return chain;
}
