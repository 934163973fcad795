import type { ServerResponse } from 'node:http';
import { createProvider } from '../src/index.js';
import type { Clock } from '../src/index.js';
import type { ChatContext, ChatRequest, ProviderOptions } from '../src/index.js';
import { startModelServer } from '../src/testing/index.js';
import type { ModelServer, ModelServerOptions, WireProtocol, WireReply } from '../src/testing/index.js';

/** A provider under test, and the protocol that its server speaks. */
export const WIRED = [
  { name: 'anthropic', protocol: 'anthropic' },
  { name: 'openai', protocol: 'openai' },
  { name: 'private', protocol: 'openai' },
  { name: 'ollama', protocol: 'ollama' },
] as const satisfies readonly { name: string; protocol: WireProtocol }[];
export type Wired = (typeof WIRED)[number];

export const KEY = 'sk-test-planted-key-0001';
export const QUESTION: ChatRequest = {
  system: [{ text: 'You read GPU traces.' }],
  messages: [{ role: 'user', content: 'Which kernel takes most time?' }],
  maxOutputTokens: 512,
};
export const HOTSPOTS = {
  name: 'hotspots',
  description: 'Top kernels by time',
  inputSchema: {
    type: 'object',
    properties: { top_n: { type: 'integer' } },
    required: ['top_n'],
    additionalProperties: false,
  },
};
export const VERDICT = {
  name: 'submit_verdict',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['verdict', 'confidence'],
    properties: { verdict: { type: 'string', enum: ['compute', 'memory'] }, confidence: { type: 'number' } },
  },
};

/** Time that passes only where somebody sleeps; what was slept is kept. */
export function testClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = Date.parse('2026-01-01T00:00:00Z');
  return {
    slept,
    now: () => now,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

/** Runs some work with a server and a provider that talks to it, and closes the server. */
export async function withServer<T>(
  wired: Wired,
  replies: readonly WireReply[],
  work: (server: ModelServer, options: ProviderOptions) => Promise<T>,
  serverOptions: ModelServerOptions = {},
): Promise<T> {
  const server = await startModelServer(wired.protocol, replies, serverOptions);
  try {
    return await work(server, {
      apiKey: KEY,
      baseUrl: server.url,
      model: 'test-model',
      retry: { maxRetries: 0 },
      timeoutMs: 20_000,
    });
  } finally {
    await server.close();
  }
}

/** The answer to one call, or what it threw. */
export async function askOnce(
  wired: Wired,
  reply: WireReply | readonly WireReply[],
  options: ProviderOptions = {},
  request: ChatRequest = QUESTION,
  context: ChatContext = {},
): Promise<unknown> {
  return withServer(wired, [reply].flat(), async (_server, own) => {
    try {
      return await createProvider(wired.name, { ...own, ...options }).chat(request, context);
    } catch (error) {
      return error;
    }
  });
}

/** Bytes with status 200 in the content type of a protocol. */
export function bytes(
  protocol: WireProtocol,
  isStreaming: boolean,
  send: (response: ServerResponse) => void,
): WireReply {
  const stream = protocol === 'ollama' ? 'application/x-ndjson' : 'text/event-stream';
  return {
    kind: 'raw',
    respond: (response) => {
      response.writeHead(200, { 'content-type': isStreaming ? stream : 'application/json' });
      send(response);
    },
  };
}

/** The start of an answer, as far as its first words. */
export function firstWords(protocol: WireProtocol, isStreaming: boolean): string {
  if (!isStreaming) return '{"id":"x","model":"test-model","content":[{"type":"text","te';
  if (protocol === 'ollama')
    return '{"model":"test-model","message":{"role":"assistant","content":"tile_"},"done":false}\n';
  if (protocol === 'openai')
    return 'data: {"id":"c","model":"test-model","choices":[{"index":0,"delta":{"content":"tile_"},"finish_reason":null}]}\n\n';
  const start = {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'test-model',
      content: [],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  };
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'tile_' } };
  return [start, block, delta].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** What is no JSON where JSON is expected. */
export function garbage(protocol: WireProtocol, isStreaming: boolean): string {
  if (!isStreaming) return '{"id": not json}';
  return protocol === 'ollama' ? '{"model": not json}\n' : 'event: message_start\ndata: {"type": not json{{{\n\n';
}
