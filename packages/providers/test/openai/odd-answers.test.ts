import { describe, expect, it } from '@jest/globals';
import type { ChatResult } from '../../src/index.js';
import { HOTSPOTS, QUESTION, VERDICT, WIRED, askOnce, bytes } from '../provider-cases.js';

const [, OPENAI, PRIVATE] = WIRED;
const completion = (message: object, reason = 'stop') =>
  JSON.stringify({ id: 'c', model: 'test-model', choices: [{ index: 0, message, finish_reason: reason }] });
const json = (text: string) => bytes('openai', false, (response) => response.end(text));
const event = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

describe.each([OPENAI, PRIVATE])('$name', (wired) => {
  it('reports one that is no JSON, or that reports an error itself, where it asked for a stream', async () => {
    const ask = (text: string) => askOnce(wired, json(text), {}, QUESTION, { stream: true });
    expect(await ask('{"id": not json}')).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
    expect(await ask('{"error":{"message":"slow down","code":429}}')).toMatchObject({ code: 'RATE_LIMIT' });
  });

  it('takes a list of parts for a text, whole and in pieces', async () => {
    const parts = [{ type: 'text', text: 'tile_' }, { type: 'text', text: 'gemm' }, { type: 'image_url' }, null];
    const whole = json(completion({ role: 'assistant', content: parts }));
    expect(await askOnce(wired, whole, {}, QUESTION, { stream: false })).toMatchObject({ text: 'tile_gemm' });
    const pieces = event({ content: parts.slice(0, 1) }) + event({ content: parts.slice(1) }) + event({}, 'stop');
    const stream = bytes('openai', true, (response) => response.end(`${pieces}data: [DONE]\n\n`));
    expect(await askOnce(wired, stream, {}, QUESTION, { stream: true })).toMatchObject({ text: 'tile_gemm' });
  });
});

describe('JSON that is nested without end', () => {
  const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

  it('is cut off in an answer', async () => {
    const content = `{"verdict":"memory","confidence":${DEEP}}`;
    const reply = json(completion({ role: 'assistant', content }));
    const result = (await askOnce(
      OPENAI,
      reply,
      {},
      { ...QUESTION, output: VERDICT },
      { stream: false },
    )) as ChatResult;
    expect(result).toMatchObject({ stopReason: 'end', structured: { verdict: 'memory' } });
    // It can be written again, which the whole of it could not.
    expect(JSON.stringify(result.structured).length).toBeLessThan(300);
  });

  it('is cut off in the arguments of a tool', async () => {
    const call = { id: '1', type: 'function', function: { name: 'hotspots', arguments: `{"top_n":${DEEP}}` } };
    const reply = json(completion({ role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls'));
    const result = (await askOnce(
      OPENAI,
      reply,
      {},
      { ...QUESTION, tools: [HOTSPOTS] },
      { stream: false },
    )) as ChatResult;
    expect(result.blocks).toMatchObject([{ type: 'tool_call', name: 'hotspots' }]);
    expect(JSON.stringify(result.blocks).length).toBeLessThan(400);
  });
});
