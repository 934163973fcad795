import { NO_USAGE, addUsage } from './usage.js';
import type { Usage } from './usage.js';

/** The same symbol in every package and every bundled copy: errors are recognised by it, never by `instanceof`. */
const BRAND = Symbol.for('perfxpert.error');
const MAX_MESSAGE_LENGTH = 240;

/** One code per class of error; stable, part of the wire format. */
export type ProviderErrorCode =
  | 'AUTH'
  | 'RATE_LIMIT'
  | 'QUOTA_EXCEEDED'
  | 'TRANSIENT'
  | 'FATAL'
  | 'PROVIDER_TIMEOUT'
  | 'CHAIN_EXHAUSTED'
  | 'UNKNOWN_ID'
  | 'CANCELLED';

/** What may accompany any provider error. `rawMessage` is the service's own text: never shown to a model. */
export interface ProviderErrorFields {
  readonly status?: number;
  readonly requestId?: string;
  readonly rawMessage?: string;
  readonly model?: string;
  readonly cause?: unknown;
}

/** First line only, at most 240 characters. */
function shortMessage(provider: string, what: string): string {
  const line = `[${provider}] ${what.split(/[\r\n]/, 1)[0] ?? ''}`;
  return line.length <= MAX_MESSAGE_LENGTH ? line : `${line.slice(0, MAX_MESSAGE_LENGTH - 3)}...`;
}

/**
 * Base of everything a provider raises. `retryable` says whether the same call may succeed later.
 * `code` tells the classes apart across copies of this package; `instanceof` works within one.
 */
export abstract class ProviderError extends Error {
  readonly [BRAND] = true;
  /** Written out in each class: the name of a class does not outlive minification. */
  abstract override readonly name: string;
  abstract readonly code: ProviderErrorCode;
  abstract readonly retryable: boolean;
  readonly provider: string;
  readonly status: number | null;
  readonly requestId: string | null;
  rawMessage: string | null;
  readonly model: string | null;
  /** What the service had counted before the failure, over all tries; null where it counted nothing. A lower bound. */
  usage: Usage | null = null;

  constructor(provider: string, what: string, fields: ProviderErrorFields = {}) {
    super(shortMessage(provider, what), fields.cause === undefined ? undefined : { cause: fields.cause });
    this.provider = provider;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
    this.rawMessage = fields.rawMessage ?? null;
    this.model = fields.model ?? null;
  }

  /**
   * Passes every text that came from outside through `redact`: `rawMessage`, and the cause, of which only name, code and
   * message are kept. Done once, before anybody sees the error.
   */
  redactTexts(redact: (text: string) => string): this {
    this.rawMessage = this.rawMessage === null ? null : redact(this.rawMessage);
    if (this.cause !== undefined && !(this.cause instanceof ProviderError)) this.cause = plainCause(this.cause, redact);
    return this;
  }

  /** The part of the error that may leave the process: no text of the service. */
  get details(): Readonly<Record<string, unknown>> {
    return { provider: this.provider, status: this.status, retryable: this.retryable };
  }
}

function plainCause(cause: unknown, redact: (text: string) => string): Error {
  if (!(cause instanceof Error)) return new Error(redact(String(cause)));
  const plain = new Error(redact(cause.message));
  plain.name = cause.name;
  return 'code' in cause && typeof cause.code === 'string' ? Object.assign(plain, { code: cause.code }) : plain;
}

/** Key missing or refused. */
export class AuthError extends ProviderError {
  override readonly name = 'AuthError';
  readonly code = 'AUTH';
  readonly retryable = false;
}

/** Short-term throttle; `retryAfterSeconds` is 0 where the service named none. */
export class RateLimitError extends ProviderError {
  override readonly name = 'RateLimitError';
  readonly code = 'RATE_LIMIT';
  readonly retryable = true;
  readonly retryAfterSeconds: number;

  constructor(provider: string, what: string, retryAfterSeconds = 0, fields: ProviderErrorFields = {}) {
    super(provider, what, fields);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Credit or quota used up: trying again is useless. */
export class QuotaExceededError extends ProviderError {
  override readonly name = 'QuotaExceededError';
  readonly code = 'QUOTA_EXCEEDED';
  readonly retryable = false;
}

/** What went wrong on the way or on the server; `truncated`: the answer did not fit, not even into twice its room. */
export type TransientKind = 'timeout' | 'conflict' | 'server' | 'overloaded' | 'connection' | 'truncated';

/** Trouble of the server or of the way to it. */
export class TransientError extends ProviderError {
  override readonly name = 'TransientError';
  readonly code = 'TRANSIENT';
  readonly retryable = true;
  readonly kind: TransientKind;
  /** How long the service asks to wait (503 and 529 may say so); 0 where it named none. */
  readonly retryAfterSeconds: number;

  constructor(
    provider: string,
    kind: TransientKind,
    what: string,
    fields: ProviderErrorFields = {},
    retryAfterSeconds = 0,
  ) {
    super(provider, what, fields);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Why another try is useless; `airgap`: refused by ourselves, `redirect`: the address leads elsewhere. */
export type FatalKind =
  | 'airgap'
  | 'configuration'
  | 'redirect'
  | 'bad_request'
  | 'context_length'
  | 'not_found'
  | 'too_large'
  | 'invalid'
  | 'tls'
  | 'malformed_response'
  | 'subprocess'
  | 'unclassified';

/** Anything that neither time nor another key will mend. */
export class FatalError extends ProviderError {
  override readonly name = 'FatalError';
  readonly code = 'FATAL';
  readonly retryable = false;
  readonly kind: FatalKind;

  constructor(provider: string, kind: FatalKind, what: string, fields: ProviderErrorFields = {}) {
    super(provider, what, fields);
    this.kind = kind;
  }
}

/** The budget of the whole call is used up (one attempt that takes too long is a `TransientError`). */
export class TimeoutError extends ProviderError {
  override readonly name = 'TimeoutError';
  readonly code = 'PROVIDER_TIMEOUT';
  readonly retryable = false;
  readonly timeoutSeconds: number;

  constructor(provider: string, timeoutSeconds: number, fields: ProviderErrorFields = {}) {
    super(provider, `no answer within ${shortNumber(timeoutSeconds)} s`, fields);
    this.timeoutSeconds = timeoutSeconds;
  }
}

/** Three digits are enough to say how long it was: 0.799, 3, 300. */
function shortNumber(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** A name that no provider bears. */
export class UnknownProviderError extends ProviderError {
  override readonly name = 'UnknownProviderError';
  readonly code = 'UNKNOWN_ID';
  readonly retryable = false;
  readonly known: readonly string[];

  constructor(provider: string, known: readonly string[]) {
    super(provider, `no such provider; known are ${known.join(', ')}`);
    this.known = known;
  }
}

/** opencode would be started from inside an opencode session, which would start us again. */
export class RecursionGuardViolation extends ProviderError {
  override readonly name = 'RecursionGuardViolation';
  readonly code = 'FATAL';
  readonly retryable = false;

  constructor() {
    super('opencode', 'already inside an opencode session; choose another provider');
  }
}

/** Every entry of a fallback chain failed; `cause` is the last error. */
export class ProviderChainExhausted extends ProviderError {
  override readonly name = 'ProviderChainExhausted';
  readonly code = 'CHAIN_EXHAUSTED';
  readonly retryable = false;
  readonly attempts: readonly { readonly provider: string; readonly error: ProviderError }[];

  constructor(attempts: readonly { readonly provider: string; readonly error: ProviderError }[]) {
    const names = attempts.map((attempt) => attempt.provider).join(' -> ');
    const reasons = attempts.map(({ provider, error }) => `${provider}: ${withoutName(error)}`).join('; ');
    super(names, `every provider of the chain failed (${reasons})`, { cause: attempts.at(-1)?.error });
    this.attempts = attempts;
    const counted = attempts.flatMap(({ error }) => error.usage ?? []);
    this.usage = counted.length === 0 ? null : counted.reduce(addUsage, NO_USAGE);
  }

  override get details(): Readonly<Record<string, unknown>> {
    const failures = this.attempts.map(({ provider, error }) => ({ provider, code: error.code, status: error.status }));
    return { ...super.details, failures };
  }
}

/** The message of an error without the name of its provider. */
function withoutName({ provider, message }: ProviderError): string {
  return message.replace(`[${provider}] `, '');
}

/** The caller gave up. Never cascades, never retried. */
export class CancelledError extends ProviderError {
  override readonly name = 'CancelledError';
  readonly code = 'CANCELLED';
  readonly retryable = false;
}
