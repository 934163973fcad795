import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asRecord, parseJson } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { anthropicBody } from './anthropic-wire.js';
import { ollamaBody } from './ollama-wire.js';
import { openAiBody } from './openai-wire.js';
import type { WireProtocol, WireReply } from './wire-reply.js';

/** A request that the server got. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonRecord;
  /** The body as it came. */
  readonly text: string;
}

/** A server on the loopback address that stands in for a service. */
export interface ModelServer {
  /** Address as a provider takes it. */
  readonly url: string;
  /** Requests for an answer of the model, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** What the server says about its models. */
export interface ModelServerOptions {
  readonly models?: readonly string[];
  /** What Ollama's `/api/show` names; absent: it does not know that question. */
  readonly capabilities?: readonly string[];
}

const BODIES = { anthropic: anthropicBody, openai: openAiBody, ollama: ollamaBody };
const CHAT_PATHS = { anthropic: '/v1/messages', openai: '/v1/chat/completions', ollama: '/api/chat' };

/**
 * A server that speaks the wire protocol of a service and gives the replies one after the other (the last one again and
 * again), each whole or streamed as the request wants it. It listens on 127.0.0.1 only.
 */
export async function startModelServer(
  protocol: WireProtocol,
  replies: readonly WireReply[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const path = request.url ?? '';
      const body = asRecord(parseJson(text)) ?? {};
      if (path !== CHAT_PATHS[protocol]) return answerAbout(path, body, response, options);
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push({ method: request.method ?? '', path, headers: request.headers, body, text });
      if (reply === undefined) return sendJson(response, 500, { error: { message: 'no reply' } });
      return give(protocol, reply, body, response, request);
    });
  });
  // No connection is used twice: a client may keep one to a port that another server of the same tests had before.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${protocol === 'openai' ? '/v1' : ''}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function give(
  protocol: WireProtocol,
  reply: WireReply,
  body: JsonRecord,
  response: ServerResponse,
  request: IncomingMessage,
): void {
  if (reply.kind === 'raw') return reply.respond(response, request);
  if (reply.kind === 'status') return sendJson(response, reply.status, reply.body, reply.headers);
  const { contentType, chunks } = BODIES[protocol](reply, body);
  response.writeHead(200, { 'content-type': contentType, 'request-id': 'req_1', 'x-request-id': 'req_1' });
  for (const chunk of chunks) response.write(chunk);
  response.end();
}

/** Lists of models and what they can do. */
function answerAbout(path: string, body: JsonRecord, response: ServerResponse, options: ModelServerOptions): void {
  const models = options.models ?? [];
  const name = path.replace(/^\/v1\/models\/?/, '');
  if (path === '/api/tags') return sendJson(response, 200, { models: models.map((model) => ({ name: model })) });
  if (path === '/v1/models')
    return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  if (path.startsWith('/v1/models/') && models.includes(name))
    return sendJson(response, 200, { id: name, type: 'model' });
  if (path === '/api/show' && options.capabilities !== undefined)
    return sendJson(response, 200, { capabilities: options.capabilities, model: body['model'] });
  return sendJson(response, 404, { error: { type: 'not_found_error', message: 'not found' } });
}

/** A body that is a text goes out as it is. */
function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(Buffer.from(part));
  } catch {
    // The client went away; what came is all there is.
  }
  return Buffer.concat(parts).toString('utf8');
}
