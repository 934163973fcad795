import { AuthError, FatalError, QuotaExceededError, RateLimitError, TransientError } from './errors.js';
import type { ProviderError, ProviderErrorFields } from './errors.js';

/** Body codes and types that mean "no credit left", whatever the status says. */
const QUOTA_CODES = /insufficient_quota|quota_exceeded|billing_hard_limit|exceeded your current quota/i;
const BILLING_TEXT = /credit balance|billing/i;
/** How services say that a request is too long (OpenAI, vLLM, Anthropic, llama.cpp, Bedrock, Gemini, TGI). */
const CONTEXT_TEXT =
  /context_length|context length|maximum context|context window|context[ _]size|prompt is too long|input is too long|input token count|max_new_tokens. must be <=/i;
/** Statuses with which they say so. */
const CONTEXT_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);
const MAX_RETRY_AFTER_SECONDS = 60;

/** An HTTP answer that is no success, reduced to what decides its meaning. */
export interface HttpFailure {
  readonly status: number;
  /** Body as text, or the message an SDK made of it. */
  readonly body: string;
  /** Header values by lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestId?: string;
  readonly model?: string;
  readonly cause?: unknown;
}

/** The one table from HTTP status (and body) to an error of ours. */
export function errorFromStatus(provider: string, failure: HttpFailure, now: number): ProviderError {
  const { status, body, model, requestId, cause } = failure;
  const fields: ProviderErrorFields = {
    status,
    rawMessage: body,
    ...(model === undefined ? {} : { model }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(cause === undefined ? {} : { cause }),
  };
  const wait = retryAfterSeconds(failure.headers ?? {}, now);
  if (status >= 300 && status < 400)
    return new FatalError(
      provider,
      'redirect',
      `the address leads elsewhere (HTTP ${status}); give its target`,
      fields,
    );
  if (status === 400 && BILLING_TEXT.test(body)) return new QuotaExceededError(provider, 'credit used up', fields);
  if (CONTEXT_STATUSES.has(status) && CONTEXT_TEXT.test(body))
    return new FatalError(provider, 'context_length', 'the request is longer than the model accepts', fields);
  if (status === 401 || status === 403) return new AuthError(provider, `key refused (HTTP ${status})`, fields);
  if (status === 402) return new QuotaExceededError(provider, 'credit used up', fields);
  if (status === 404) return new FatalError(provider, 'not_found', notFoundText(model), fields);
  if (status === 408) return new TransientError(provider, 'timeout', 'the server gave up waiting (HTTP 408)', fields);
  if (status === 409) return new TransientError(provider, 'conflict', 'conflict (HTTP 409)', fields);
  if (status === 413) return new FatalError(provider, 'too_large', 'the request is too large', fields);
  if (status === 422) return new FatalError(provider, 'invalid', 'the server refused the request as invalid', fields);
  if (status === 429 && QUOTA_CODES.test(body)) return new QuotaExceededError(provider, 'quota used up', fields);
  if (status === 429) return new RateLimitError(provider, 'too many requests', wait, fields);
  if (status === 529) return new TransientError(provider, 'overloaded', 'overloaded (HTTP 529)', fields, wait);
  if (status >= 500) return new TransientError(provider, 'server', `server error (HTTP ${status})`, fields, wait);
  if (status === 400) return new FatalError(provider, 'bad_request', 'the server refused the request', fields);
  return new FatalError(provider, 'unclassified', `unexpected answer (HTTP ${status})`, fields);
}

function notFoundText(model: string | undefined): string {
  return model === undefined
    ? 'not found: check the model id and the address'
    : `not found: check the model id (${model}) and the address`;
}

/**
 * How long the service asks to wait, in seconds: `retry-after-ms`, then `retry-after` as seconds or as an HTTP date
 * (RFC 9110, section 10.2.3). 0 where neither says anything usable, at most 60. `now` is milliseconds since 1970.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string | undefined>>, now: number): number {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return clampWait(milliseconds / 1000);
  const text = headers['retry-after'];
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return clampWait(seconds);
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : clampWait((date - now) / 1000);
}

function clampWait(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}
