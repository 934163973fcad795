import { describe, expect, it } from '@jest/globals';
import type { WireProtocol, WireReply } from '../../src/testing/index.js';
import { createProvider } from '../../src/index.js';
import { QUESTION, VERDICT, WIRED, askOnce } from '../provider-cases.js';

const SERVICES = WIRED.filter(({ protocol }) => protocol !== 'ollama');
const USAGE = { anthropic: { input_tokens: 7, output_tokens: 3 }, openai: { prompt_tokens: 7, completion_tokens: 3 } };

/** A whole answer in the form of a service. */
function whole(protocol: WireProtocol, text: string): object {
  const usage = USAGE[protocol === 'anthropic' ? 'anthropic' : 'openai'];
  return protocol === 'anthropic'
    ? {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text }],
        usage,
      }
    : {
        id: 'c',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage,
      };
}

function gateway(
  contentType: string | null,
  pieces: readonly string[],
  headers: Record<string, string> = {},
): WireReply {
  return {
    kind: 'raw',
    respond: (response) => {
      response.writeHead(200, { ...(contentType === null ? {} : { 'content-type': contentType }), ...headers });
      for (const piece of pieces) response.write(piece);
      response.end();
    },
  };
}

const stream = (wired: (typeof WIRED)[number], reply: WireReply, request = QUESTION) =>
  askOnce(wired, reply, {}, request, { stream: true });

describe.each(SERVICES)('a gateway of $name that knows no streaming', (wired) => {
  const { protocol } = wired;

  it.each(['application/json', 'application/json; charset=utf-8', 'text/event-stream', 'text/plain', null])(
    'is read all the same, under the content type %s',
    async (contentType) => {
      const json = JSON.stringify(whole(protocol, 'tile_gemm'), null, 2);
      const reply = gateway(contentType, [' \n', json.slice(0, 30), json.slice(30)], {
        'request-id': 'r1',
        'x-request-id': 'r1',
      });
      expect(await stream(wired, reply)).toMatchObject({
        text: 'tile_gemm',
        stopReason: 'end',
        requestId: 'r1',
        usage: { inputTokens: 7, outputTokens: 3, modelCalls: 1, isComplete: true },
      });
    },
  );

  it('gives the final answer', async () => {
    const value = { verdict: 'memory', confidence: 0.5 };
    const reply = gateway('text/plain', [JSON.stringify(whole(protocol, JSON.stringify(value)))]);
    expect(await stream(wired, reply, { ...QUESTION, output: VERDICT })).toMatchObject({ structured: value });
  });

  it('that sends what is no JSON, a list, or an error, is reported in one line', async () => {
    const ask = (text: string) => stream(wired, gateway('text/plain', [text]));
    expect(await ask('{"id": not json}')).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    for (const text of ['null', '"words"', '7']) expect(await ask(text)).toMatchObject({ kind: 'malformed_response' });
    expect(await ask('[1]')).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    expect(await ask('{"error":{"message":"slow down","code":429}}')).toMatchObject({ code: 'RATE_LIMIT' });
  });

  it('whose answer is cut off is asked again', async () => {
    expect(
      await stream(wired, gateway('text/plain', ['{"id":"m","content":[{"te'], { connection: 'close' })),
    ).toMatchObject({
      code: 'TRANSIENT',
      kind: 'connection',
    });
  });
});

it('a stream that is called JSON is read as the stream that it is', async () => {
  const event = (delta: object, reason: string | null) =>
    `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const reply = gateway('application/json', [
    event({ content: 'tile_' }, null),
    event({ content: 'gemm' }, 'stop'),
    'data: [DONE]\n\n',
  ]);
  expect(await stream(WIRED[1], reply)).toMatchObject({ text: 'tile_gemm' });
});

it.each(['openai', 'private'] as const)(
  'a gateway of %s that always streams is read where no stream was asked for',
  async (name) => {
    const wired = WIRED.find((entry) => entry.name === name) ?? WIRED[1];
    const piece = (fields: object) => `data: ${JSON.stringify({ id: 'c', model: 'm', ...fields })}\n\n`;
    const choice = (delta: object, reason: string | null) => ({
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const ask = (...pieces: string[]) =>
      askOnce(wired, gateway('text/event-stream', pieces), {}, QUESTION, { stream: false });
    const usage = { choices: [], usage: USAGE.openai };
    expect(
      await ask(
        ': hello\n\n',
        piece(choice({ content: 'tile_' }, null)),
        piece(choice({ content: 'gemm' }, 'stop')),
        piece(usage),
        'data: [DONE]\n\n',
      ),
    ).toMatchObject({ text: 'tile_gemm', usage: { inputTokens: 7, outputTokens: 3 } });
    expect(await ask(piece(choice({ content: 'tile_' }, null)))).toMatchObject({
      code: 'TRANSIENT',
      kind: 'connection',
    });
    expect(await ask('data: {"error":{"message":"slow down","code":429}}\n\n')).toMatchObject({ code: 'RATE_LIMIT' });
    expect(await ask('data: {not json\n\n')).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
  },
);

describe.each(WIRED)('an address that leads to no service of $name', (wired) => {
  const modes = [false, true];

  it.each(modes)('a web page is reported as one, streaming: %s', async (isStream) => {
    const reply = gateway('text/html; charset=utf-8', ['<!doctype html><title>Log in</title>']);
    const error = (await askOnce(wired, reply, {}, QUESTION, { stream: isStream })) as Error;
    expect(error).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    expect(error.message).toContain('web page; check the address');
  });

  it.each(modes)('an answer without a body is reported as one, streaming: %s', async (isStream) => {
    const reply: WireReply = { kind: 'raw', respond: (response) => void response.writeHead(204).end() };
    const error = (await askOnce(wired, reply, {}, QUESTION, { stream: isStream })) as Error;
    expect(error).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    expect(error.message).toContain('empty (HTTP 204)');
  });

  it.each(modes)('what speaks no HTTP is reported in one try, streaming: %s', async (isStream) => {
    const reply: WireReply = { kind: 'raw', respond: (response) => void response.socket?.end('hello\r\n\r\n') };
    const error = (await askOnce(wired, reply, { retry: { maxRetries: 2 } }, QUESTION, { stream: isStream })) as Error;
    expect(error).toMatchObject({ code: 'FATAL', kind: 'configuration' });
    expect(error.message).toContain('http or https');
  });
});

it('a page in the place of the list of models does not keep the model from being asked', async () => {
  const asked: unknown[] = [];
  const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const answer = { choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] };
  const provider = createProvider('private', {
    baseUrl: 'http://127.0.0.1:9999/v1',
    fetch: async (input, init) => {
      asked.push([String(input), init?.body === undefined ? null : JSON.parse(String(init.body)).model]);
      return asked.length === 1 ? page : Response.json(answer);
    },
  });
  expect(await provider.chat(QUESTION, { stream: false })).toMatchObject({ text: 'ok' });
  expect(asked).toEqual([
    ['http://127.0.0.1:9999/v1/models', null],
    ['http://127.0.0.1:9999/v1/chat/completions', 'default'],
  ]);
});
