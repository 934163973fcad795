import { FatalError } from './errors.js';
import type { ProviderName } from './provider-name.js';

/**
 * An address as it is used: `http://` where no scheme is given, no trailing slashes.
 *
 * @throws FatalError (kind configuration) for what is no http or https address, and for one that carries a user name or
 * password (a key belongs into the key option). The text of the address is not repeated.
 */
export function normalizeBaseUrl(provider: ProviderName, text: string): string {
  const given = text.trim();
  const full = given.includes('://') ? given : `http://${given}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (url === null || url.hostname === '')
    throw new FatalError(provider, 'configuration', 'the address can not be read; give http(s)://host[:port][/path]');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FatalError(provider, 'configuration', 'the address must start with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw new FatalError(provider, 'configuration', 'the address must not hold a user name or password; use the key');
  return full.replace(/\/+$/, '');
}

/** True for addresses that stay on this machine: localhost, 127.0.0.0/8, ::1. */
export function isLoopbackUrl(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The warning for a key that would travel in the clear, or null where it does not. */
export function plainHttpWarning(address: string, hasKey: boolean): string | null {
  const isPlain = address.startsWith('http://') && !isLoopbackUrl(address);
  return hasKey && isPlain ? 'the key is sent over plain http to another machine; use https' : null;
}
