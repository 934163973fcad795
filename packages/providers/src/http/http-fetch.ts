import { errorFromCause } from '../error-from-cause.js';
import { errorFromStatus } from '../error-from-status.js';
import { FatalError } from '../errors.js';
import type { ProviderError } from '../errors.js';
import type { ProviderName } from '../provider-name.js';
import { checkedLines } from './checked-lines.js';
import { wholeJson } from './cut-json.js';
import { limitedBody } from './limited-body.js';
import { asksForStream, streamedAnswer } from './streamed-answer.js';
import type { Fetch } from './transport.js';

/** Longest answer that is read, in bytes. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

/** Headers that an SDK may set; the rest of what it would send tells about the machine, or comes from the environment. */
const SDK_HEADERS = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta'];
const REQUEST_ID_HEADERS = ['request-id', 'x-request-id', 'apim-request-id'];

/** What one call over HTTP may do. */
export interface HttpFetchOptions {
  readonly provider: ProviderName;
  readonly model: string | null;
  readonly transport: Fetch;
  /** Everything beside `SDK_HEADERS` that is sent: authorization and extra headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly isAirgapped: boolean;
  /** Answers are lines of JSON: a line that is none, or that reports an error, ends the answer. */
  readonly isLines: boolean;
  readonly maxResponseBytes: number;
  readonly now: () => number;
  /** Told of each failure, because an SDK may wrap or lose what is thrown to it; of null when a request starts. */
  readonly onFailure: (error: ProviderError | null) => void;
}

/**
 * The `fetch` that an SDK is given. It refuses under an air gap, sends only chosen headers, follows no redirect (a prompt
 * or a key would go where nobody sent it), turns every status that is no success into the error of `errorFromStatus`,
 * stops reading an answer that grows beyond `maxResponseBytes`, and tells an answer that was cut from one that is no JSON, and a
 * stream from a whole answer, by its content type.
 */
export function createHttpFetch(options: HttpFetchOptions): Fetch {
  const { provider, model, signal, now } = options;
  const fail = (error: unknown): ProviderError => {
    const failure = errorFromCause(error, { provider, model, now: now() });
    if (!signal.aborted) options.onFailure(failure);
    return failure;
  };
  return async (input, init = {}) => {
    if (!signal.aborted) options.onFailure(null);
    if (options.isAirgapped) throw fail(new FatalError(provider, 'airgap', 'no network while PERFXPERT_AIRGAP is on'));
    const signals = init.signal === undefined || init.signal === null ? [signal] : [signal, init.signal];
    const request = {
      ...init,
      headers: chosenHeaders(init.headers, options.headers),
      redirect: 'manual' as const,
      signal: AbortSignal.any(signals),
    };
    let response: Response;
    try {
      response = await options.transport(input, request);
    } catch (error) {
      throw fail(error);
    }
    if (!response.ok) throw fail(await failureOf(response, options));
    const problem = problemOf(response);
    if (problem !== null) {
      await response.body?.cancel();
      throw fail(new FatalError(provider, 'malformed_response', problem));
    }
    const limited = limitedBody(response.body, options.maxResponseBytes, (error) => fail(error), provider);
    const headers = new Headers(response.headers);
    let body = limited;
    if (options.isLines) body = checkedLines(limited, (error) => fail(error), { provider, model, now });
    else if (asksForStream(init.body)) {
      const answer = await streamedAnswer(limited);
      headers.set('content-type', answer.contentType);
      body = answer.body;
    }
    if (!options.isLines) body = wholeJson(body, headers, provider, (error) => fail(error));
    return new Response(body, { status: response.status, headers });
  };
}

/** Why a success can be no answer of a model; null where it may be one. */
function problemOf({ status, body, headers }: Response): string | null {
  if (body === null) return `the answer is empty (HTTP ${status}); check the address`;
  return /\btext\/html\b/i.test(headers.get('content-type') ?? '')
    ? 'the answer is a web page; check the address (many end in /v1), and whether a proxy asks for a login'
    : null;
}

function chosenHeaders(given: RequestInit['headers'], own: Readonly<Record<string, string>>): Headers {
  const all = new Headers(given);
  const chosen = new Headers({ 'user-agent': 'perfxpert' });
  for (const name of SDK_HEADERS) {
    const value = all.get(name);
    if (value !== null) chosen.set(name, value);
  }
  for (const [name, value] of Object.entries(own)) chosen.set(name, value);
  return chosen;
}

async function failureOf(response: Response, options: HttpFetchOptions): Promise<ProviderError> {
  const headers = Object.fromEntries(response.headers.entries());
  const requestId = REQUEST_ID_HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  const { provider, model, now } = options;
  const body = await startOfBody(response);
  return errorFromStatus(
    provider,
    {
      status: response.status,
      body,
      headers,
      ...(requestId === undefined ? {} : { requestId }),
      ...(model === null ? {} : { model }),
    },
    now(),
  );
}

/** At most 64 KiB of a body that reports a failure; what can't be read is left out, because the status decides. */
async function startOfBody(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let size = 0; size < MAX_ERROR_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    return text;
  }
  return text;
}
