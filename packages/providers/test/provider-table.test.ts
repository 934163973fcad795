import { describe, expect, it } from '@jest/globals';
import type { ChatResult, ProviderError } from '../src/index.js';
import type { WireReply } from '../src/testing/index.js';
import {
  HOTSPOTS,
  KEY,
  QUESTION,
  VERDICT,
  WIRED,
  askOnce,
  bytes,
  firstWords,
  garbage,
  withServer,
} from './provider-cases.js';
import { createProvider } from '../src/index.js';

const STATUS_ROWS: readonly (readonly [string, WireReply, object])[] = [
  ['400', status(400, 'no such field'), { code: 'FATAL', kind: 'bad_request' }],
  ['400 for the context', status(400, 'context_length_exceeded'), { code: 'FATAL', kind: 'context_length' }],
  ['400 for the credit', status(400, 'Your credit balance is too low'), { code: 'QUOTA_EXCEEDED' }],
  ['401', status(401, 'invalid credentials'), { code: 'AUTH' }],
  ['402', status(402, 'pay'), { code: 'QUOTA_EXCEEDED' }],
  ['403', status(403, 'not allowed'), { code: 'AUTH' }],
  ['404', status(404, 'model not found'), { code: 'FATAL', kind: 'not_found' }],
  ['405', status(405, ''), { code: 'FATAL', kind: 'unclassified' }],
  ['408', status(408, ''), { code: 'TRANSIENT', kind: 'timeout' }],
  ['409', status(409, ''), { code: 'TRANSIENT', kind: 'conflict' }],
  ['413', status(413, ''), { code: 'FATAL', kind: 'too_large' }],
  ['422', status(422, ''), { code: 'FATAL', kind: 'invalid' }],
  ['429', status(429, 'slow down'), { code: 'RATE_LIMIT', retryAfterSeconds: 0 }],
  ['429 with retry-after', status(429, '', { 'retry-after': '7' }), { code: 'RATE_LIMIT', retryAfterSeconds: 7 }],
  [
    '429 with retry-after-ms',
    status(429, '', { 'retry-after-ms': '1500' }),
    { code: 'RATE_LIMIT', retryAfterSeconds: 1.5 },
  ],
  [
    '429 with a date',
    status(429, '', { 'retry-after': 'Thu, 31 Dec 2099 23:59:59 GMT' }),
    { code: 'RATE_LIMIT', retryAfterSeconds: 60 },
  ],
  ['429 for the quota', status(429, 'insufficient_quota'), { code: 'QUOTA_EXCEEDED' }],
  ['500', status(500, ''), { code: 'TRANSIENT', kind: 'server' }],
  [
    '502 in HTML',
    { kind: 'status', status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } },
    { code: 'TRANSIENT', kind: 'server' },
  ],
  ['503', status(503, ''), { code: 'TRANSIENT', kind: 'server' }],
  ['504', status(504, ''), { code: 'TRANSIENT', kind: 'server' }],
  ['529', status(529, 'Overloaded'), { code: 'TRANSIENT', kind: 'overloaded' }],
  ['a redirect', status(302, '', { location: 'http://127.0.0.1:1/elsewhere' }), { code: 'FATAL', kind: 'redirect' }],
  ['a permanent redirect', status(308, '', { location: '/v2/messages' }), { code: 'FATAL', kind: 'redirect' }],
];

function status(code: number, message: string, headers: Record<string, string> = {}): WireReply {
  return { kind: 'status', status: code, body: { error: { message, type: message } }, headers };
}

const MODES = WIRED.flatMap((wired) =>
  [false, true].map((stream) => ({ wired, stream, label: `${wired.name} ${stream ? 'streaming' : 'whole'}` })),
);

describe.each(MODES)('$label', ({ wired, stream }) => {
  const { protocol } = wired;
  const ask = (reply: WireReply | readonly WireReply[], options = {}, request = QUESTION) =>
    askOnce(wired, reply, options, request, { stream });

  it('answers in text with its usage', async () => {
    const result = await ask({ kind: 'text', text: 'tile_gemm takes 81.2 %.' });
    expect(result).toMatchObject({
      provider: wired.name,
      model: 'test-model',
      text: 'tile_gemm takes 81.2 %.',
      blocks: [{ type: 'text', text: 'tile_gemm takes 81.2 %.' }],
      stopReason: 'end',
      requestId: protocol === 'ollama' ? null : 'req_1',
      usage: { inputTokens: 412, outputTokens: 38, modelCalls: 1, toolCalls: 0, costUsd: null, isComplete: true },
      attempts: [{ provider: wired.name, model: 'test-model', errorCode: null }],
    });
    expect(result).not.toHaveProperty('structured');
  });

  it('calls tools, several at once', async () => {
    const calls = [
      { name: 'hotspots', input: { top_n: 3 } },
      { name: 'hotspots', input: { top_n: 5 } },
    ];
    const result = (await ask({ kind: 'tool_calls', calls }, {}, { ...QUESTION, tools: [HOTSPOTS] })) as ChatResult;
    expect(result.stopReason).toBe('tool_calls');
    expect(result.blocks).toMatchObject(calls.map((call) => ({ type: 'tool_call', ...call, error: null })));
    expect(new Set(result.blocks.map((block) => ('id' in block ? block.id : ''))).size).toBe(2);
    expect(result.usage.toolCalls).toBe(2);
  });

  it('gives a final answer of the asked form', async () => {
    const value = { verdict: 'memory', confidence: 0.8 };
    const result = await ask(
      { kind: 'answer', value },
      {},
      { ...QUESTION, tools: [HOTSPOTS], output: VERDICT, isFinalTurn: true },
    );
    expect(result).toMatchObject({ structured: value, stopReason: 'end' });
  });

  it('leaves out the answer where the words hold none', async () => {
    const result = await ask({ kind: 'text', text: 'I would say memory.' }, {}, { ...QUESTION, output: VERDICT });
    expect(result).toMatchObject({ stopReason: 'end', text: 'I would say memory.' });
    expect(result).not.toHaveProperty('structured');
  });

  it('asks once more with twice the room where an answer was cut off', async () => {
    const result = await ask([
      { kind: 'length', text: '{"verd' },
      { kind: 'text', text: 'whole' },
    ]);
    // 412 + 412 tokens in, 38 + 38 out
    expect(result).toMatchObject({ text: 'whole', usage: { inputTokens: 824, outputTokens: 76, modelCalls: 2 } });
    expect(await ask({ kind: 'length', text: '{"verd' })).toMatchObject({ code: 'TRANSIENT', kind: 'truncated' });
  });

  it.each(STATUS_ROWS)('maps %s', async (_name, reply, expected) => {
    const error = (await ask(reply)) as ProviderError;
    expect(error).toMatchObject({ ...expected, provider: wired.name, model: 'test-model' });
    expect(error.message).not.toContain(KEY);
  });

  it('reports an answer that is no JSON', async () => {
    const error = await ask(bytes(protocol, stream, (response) => response.end(garbage(protocol, stream))));
    expect(error).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
  });

  it('reports JSON that is no answer', async () => {
    const lines = protocol === 'ollama' ? '[1]\n' : 'event: message_start\ndata: [1]\n\n';
    const error = await ask(bytes(protocol, stream, (response) => response.end(stream ? lines : '{"hello":"world"}')));
    // Events of no known kind are skipped, so that nothing is left but a stream without an end.
    expect(error).toMatchObject({ code: stream && protocol !== 'ollama' ? 'TRANSIENT' : 'FATAL' });
  });

  it('reports an error that comes with a status of success', async () => {
    const error = { message: 'upstream says so', code: 429 };
    const line = JSON.stringify({ error: protocol === 'ollama' ? '429 too many requests' : error });
    const event = protocol === 'anthropic' ? `event: error\ndata: ${line}\n\n` : `data: ${line}\n\n`;
    const body = stream && protocol !== 'ollama' ? event : `${line}\n`;
    expect(await ask(bytes(protocol, stream, (response) => response.end(body)))).toMatchObject({ code: 'RATE_LIMIT' });
  });

  it('reports an empty body', async () => {
    const error = await ask(bytes(protocol, stream, (response) => response.end()));
    expect(error).toMatchObject(
      stream ? { code: 'TRANSIENT', kind: 'connection' } : { code: 'FATAL', kind: 'malformed_response' },
    );
  });

  it('reports a connection that breaks in the middle', async () => {
    const reply = bytes(protocol, stream, (response) =>
      response.write(firstWords(protocol, stream), () => response.destroy()),
    );
    expect(await ask(reply)).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
  });

  it('reports a connection that breaks before anything came', async () => {
    const reply: WireReply = { kind: 'raw', respond: (response) => response.destroy() };
    expect(await ask(reply)).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
  });

  it('gives up on an answer that drips too slowly', async () => {
    const reply = bytes(protocol, stream, (response) => {
      const timer = setInterval(() => response.write(stream ? '\n' : ' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(reply, { timeoutMs: 250 })).toMatchObject({ code: 'TRANSIENT', kind: 'timeout' });
  });

  it('gives up on a service that says nothing', async () => {
    const reply: WireReply = { kind: 'raw', respond: () => undefined };
    expect(await ask(reply, { timeoutMs: 150 })).toMatchObject({ code: 'TRANSIENT', kind: 'timeout' });
  });

  it('stops reading an answer without end', async () => {
    const reply = bytes(protocol, stream, (response) => {
      const more = (): void => {
        while (
          !response.destroyed &&
          response.write(`${stream && protocol !== 'ollama' ? ': ' : ''}${' '.repeat(4096)}\n`)
        );
      };
      response.on('drain', more);
      more();
    });
    const error = await ask(reply, { maxResponseBytes: 100_000 });
    expect(error).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    expect((error as ProviderError).message).toContain('100000 bytes');
  });

  it('reports an address where nobody listens', async () => {
    const address = await withServer(wired, [], async (server) => server.url);
    const provider = createProvider(wired.name, {
      apiKey: KEY,
      baseUrl: address,
      model: 'm',
      retry: { maxRetries: 0 },
    });
    const error: unknown = await provider.chat(QUESTION, { stream }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
    expect((error as ProviderError).message).toContain('ECONNREFUSED');
    if (wired.name === 'ollama') expect((error as ProviderError).message).toContain('is the server running');
  });

  it('reports a caller that gives up, before and during the call', async () => {
    const controller = new AbortController();
    const reply: WireReply = { kind: 'raw', respond: () => controller.abort() };
    const during = await askOnce(wired, reply, {}, QUESTION, { stream, signal: controller.signal });
    expect(during).toMatchObject({ code: 'CANCELLED' });
    const before = await askOnce(wired, reply, {}, QUESTION, { stream, signal: controller.signal });
    expect(before).toMatchObject({ code: 'CANCELLED' });
  });

  it('reports a call whose time is up', async () => {
    const reply: WireReply = { kind: 'raw', respond: () => undefined };
    const error = await askOnce(wired, reply, {}, QUESTION, { stream, deadlineMs: 150 });
    expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', timeoutSeconds: 0.15 });
  });
});

describe.each(WIRED)('the stream of $name', (wired) => {
  it('brings the pieces as they come', async () => {
    const pieces: string[] = [];
    await askOnce(wired, { kind: 'text', text: 'tile_gemm' }, {}, QUESTION, {
      onEvent: (event) => {
        if (event.type === 'text_delta') pieces.push(event.text);
      },
    });
    // The server cuts each text in two.
    expect(pieces).toEqual(['tile_', 'gemm']);
  });

  it('brings the pieces of the final answer apart from words', async () => {
    const pieces: string[] = [];
    const value = { verdict: 'memory', confidence: 0.8 };
    await askOnce(
      wired,
      { kind: 'answer', value },
      {},
      { ...QUESTION, output: VERDICT },
      {
        onEvent: (event) => {
          if (event.type === 'answer_delta') pieces.push(event.text);
        },
      },
    );
    expect(JSON.parse(pieces.join(''))).toEqual(value);
  });

  it('is cut: a stream that ends before its end is no answer', async () => {
    const reply = bytes(wired.protocol, true, (response) => response.end(firstWords(wired.protocol, true)));
    const error = await askOnce(wired, reply, {}, QUESTION, { stream: true });
    expect(error).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
  });

  it('is voided where another try follows', async () => {
    const events: unknown[] = [];
    const cut = bytes(wired.protocol, true, (response) => response.end(firstWords(wired.protocol, true)));
    const clock = { now: () => 0, random: () => 0.5, sleep: async () => undefined };
    const result = await askOnce(
      wired,
      [cut, { kind: 'text', text: 'whole' }],
      { retry: { maxRetries: 1 }, clock },
      QUESTION,
      {
        onEvent: (event) => events.push(event),
      },
    );
    expect(result).toMatchObject({ text: 'whole' });
    expect(events).toContainEqual({
      type: 'retry',
      provider: wired.name,
      attempt: 2,
      delaySeconds: 0.5,
      errorCode: 'TRANSIENT',
      discard: true,
    });
  });
});
