import { describe, expect, it } from '@jest/globals';
import type { WireProtocol, WireReply } from '../../src/testing/index.js';
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
