import { FatalError, ProviderError, TransientError } from './errors.js';
import { errorFromStatus } from './error-from-status.js';
import { errorFromText } from './error-from-text.js';
import { asRecord, numberField, textField } from './json-value.js';
import type { JsonRecord } from './json-value.js';

const MAX_CAUSES = 6;
const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO$)/;
const TIMEOUT_CODES = /^(?:ETIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT|ABORT_ERR)$/;
/** The first bytes of the answer are not those of HTTP. */
const NO_HTTP_CODES = /^HPE_INVALID_(?:CONSTANT|VERSION)$/;
const CHECK_SCHEME = 'check the address, and whether it takes http or https';
const CONNECTION_CODES = /^(?:ECONN|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|EADDR|UND_ERR_|HPE_)/;

/** Where a failure happened. `now` is milliseconds since 1970. */
export interface FailurePlace {
  readonly provider: string;
  readonly model: string | null;
  readonly now: number;
}

/**
 * Any thrown value as an error of ours: errors of ours as they are, then the status that an SDK's error carries, then the
 * codes of the operating system and of TLS along the chain of causes, then the type that a service names inside a stream,
 * then the rules for texts.
 */
export function errorFromCause(error: unknown, place: FailurePlace): ProviderError {
  if (error instanceof ProviderError) return error;
  const chain = causesOf(error);
  const own = chain.find((link) => link instanceof ProviderError);
  if (own instanceof ProviderError) return own;
  const records = chain.map(asRecord);
  return (
    fromStatus(records[0] ?? null, place) ??
    fromCode(records, place) ??
    fromPort(records, place) ??
    fromSyntax(records, place) ??
    fromType(records[0] ?? null, place) ??
    errorFromText(place.provider, messageOf(error), fieldsOf(place, error))
  );
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (
    let link: unknown = error;
    asRecord(link) !== null && chain.length < MAX_CAUSES;
    link = asRecord(link)?.['cause']
  )
    chain.push(link);
  return chain;
}

function fieldsOf(place: FailurePlace, cause: unknown) {
  return { ...(place.model === null ? {} : { model: place.model }), cause };
}

function fromStatus(error: JsonRecord | null, place: FailurePlace): ProviderError | null {
  const status = numberField(error, 'status') ?? numberField(error, 'status_code');
  if (status === null) return null;
  const headers = error?.['headers'];
  const requestId = textField(error, 'requestID');
  return errorFromStatus(
    place.provider,
    {
      status,
      body: textField(error, 'message') ?? '',
      headers: headers instanceof Headers ? Object.fromEntries(headers.entries()) : {},
      ...(requestId === null ? {} : { requestId }),
      ...fieldsOf(place, error),
    },
    place.now,
  );
}

function fromCode(records: readonly (JsonRecord | null)[], place: FailurePlace): ProviderError | null {
  const { provider } = place;
  for (const record of records) {
    const code = textField(record, 'code') ?? '';
    const fields = { rawMessage: textField(record, 'message') ?? code, ...fieldsOf(place, records[0]) };
    if (TLS_CODES.test(code)) return new FatalError(provider, 'tls', tlsText(place, code), fields);
    if (NO_HTTP_CODES.test(code))
      return new FatalError(
        provider,
        'configuration',
        `what answers speaks no HTTP (${code}); ${CHECK_SCHEME}`,
        fields,
      );
    if (TIMEOUT_CODES.test(code)) return new TransientError(provider, 'timeout', 'the service took too long', fields);
    if (CONNECTION_CODES.test(code))
      return new TransientError(provider, 'connection', connectionText(place, code), fields);
  }
  return null;
}

function tlsText(place: FailurePlace, code: string): string {
  const hint =
    code === 'ERR_SSL_WRONG_VERSION_NUMBER'
      ? `; ${CHECK_SCHEME}`
      : place.provider === 'private'
        ? '; PERFXPERT_LLM_PRIVATE_CA_FILE names certificates to trust'
        : '';
  return `the certificate or the TLS connection was refused (${code})${hint}`;
}

function connectionText(place: FailurePlace, code: string): string {
  const isOllamaOff = place.provider === 'ollama' && code === 'ECONNREFUSED';
  const hint = isOllamaOff
    ? '; is the server running (ollama serve)?'
    : code === 'ENOTFOUND'
      ? '; nobody knows the host of the address'
      : '';
  return `no connection (${code})${hint}`;
}

/** `fetch` opens no connection to ports of other protocols (WHATWG Fetch, "bad port"), however often it is tried. */
function fromPort(records: readonly (JsonRecord | null)[], place: FailurePlace): ProviderError | null {
  if (!records.some((record) => textField(record, 'message') === 'bad port')) return null;
  const what = 'the port of the address is one of another protocol; use a different one';
  return new FatalError(place.provider, 'configuration', what, fieldsOf(place, records[0]));
}

function fromSyntax(records: readonly (JsonRecord | null)[], place: FailurePlace): ProviderError | null {
  const isSyntax = records.some((record) => textField(record, 'name') === 'SyntaxError');
  if (!isSyntax) return null;
  return new FatalError(place.provider, 'malformed_response', 'the answer is no JSON', fieldsOf(place, records[0]));
}

/** Types that services name inside streams, by the status that they send for the same trouble elsewhere. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  timeout_error: 408,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  api_error: 500,
  server_error: 500,
  overloaded_error: 529,
};

/** An error object inside a stream: its type or code decides, before any word of its message. */
function fromType(error: JsonRecord | null, place: FailurePlace): ProviderError | null {
  const body = asRecord(error?.['error']);
  const inner = asRecord(body?.['error']) ?? body;
  const sources = [error, inner];
  const types = ['code', 'type'].flatMap((key) => sources.map((source) => textField(source, key)));
  const type = types.find((name) => name !== null && Object.hasOwn(STATUS_OF_TYPE, name)) ?? null;
  const numbered = sources
    .map((source) => numberField(source, 'code'))
    .find((code) => code !== null && isFailure(code));
  const status = type === null ? numbered : STATUS_OF_TYPE[type];
  if (status === undefined || status === null) return null;
  const requestId = textField(error, 'requestID');
  const message = textField(inner, 'message') ?? messageOf(error);
  return errorFromStatus(
    place.provider,
    {
      status,
      body: `${type ?? status}: ${message}`,
      ...(requestId === null ? {} : { requestId }),
      ...fieldsOf(place, error),
    },
    place.now,
  );
}

function isFailure(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

/**
 * The error that a body reports although its status says success (gateways do so): `{"error": {...}}` or `{"error": "..."}`.
 * Null where it reports none.
 */
export function errorInBody(body: JsonRecord | null, place: FailurePlace): ProviderError | null {
  const error = body?.['error'];
  if (typeof error === 'string' && error !== '')
    return errorFromText(place.provider, error, place.model === null ? {} : { model: place.model });
  if (asRecord(error) === null) return null;
  return errorFromCause({ error, message: textField(asRecord(error), 'message') ?? '' }, place);
}

/** Message of anything thrown; the text of a value that is no error. */
export function messageOf(error: unknown): string {
  return textField(asRecord(error), 'message') ?? String(error);
}
