import { randomUUID } from 'node:crypto';
import { MAX_DEPTH, isTooDeep } from './is-too-deep.js';

/** Answers a request of HTTP, as the SDK does. */
export type Fetch<Options> = (request: Request, options?: Options) => Promise<Response>;

const SESSION = 'mcp-session-id';
const INVALID_REQUEST = -32600;
/** Shorter bodies cannot be nested too deep. */
const LEAST_DEEP = 2 * MAX_DEPTH;

/**
 * What the SDK's handler leaves open, since it keeps nothing between requests: messages nested too deep are refused, and
 * a call ends when its client cancels it, which comes as a request of its own. A client is known by the session id that
 * its `initialize` is answered with; it stands for nothing else, and a request without one is answered all the same.
 */
export function withGuard<Options>(fetch: Fetch<Options>): Fetch<Options> {
  const running = new Map<string, AbortController>();
  return async (request, options) => {
    const message = await messageOf(request);
    if (message === TOO_DEEP) return tooDeep();
    const { method, id, params } = message;
    if (method === 'initialize') return withSession(await fetch(request, options));
    const session = request.headers.get(SESSION);
    if (session === null) return fetch(request, options);
    if (method === 'notifications/cancelled') running.get(keyOf(session, params?.['requestId']))?.abort();
    if (method === undefined || id === undefined) return fetch(request, options);
    const key = keyOf(session, id);
    const abort = new AbortController();
    running.set(key, abort);
    const end = (): void => {
      if (running.get(key) === abort) running.delete(key);
    };
    const signal = AbortSignal.any([request.signal, abort.signal]);
    signal.addEventListener('abort', end, { once: true });
    return afterBody(await fetch(new Request(request, { signal }), options), end);
  };
}

interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

const TOO_DEEP = Symbol('nested too deep');

/** The one message of a request; empty for a batch and for what is none. */
async function messageOf(request: Request): Promise<Message | typeof TOO_DEEP> {
  if (request.method !== 'POST') return {};
  const text = await request.clone().text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // That it is no JSON is said by the transport.
    return {};
  }
  if (text.length >= LEAST_DEEP && isTooDeep(parsed)) return TOO_DEEP;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
  const { method, id, params } = { method: undefined, id: undefined, params: undefined, ...parsed };
  return { method, id, ...(isRecord(params) ? { params } : {}) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function keyOf(session: string, id: unknown): string {
  return `${session} ${JSON.stringify(id)}`;
}

function tooDeep(): Response {
  const error = { code: INVALID_REQUEST, message: `The message is nested deeper than ${MAX_DEPTH} levels.` };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

function withSession(response: Response): Response {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set(SESSION, randomUUID());
  return new Response(response.body, { status: response.status, headers });
}

/** The same response; `end` is called when all of it was sent. */
function afterBody(response: Response, end: () => void): Response {
  if (response.body === null) {
    end();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: end }));
  return new Response(body, { status: response.status, headers: response.headers });
}
