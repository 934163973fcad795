import { RateLimitError, TransientError } from '../errors.js';
import type { ProviderError } from '../errors.js';

/** When a failed call is tried again. */
export interface RetryPolicy {
  /** Tries after the first one. */
  readonly maxRetries: number;
  /** False: a rate limit is never waited for. */
  readonly retryRateLimit: boolean;
}

/** Two more tries, rate limits included. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = Object.freeze({ maxRetries: 2, retryRateLimit: true });

const FIRST_DELAY_SECONDS = 0.5;
const MAX_DELAY_SECONDS = 8;
const JITTER = 0.25;

/**
 * Seconds to wait before try number `retry` + 2, or null where it must not be made: only rate limits and transient failures
 * are tried again, an answer that was cut off is not (it was already given twice the room).
 *
 * min(8, 0.5 x 2^retry), 25 % more or less, or what the service asks for if that is longer. `random` is in [0, 1).
 */
export function retryDelaySeconds(
  error: ProviderError,
  retry: number,
  policy: RetryPolicy,
  random: () => number,
): number | null {
  if (retry >= policy.maxRetries) return null;
  if (error instanceof TransientError && error.kind === 'truncated') return null;
  if (!(error instanceof RateLimitError) && !(error instanceof TransientError)) return null;
  if (error instanceof RateLimitError && !policy.retryRateLimit) return null;
  const base = Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** retry);
  const jittered = base * (1 - JITTER + 2 * JITTER * random());
  const asked = error.retryAfterSeconds;
  return Math.max(jittered, asked);
}
