import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../../src/index.js';
import type { ChatEvent, ChatResult, ProviderOptions } from '../../src/index.js';
import type { WireReply } from '../../src/testing/index.js';
import { QUESTION, WIRED, testClock, withServer } from '../provider-cases.js';

const OPENAI = WIRED[1];
const TEXT: WireReply = { kind: 'text', text: 'ok' };
const fails = (status: number, headers: Record<string, string> = {}, message = ''): WireReply => ({
  kind: 'status',
  status,
  headers,
  body: { error: { message } },
});

async function run(replies: readonly WireReply[], options: ProviderOptions = {}, deadlineMs?: number) {
  const clock = testClock();
  const events: ChatEvent[] = [];
  return withServer(OPENAI, replies, async (server, { retry: _none, ...own }) => {
    const context = {
      stream: false,
      onEvent: (event: ChatEvent) => events.push(event),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    };
    const result: unknown = await createProvider('openai', { ...own, clock, ...options })
      .chat(QUESTION, context)
      .catch((error: unknown) => error);
    return { result, slept: clock.slept, count: server.requests.length, events };
  });
}

describe('a failed call', () => {
  it('is made again, twice at most, with growing pauses', async () => {
    // 0.5 x 2^0 and 0.5 x 2^1 seconds; a random number of 0.5 is no jitter
    const { slept, count, result } = await run([fails(500), fails(503), TEXT]);
    expect([slept, count]).toEqual([[500, 1000], 3]);
    expect((result as ChatResult).attempts.map((attempt) => attempt.errorCode)).toEqual([
      'TRANSIENT',
      'TRANSIENT',
      null,
    ]);
    const given = await run([fails(500)]);
    expect(given).toMatchObject({ count: 3, result: { code: 'TRANSIENT' } });
  });

  it('that was not answered at all is made again only where there is time for another whole try', async () => {
    const silence: WireReply = { kind: 'raw', respond: () => undefined };
    // a pause of 500 ms and a try of 100 ms: 600 ms are not left of 550
    const short = await run([silence], { timeoutMs: 100 }, 550);
    expect(short).toMatchObject({ count: 1, result: { code: 'TRANSIENT', kind: 'timeout' } });
    expect((await run([silence, TEXT], { timeoutMs: 100 }, 5000)).result).toMatchObject({ text: 'ok' });
    // A server that says itself that it gave up needs no whole try.
    expect((await run([fails(408), TEXT], { timeoutMs: 100 }, 550)).result).toMatchObject({ text: 'ok' });
  });

  it('waits 25 % less or more, by chance', async () => {
    const clock = { ...testClock(), random: () => 0 };
    await run([fails(500), TEXT], { clock });
    expect(clock.slept).toEqual([375]);
  });

  it('waits as long as the service asks for, where that is longer', async () => {
    expect((await run([fails(429, { 'retry-after': '7' }), TEXT])).slept).toEqual([7000]);
    expect((await run([fails(429, { 'retry-after-ms': '20' }), TEXT])).slept).toEqual([500]);
    expect((await run([fails(529, { 'retry-after': '3' }), TEXT])).slept).toEqual([3000]);
  });

  it.each([
    [401, ''],
    [400, ''],
    [402, ''],
    [404, ''],
    [429, 'insufficient_quota'],
  ])('is not made again where that is useless: %i %s', async (status, message) => {
    expect((await run([fails(status, {}, message)])).count).toBe(1);
  });

  it('is not made again for a rate limit where that is switched off', async () => {
    const off = { retry: { retryRateLimit: false } };
    expect((await run([fails(429), TEXT], off)).count).toBe(1);
    expect((await run([fails(500), TEXT], off)).count).toBe(2);
  });

  it('surfaces at once where the time left is shorter than the pause', async () => {
    const { result, slept, count } = await run([fails(429, { 'retry-after': '30' }), TEXT], {}, 10_000);
    expect(result).toMatchObject({ code: 'RATE_LIMIT', retryAfterSeconds: 30 });
    expect([slept, count]).toEqual([[], 1]);
  });

  it('tells what happens', async () => {
    const { events } = await run([fails(500), TEXT]);
    expect(events).toEqual([
      { type: 'request', provider: 'openai', model: 'test-model', attempt: 1 },
      { type: 'retry', provider: 'openai', attempt: 2, delaySeconds: 0.5, errorCode: 'TRANSIENT', discard: false },
      { type: 'request', provider: 'openai', model: 'test-model', attempt: 2 },
    ]);
  });

  it('ends where the caller gives up during the pause', async () => {
    const controller = new AbortController();
    const clock = { ...testClock(), sleep: async () => controller.abort() };
    await withServer(OPENAI, [fails(500)], async (server, { retry: _none, ...own }) => {
      const call = createProvider('openai', { ...own, clock }).chat(QUESTION, { signal: controller.signal });
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(server.requests).toHaveLength(1);
    });
  });

  it('leaves no listener on the signal of the caller', async () => {
    let count = 0;
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      count += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      count -= 1;
      remove(...args);
    };
    await withServer(OPENAI, [TEXT], (_server, own) => createProvider('openai', own).chat(QUESTION, { signal }));
    expect(count).toBe(0);
  });
});
