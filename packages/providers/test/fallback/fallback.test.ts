import { describe, expect, it } from '@jest/globals';
import {
  AuthError,
  CancelledError,
  FatalError,
  QuotaExceededError,
  RateLimitError,
  RecursionGuardViolation,
  TimeoutError,
  TransientError,
  UnknownProviderError,
  createBreaker,
  createFallbackProvider,
  parseFallbackChain,
  resolveFallbackChain,
  runWithFallback,
  withOpencodeSession,
} from '../../src/index.js';
import type { ChatEvent, ChatProvider, ProviderChainExhausted } from '../../src/index.js';
import { scriptedProvider } from '../../src/testing/index.js';
import type { ScriptedTurn } from '../../src/testing/index.js';

const ASK = { messages: [{ role: 'user', content: 'Which?' }] } as const;
const LIMITED: ScriptedTurn = { error: new RateLimitError('anthropic', 'too many requests') };
const OVERLOADED: ScriptedTurn = { error: new TransientError('openai', 'overloaded', 'overloaded') };

describe('the chain of a session', () => {
  it.each([
    [null, []],
    ['', []],
    ['openai, anthropic,  claude-code', ['openai', 'anthropic', 'claude-code']],
    ['openai,,anthropic,', ['openai', 'anthropic']],
  ])('vector: %j has the entries %j', (text, entries) => {
    expect(parseFallbackChain(text)).toEqual(entries);
  });

  it('vector: primary anthropic with "openai, anthropic, openai, private"', () => {
    const entries = parseFallbackChain('openai, anthropic, openai, private');
    expect(resolveFallbackChain('anthropic', entries, false)).toEqual(['anthropic', 'openai', 'private']);
  });

  it('vector: "openai,not-real" is an error that names the entry and the valid names', () => {
    const resolve = () => resolveFallbackChain('anthropic', parseFallbackChain('openai,not-real'), false);
    expect(resolve).toThrow(UnknownProviderError);
    expect(resolve).toThrow('[not-real] no such provider; known are anthropic, openai, ollama, private, opencode');
  });

  it('ships no alias', () => {
    expect(() => resolveFallbackChain('claude-code', [], false)).toThrow(UnknownProviderError);
  });

  it('vector: opencode inside an opencode session with primary anthropic', () => {
    expect(() => resolveFallbackChain('anthropic', ['opencode'], true)).toThrow(RecursionGuardViolation);
    expect(resolveFallbackChain('anthropic', ['opencode'], false)).toEqual(['anthropic', 'opencode']);
  });

  it('believes the flag of the running code before the environment', () => {
    const resolve = (fromEnvironment: boolean) => () => resolveFallbackChain('opencode', [], fromEnvironment);
    expect(withOpencodeSession(false, resolve(true))).toEqual(['opencode']);
    expect(() => withOpencodeSession(true, resolve(false))).toThrow(RecursionGuardViolation);
  });
});

describe('a chain of providers', () => {
  it('vector: primary rate-limited, second ok: the answer of the second, both called once', async () => {
    const first = scriptedProvider([LIMITED], 'anthropic');
    const second = scriptedProvider([{ text: 'answer' }], 'openai');
    const result = await createFallbackProvider([first, second]).chat(ASK);
    expect(result).toMatchObject({ provider: 'openai', text: 'answer' });
    expect(result.attempts.map(({ provider, errorCode }) => [provider, errorCode])).toEqual([
      ['anthropic', 'RATE_LIMIT'],
      ['openai', null],
    ]);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it('vector: all transient: ProviderChainExhausted with both names in order, cause the last', async () => {
    const chain = [scriptedProvider([OVERLOADED], 'anthropic'), scriptedProvider([OVERLOADED], 'openai')];
    const error = (await createFallbackProvider(chain)
      .chat(ASK)
      .catch((thrown: unknown) => thrown)) as ProviderChainExhausted;
    expect(error).toMatchObject({ code: 'CHAIN_EXHAUSTED', provider: 'anthropic -> openai' });
    expect(error.attempts.map((attempt) => attempt.provider)).toEqual(['anthropic', 'openai']);
    expect(error.cause).toBe(error.attempts[1]?.error);
  });

  it.each([
    new AuthError('anthropic', 'key refused'),
    new QuotaExceededError('anthropic', 'quota used up'),
    new FatalError('anthropic', 'bad_request', 'refused'),
    new TimeoutError('anthropic', 1),
    new CancelledError('anthropic', 'cancelled'),
    new TypeError('a bug'),
  ])('vector: primary %s surfaces, the second is never called', async (error) => {
    const second = scriptedProvider([{ text: 'answer' }], 'openai');
    const chain = createFallbackProvider([scriptedProvider([{ error }], 'anthropic'), second]);
    await expect(chain.chat(ASK)).rejects.toBe(error);
    expect(second.requests).toEqual([]);
  });

  it('of one entry leaves its error as it is', async () => {
    await expect(createFallbackProvider([scriptedProvider([OVERLOADED])]).chat(ASK)).rejects.toMatchObject({
      code: 'TRANSIENT',
    });
  });

  it('needs an entry', async () => {
    expect(() => createFallbackProvider([])).toThrow(RangeError);
    await expect(runWithFallback([], async () => 1)).rejects.toThrow(RangeError);
  });

  it('vector: options reach every provider, the model only the first: no other service knows it', async () => {
    const first = scriptedProvider([LIMITED], 'anthropic');
    const second = scriptedProvider([{ text: 'x' }], 'openai');
    const request = { ...ASK, system: [{ text: 's' }], maxOutputTokens: 9, model: 'claude-x' };
    await createFallbackProvider([first, second]).chat(request);
    expect(first.requests[0]).toEqual(request);
    expect(second.requests[0]).toEqual({ ...ASK, system: [{ text: 's' }], maxOutputTokens: 9 });
  });

  it('reports each switch once, and whether pieces were shown', async () => {
    const events: ChatEvent[] = [];
    const talks: ChatProvider = {
      ...scriptedProvider([], 'anthropic'),
      chat: async (_request, context) => {
        context?.onEvent?.({ type: 'text_delta', provider: 'anthropic', text: 'The ' });
        throw new TransientError('anthropic', 'connection', 'the stream was cut');
      },
    };
    const chain = createFallbackProvider([
      talks,
      scriptedProvider([LIMITED], 'openai'),
      scriptedProvider([OVERLOADED], 'private'),
    ]);
    await expect(chain.chat(ASK, { onEvent: (event) => events.push(event) })).rejects.toMatchObject({
      code: 'CHAIN_EXHAUSTED',
    });
    expect(events.filter((event) => event.type === 'switch')).toEqual([
      { type: 'switch', from: 'anthropic', to: 'openai', errorCode: 'TRANSIENT', discard: true },
      { type: 'switch', from: 'openai', to: 'private', errorCode: 'RATE_LIMIT', discard: false },
      { type: 'switch', from: 'private', to: null, errorCode: 'TRANSIENT', discard: false },
    ]);
  });

  it('shares one time between its providers, and survives a listener that fails', async () => {
    let now = 0;
    const given: (number | undefined)[] = [];
    const chain = [scriptedProvider([], 'anthropic'), scriptedProvider([], 'openai')];
    const result = await runWithFallback(
      chain,
      async (provider, turn) => {
        given.push(turn.deadlineMs);
        now += 400;
        if (provider === chain[0]) throw new RateLimitError('anthropic', 'x');
        return 'done';
      },
      {
        deadlineMs: 1000,
        now: () => now,
        onEvent: () => {
          throw new Error('listener');
        },
      },
    );
    expect(given).toEqual([1000, 600]);
    expect(result).toMatchObject({ value: 'done', provider: 'openai', failures: [{ provider: 'anthropic' }] });
  });
});

describe('the breaker', () => {
  it('passes over a provider for 60 s after two failures', async () => {
    let now = 0;
    const breaker = createBreaker(() => now);
    const calls: string[] = [];
    const run = () =>
      runWithFallback(
        [scriptedProvider([], 'anthropic'), scriptedProvider([], 'openai')],
        async (provider) => {
          calls.push(provider.name);
          if (provider.name === 'anthropic') throw new RateLimitError('anthropic', 'x');
          return provider.name;
        },
        { breaker, now: () => now },
      );
    await run();
    await run();
    const third = await run();
    expect(calls).toEqual(['anthropic', 'openai', 'anthropic', 'openai', 'openai']);
    expect(third.failures).toMatchObject([{ provider: 'anthropic', error: { code: 'RATE_LIMIT' } }]);
    now = 60_000;
    await run();
    expect(calls.slice(5)).toEqual(['anthropic', 'openai']);
  });

  it('forgets failures after a success, and holds back nobody where it would hold back all', async () => {
    const breaker = createBreaker(() => 0);
    const error = new RateLimitError('anthropic', 'x');
    breaker.failed('anthropic', error);
    breaker.succeeded('anthropic');
    breaker.failed('anthropic', error);
    expect(breaker.openedBy('anthropic')).toBeNull();
    breaker.failed('anthropic', error);
    expect(breaker.openedBy('anthropic')).toBe(error);
    const result = await runWithFallback([scriptedProvider([], 'anthropic')], async () => 'tried', { breaker });
    expect(result.value).toBe('tried');
  });
});
