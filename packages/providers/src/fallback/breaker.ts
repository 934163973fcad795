import type { ProviderError } from '../errors.js';
import type { ProviderName } from '../provider-name.js';

const FAILURES_TO_OPEN = 2;
const OPEN_MS = 60_000;

/** Remembers, for one session, which providers have just failed, so that they are passed over for a while. */
export interface Breaker {
  failed(provider: ProviderName, error: ProviderError): void;
  succeeded(provider: ProviderName): void;
  /** The error for which a provider is passed over now, or null where it may be tried. */
  openedBy(provider: ProviderName): ProviderError | null;
}

/** A breaker that opens for 60 s after two failures in a row. `now` gives milliseconds. */
export function createBreaker(now: () => number): Breaker {
  const failures = new Map<ProviderName, { count: number; error: ProviderError; at: number }>();
  return {
    failed: (provider, error) => {
      const count = (failures.get(provider)?.count ?? 0) + 1;
      failures.set(provider, { count, error, at: now() });
    },
    succeeded: (provider) => {
      failures.delete(provider);
    },
    openedBy: (provider) => {
      const last = failures.get(provider);
      if (last === undefined || last.count < FAILURES_TO_OPEN) return null;
      return now() - last.at < OPEN_MS ? last.error : null;
    },
  };
}
