import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createProvider, createRecordingFetch, createReplayFetch } from '../../src/index.js';
import type { ChatRequest, ProviderOptions } from '../../src/index.js';
import type { WireReply } from '../../src/testing/index.js';
import {
  HOTSPOTS,
  KEY,
  QUESTION,
  VERDICT,
  WIRED,
  bytes,
  firstWords,
  garbage,
  testClock,
  withServer,
} from '../provider-cases.js';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-test-replay-'));
afterAll(() => fs.rmSync(FOLDER, { recursive: true, force: true }));
let count = 0;

const status = (code: number, headers: Record<string, string> = {}, message = ''): WireReply => ({
  kind: 'status',
  status: code,
  headers,
  body: { error: { message } },
});
const TEXT: WireReply = { kind: 'text', text: 'see /home/alice/run.db' };

/** A row: what the service answers, and the call. */
const ROWS: readonly (readonly [string, readonly WireReply[] | 'cut' | 'malformed', ChatRequest])[] = [
  ['a plain answer', [TEXT], QUESTION],
  [
    'a call of a tool',
    [{ kind: 'tool_calls', calls: [{ name: 'hotspots', input: { top_n: 1 } }] }],
    { ...QUESTION, tools: [HOTSPOTS] },
  ],
  [
    'an answer of a form',
    [{ kind: 'answer', value: { verdict: 'memory', confidence: 1 } }],
    { ...QUESTION, output: VERDICT },
  ],
  ['401', [status(401)], QUESTION],
  ['429 with retry-after, then an answer', [status(429, { 'retry-after': '2' }), TEXT], QUESTION],
  ['429 for the quota', [status(429, {}, 'insufficient_quota')], QUESTION],
  ['500, then an answer', [status(500), TEXT], QUESTION],
  ['529', [status(529)], QUESTION],
  ['a cut answer', [{ kind: 'length', text: 'x' }], QUESTION],
  ['a broken connection', 'cut', QUESTION],
  ['a body that is no JSON', 'malformed', QUESTION],
];
const MODES = WIRED.flatMap((wired) =>
  [false, true].map((stream) => ({ wired, stream, label: `${wired.name} ${stream ? 'streaming' : 'whole'}` })),
);

describe.each(MODES)('$label', ({ wired, stream }) => {
  it.each(ROWS)('replays %s', async (_name, given, request) => {
    count += 1;
    const file = path.join(FOLDER, `${count}.jsonl`);
    const { protocol } = wired;
    const start = firstWords(protocol, stream);
    const replies: readonly WireReply[] =
      given === 'cut'
        ? [bytes(protocol, stream, (response) => response.write(start, () => response.destroy()))]
        : given === 'malformed'
          ? [bytes(protocol, stream, (response) => response.end(garbage(protocol, stream)))]
          : given;
    const call = async (options: ProviderOptions) => {
      const clock = testClock();
      const result: unknown = await createProvider(wired.name, { ...options, retry: {}, clock })
        .chat(request, { stream })
        .catch((error: { code: string; kind?: string }) => [error.code, error.kind]);
      return { result, slept: clock.slept };
    };
    const secrets = [KEY];
    const recorded = await withServer(wired, replies, (_server, own) =>
      call({ ...own, fetch: createRecordingFetch({ provider: wired.name, file, secrets, now: () => 0 }) }),
    );
    const again = await call({
      apiKey: 'another key',
      baseUrl: protocol === 'openai' ? 'http://127.0.0.1:1/v1' : 'http://127.0.0.1:1',
      model: 'test-model',
      fetch: createReplayFetch({ provider: wired.name, file, secrets }),
    });
    expect(again).toEqual(recorded);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('/home/alice');
  });
});

describe('a cassette', () => {
  const file = path.join(FOLDER, 'one.jsonl');
  const ask = (options: ProviderOptions, request = QUESTION) =>
    createProvider('openai', { apiKey: KEY, model: 'test-model', retry: { maxRetries: 0 }, ...options }).chat(request);

  it('answers each recorded request once, and says where another one differs', async () => {
    await withServer(WIRED[1], [TEXT], (server) =>
      ask({ baseUrl: server.url, fetch: createRecordingFetch({ provider: 'openai', file, secrets: [KEY] }) }),
    );
    const fetch = createReplayFetch({ provider: 'openai', file, secrets: [KEY] });
    expect((await ask({ fetch })).text).toBe('see [REDACTED]');
    await expect(ask({ fetch })).rejects.toMatchObject({
      kind: 'configuration',
      rawMessage: 'this request was recorded, but not so often',
    });
    const other = {
      messages: [{ role: 'user', content: 'Which kernel takes least time?' }],
      system: QUESTION.system,
      maxOutputTokens: 512,
    } as ChatRequest;
    await expect(ask({ fetch }, other)).rejects.toMatchObject({
      rawMessage: expect.stringMatching(/recorded: .*takes most.*\nasked: .*takes least/),
    });
  });

  it('is not written where it would hold a secret', async () => {
    const secret = 'abc';
    const target = path.join(FOLDER, 'secret.jsonl');
    const transport = async () => Response.json({ choices: [{ message: { content: 'abc' }, finish_reason: 'stop' }] });
    // Three letters are too short to be cut out of a text, so the recording must fail.
    const fetch = createRecordingFetch({ provider: 'openai', file: target, secrets: [secret], transport });
    await expect(ask({ fetch })).rejects.toMatchObject({ kind: 'configuration' });
    expect(fs.existsSync(target)).toBe(false);
  });

  it('is not written where the pieces of a stream would make a secret together', async () => {
    const target = path.join(FOLDER, 'torn.jsonl');
    const torn = bytes('openai', false, (response) => {
      response.write('{"choices":[{"message":{"content":"planted', () =>
        setTimeout(() => response.end('passphrase"},"finish_reason":"stop"}]}'), 50),
      );
    });
    await withServer(WIRED[1], [torn], async (server) => {
      const fetch = createRecordingFetch({ provider: 'openai', file: target, secrets: ['plantedpassphrase'] });
      await expect(ask({ baseUrl: server.url, fetch })).rejects.toMatchObject({ kind: 'configuration' });
    });
    expect(fs.existsSync(target)).toBe(false);
  });

  it('that is missing or damaged is said to be so', async () => {
    const missing = createReplayFetch({ provider: 'openai', file: path.join(FOLDER, 'none.jsonl'), secrets: [] });
    await expect(ask({ fetch: missing })).rejects.toMatchObject({ code: 'FATAL', kind: 'configuration' });
    const bad = path.join(FOLDER, 'bad.jsonl');
    fs.writeFileSync(bad, '{"key":1}\n');
    const damaged = createReplayFetch({ provider: 'openai', file: bad, secrets: [] });
    await expect(ask({ fetch: damaged })).rejects.toThrow('line 1 of the cassette is no entry');
  });
});
