import fs from 'node:fs/promises';
import { FatalError } from '../errors.js';
import type { ProviderName } from '../provider-name.js';

/** The `fetch` of the platform, or one that stands in for it. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** How certificates are checked. */
export interface TlsOptions {
  /** False: any certificate will do. */
  readonly verify?: boolean;
  /** File of PEM certificates that are trusted beside the usual ones. */
  readonly caFile?: string;
}

/** True where the platform's own `fetch` will do. */
export function isPlainTls(tls: TlsOptions): boolean {
  return tls.verify !== false && tls.caFile === undefined;
}

/**
 * A `fetch` with its own connections, so that what is trusted here holds for this provider alone and never for the process.
 *
 * @throws FatalError (kind configuration) where the file of certificates can't be read
 */
export async function createTlsTransport(provider: ProviderName, tls: TlsOptions): Promise<Fetch> {
  const { Agent, fetch: undiciFetch } = await import('undici');
  const ca = tls.caFile === undefined ? {} : { ca: await trustedCertificates(provider, tls.caFile) };
  const dispatcher = new Agent({ connect: { rejectUnauthorized: tls.verify !== false, ...ca } });
  // undici declares its own request and response types beside the platform's; at run time they behave alike.
  const raw = undiciFetch as unknown as (input: string, init: object) => Promise<Response>;
  return async (input, init) => {
    const response = await raw(input instanceof Request ? input.url : String(input), {
      ...init,
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      dispatcher,
    });
    return new Response(response.body, {
      status: response.status,
      headers: Object.fromEntries(response.headers.entries()),
    });
  };
}

async function trustedCertificates(provider: ProviderName, file: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  const own = await fs.readFile(file, 'utf8').catch((cause: unknown) => {
    throw new FatalError(provider, 'configuration', 'the file of trusted certificates can not be read', { cause });
  });
  return [...rootCertificates, own];
}
