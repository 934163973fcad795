import { AuthError, FatalError, QuotaExceededError, RateLimitError, TransientError } from './errors.js';
import type { ProviderError, ProviderErrorFields, TransientKind } from './errors.js';

const QUOTA =
  /insufficient_quota|quota_exceeded|quota exceeded|exceeded your current quota|quota[^]{0,200}exceed|billing_error/i;
const RATE = /rate[ _-]?limit|ratelimit|\b429\b|too many requests/i;
const AUTH =
  /invalid_api_key|authentication|autherror|unauthorized|permission[ _]?denied|permission_error|\b401\b|\b403\b/i;
const CONTEXT = /context_length_exceeded|model_context_window_exceeded/i;

/** In this order: the first that matches names the kind. */
const TRANSIENT: readonly (readonly [RegExp, TransientKind])[] = [
  [/timeout|timed out|\betimedout\b/i, 'timeout'],
  [/overloaded|\b529\b/i, 'overloaded'],
  [/econnreset|econnrefused|eai_again|enotfound|socket hang up|connection|fetch failed|terminated/i, 'connection'],
  [/temporarily unavailable|try again later|server[ _]?busy|internalserver|bad gateway|service unavailable/i, 'server'],
  [/\b50[0234]\b|\bapi_error\b|\bserver_error\b/i, 'server'],
];

const WHAT: Readonly<Record<TransientKind, string>> = {
  timeout: 'the service took too long',
  conflict: 'conflict',
  server: 'server error',
  overloaded: 'overloaded',
  connection: 'the connection failed',
  truncated: 'the answer was cut off',
};

/**
 * The error that a text speaks of, for failures that carry neither a status nor a type of their own (a message inside a
 * stream, the output of a program). Tested in the order quota, rate, auth, context, transient; no match is a
 * `FatalError` of kind `fallbackKind`. Numbers count as whole words only, so that a kernel called gemm_429_nt is no
 * rate limit.
 */
export function errorFromText(
  provider: string,
  text: string,
  fields: ProviderErrorFields = {},
  fallbackKind: 'unclassified' | 'subprocess' = 'unclassified',
): ProviderError {
  const all: ProviderErrorFields = { rawMessage: text, ...fields };
  if (QUOTA.test(text)) return new QuotaExceededError(provider, 'quota used up', all);
  if (RATE.test(text)) return new RateLimitError(provider, 'too many requests', 0, all);
  if (AUTH.test(text)) return new AuthError(provider, 'key refused', all);
  if (CONTEXT.test(text))
    return new FatalError(provider, 'context_length', 'the request is longer than the model accepts', all);
  const kind = TRANSIENT.find(([pattern]) => pattern.test(text))?.[1];
  if (kind !== undefined) return new TransientError(provider, kind, WHAT[kind], all);
  const what =
    fallbackKind === 'subprocess' ? 'the program failed' : 'the service reported a failure of an unknown kind';
  return new FatalError(provider, fallbackKind, what, all);
}
