import { describe, expect, it } from '@jest/globals';
import { ProviderChainExhausted, RateLimitError, TransientError, createFallbackProvider } from '../../src/index.js';
import { NO_USAGE } from '../../src/index.js';
import type { ProviderError } from '../../src/index.js';
import { scriptedProvider } from '../../src/testing/index.js';
import type { WireReply } from '../../src/testing/index.js';
import { QUESTION, WIRED, askOnce, bytes, firstWords, testClock } from '../provider-cases.js';

const [ANTHROPIC, OPENAI, , OLLAMA] = WIRED;

/** A stream of one protocol that breaks after some bytes. */
const cut = (protocol: 'anthropic' | 'openai' | 'ollama', text: string): WireReply =>
  bytes(protocol, true, (response) => response.write(text, () => response.destroy()));
const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const COUNTED =
  event({ type: 'message_start', ...startOf(20, 5, 2) }) + event({ type: 'message_delta', ...deltaOf(9) });

function startOf(input: number, cacheRead: number, output: number) {
  const usage = { input_tokens: input, cache_read_input_tokens: cacheRead, output_tokens: output };
  return { message: { id: 'm', type: 'message', role: 'assistant', model: 'test-model', content: [], usage } };
}

function deltaOf(output: number) {
  return { delta: { stop_reason: null, stop_sequence: null }, usage: { output_tokens: output } };
}

describe('what a service counted before it failed', () => {
  it('is in the error', async () => {
    const error = (await askOnce(ANTHROPIC, cut('anthropic', COUNTED), {}, QUESTION, {
      stream: true,
    })) as ProviderError;
    // 20 fresh and 5 cached tokens in, 9 out at the last count
    expect(error).toMatchObject({
      code: 'TRANSIENT',
      usage: { inputTokens: 25, outputTokens: 9, cacheReadTokens: 5, modelCalls: 1, isComplete: false, costUsd: null },
    });
  });

  it('has its price', async () => {
    const price = { input: 1e6, output: 1e6, cacheRead: 0, cacheWrite: 0 };
    const options = { prices: { 'test-model': price } };
    const error = await askOnce(ANTHROPIC, cut('anthropic', COUNTED), options, QUESTION, { stream: true });
    // 20 + 9 tokens at a dollar each; reading the cache is free here
    expect(error).toMatchObject({ usage: { costUsd: 29 } });
  });

  it('is added to the answer of the next try', async () => {
    const replies = [cut('anthropic', COUNTED), { kind: 'text', text: 'whole' } as const];
    const options = { retry: { maxRetries: 1 }, clock: testClock() };
    const result = await askOnce(ANTHROPIC, replies, options, QUESTION, { stream: true });
    // 25 + 412 in, 9 + 38 out
    expect(result).toMatchObject({
      text: 'whole',
      usage: { inputTokens: 437, outputTokens: 47, modelCalls: 2, isComplete: false },
    });
  });

  it('is taken from any piece of a stream that holds counts', async () => {
    const chunk = { id: 'c', model: 'm', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } };
    const text = `${firstWords('openai', true)}data: ${JSON.stringify(chunk)}\n\n`;
    expect(await askOnce(OPENAI, cut('openai', text), {}, QUESTION, { stream: true })).toMatchObject({
      usage: { inputTokens: 7, outputTokens: 3, modelCalls: 1, isComplete: false },
    });
  });

  it('is unknown, not nothing, where words came without counts', async () => {
    const reply = cut('ollama', firstWords('ollama', true));
    expect(await askOnce(OLLAMA, reply, {}, QUESTION, { stream: true })).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 0, modelCalls: 1, isComplete: false, costUsd: null },
    });
  });

  it.each(WIRED)('$name: both answers that did not fit are counted in full', async (wired) => {
    const error = await askOnce(wired, { kind: 'length', text: '{"verd' }, {}, { ...QUESTION, maxOutputTokens: 64 });
    // 412 + 412 in, 38 + 38 out
    expect(error).toMatchObject({
      kind: 'truncated',
      usage: { inputTokens: 824, outputTokens: 76, modelCalls: 2, isComplete: true },
    });
  });

  it('is null for a service that refused', async () => {
    expect(await askOnce(OPENAI, { kind: 'status', status: 500 })).toMatchObject({ code: 'TRANSIENT', usage: null });
  });
});

describe('counts that can not be', () => {
  const bodies = {
    anthropic: (count: unknown) => ({
      type: 'message',
      role: 'assistant',
      model: 'test-model',
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: count, output_tokens: 3 },
    }),
    openai: (count: unknown) => ({
      model: 'test-model',
      choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: count, completion_tokens: 3 },
    }),
    ollama: (count: unknown) => ({
      model: 'test-model',
      message: { role: 'assistant', content: 'x' },
      done: true,
      prompt_eval_count: count,
    }),
  };
  const counts = [-1_000_000, 10.5, 1e300, '12', null, [1]];

  it.each(WIRED.flatMap(({ name, protocol }) => counts.map((count) => ({ name, protocol, count }))))(
    '$name: $count is no count',
    async ({ name, protocol, count }) => {
      const text = JSON.stringify(bodies[protocol](count));
      const reply = bytes(protocol, false, (response) => response.end(text));
      expect(await askOnce({ name, protocol } as never, reply, {}, QUESTION, { stream: false })).toMatchObject({
        text: 'x',
        usage: { inputTokens: 0, outputTokens: 0, isComplete: false, costUsd: null },
      });
    },
  );
});

describe('a chain', () => {
  const failure = (tokens: number) => {
    const error = new TransientError('anthropic', 'connection', 'cut');
    error.usage = { ...NO_USAGE, inputTokens: tokens, modelCalls: 1 };
    return scriptedProvider([{ error }]);
  };

  it('counts those that failed beside the one that answered', async () => {
    const last = scriptedProvider([{ text: 'x', usage: { inputTokens: 5 } }], 'openai');
    const result = await createFallbackProvider([failure(10), last]).chat(QUESTION);
    expect(result.usage).toMatchObject({ inputTokens: 15, modelCalls: 2 });
  });

  it('of which nobody answered has the sum in its error', async () => {
    const none = scriptedProvider([{ error: new RateLimitError('openai', 'slow down') }], 'openai');
    const chain = createFallbackProvider([failure(10), none]);
    const error: unknown = await chain.chat(QUESTION).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderChainExhausted);
    expect(error).toMatchObject({ usage: { inputTokens: 10, modelCalls: 1 } });
  });
});
