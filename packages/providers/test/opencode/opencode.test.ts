import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkProvider, createProvider, withOpencodeSession } from '../../src/index.js';
import type { ChatContext, ChatEvent, ChatRequest, ProviderOptions } from '../../src/index.js';
import { QUESTION, VERDICT } from '../provider-cases.js';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-test-opencode-'));
afterAll(() => fs.rmSync(FOLDER, { recursive: true, force: true }));
let count = 0;

/** A real program that behaves as the code says. `say(event)` prints a line of JSON; `input` is its standard input. */
function fakeOpencode(code: string): string {
  count += 1;
  const file = path.join(FOLDER, `opencode-${count}`);
  const head = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const say = (event) => process.stdout.write(JSON.stringify({ timestamp: 1, sessionID: 'ses_0001', ...event }) + '\\n');
const input = args[0] === 'run' ? fs.readFileSync(0, 'utf8') : '';
`;
  fs.writeFileSync(file, head + code, { mode: 0o755 });
  return file;
}

async function ask(
  binary: string,
  options: ProviderOptions = {},
  request: ChatRequest = QUESTION,
  context: ChatContext = {},
): Promise<unknown> {
  const environment = {
    PATH: process.env['PATH'],
    HOME: '/home/alice',
    LANG: 'C',
    AWS_SECRET: 'planted',
    OPENCODE_CONFIG: '/x',
  };
  return createProvider('opencode', { binary, environment, retry: { maxRetries: 0 }, timeoutMs: 20_000, ...options })
    .chat(request, context)
    .catch((error: unknown) => error);
}

const ANSWERS = `
say({ type: 'step_start', part: { type: 'step-start' } });
process.stdout.write('permission requested: bash (rm -rf build); auto-rejecting\\n');
say({ type: 'text', part: { type: 'text', text: 'tile_gemm ' } });
say({ type: 'text', part: { type: 'text', text: 'takes 81.2 %.' } });
say({ type: 'step_finish', part: { reason: 'stop', tokens: { input: 412, output: 30, reasoning: 8, cache: { read: 100, write: 5 } }, cost: 0.25 } });
`;

describe.each([false, true])('opencode (streaming: %s)', (stream) => {
  const chat = (code: string, options: ProviderOptions = {}, request?: ChatRequest) =>
    ask(fakeOpencode(code), options, request, { stream });

  it('answers with the joined text, its tokens and what it says it cost', async () => {
    expect(await chat(ANSWERS)).toMatchObject({
      provider: 'opencode',
      model: 'opencode-default',
      text: 'tile_gemm takes 81.2 %.',
      stopReason: 'end',
      // 412 + 100 + 5 in, 30 + 8 out
      usage: {
        inputTokens: 517,
        outputTokens: 38,
        cacheReadTokens: 100,
        cacheWriteTokens: 5,
        costUsd: 0.25,
        isComplete: true,
      },
    });
  });

  it('finds the final answer in the text', async () => {
    const code = `say({ type: 'text', part: { text: 'Sure: ' + JSON.stringify({ verdict: 'memory', confidence: 0.5 }) + ' Done.' } });`;
    expect(await chat(code, {}, { ...QUESTION, output: VERDICT })).toMatchObject({
      structured: { verdict: 'memory', confidence: 0.5 },
    });
  });

  it('takes plain text where there are no events', async () => {
    expect(
      await chat(
        `process.stdout.write('{"verdict":"memory","confidence":1}\\n');`,
        {},
        { ...QUESTION, output: VERDICT },
      ),
    ).toMatchObject({
      structured: { verdict: 'memory', confidence: 1 },
      usage: { isComplete: false, costUsd: null },
    });
  });

  it.each([
    [
      'an error event, whatever the exit code',
      `say({ type: 'error', error: { name: 'ProviderAuthError', data: { message: 'invalid credentials' } } });`,
      { code: 'AUTH' },
    ],
    [
      'a rate limit',
      `say({ type: 'error', error: { name: 'APIError', data: { message: '429 Too Many Requests' } } }); process.exitCode = 1;`,
      { code: 'RATE_LIMIT' },
    ],
    ...(
      [
        ['400 no such field', { code: 'FATAL' }],
        ['context_length_exceeded', { code: 'FATAL', kind: 'context_length' }],
        ['401 Unauthorized', { code: 'AUTH' }],
        ['403 permission_denied', { code: 'AUTH' }],
        ['insufficient_quota', { code: 'QUOTA_EXCEEDED' }],
        ['429 rate limit', { code: 'RATE_LIMIT' }],
        ['500 Internal Server Error', { code: 'TRANSIENT', kind: 'server' }],
        ['529 overloaded_error', { code: 'TRANSIENT', kind: 'overloaded' }],
        ['read ECONNRESET', { code: 'TRANSIENT', kind: 'connection' }],
        ['model_not_found', { code: 'FATAL' }],
      ] as const
    ).map(
      ([message, expected]) =>
        [
          `the error event "${message}"`,
          `say({ type: 'error', error: { name: 'UnknownError', data: { message: ${JSON.stringify(message)} } } });`,
          expected,
        ] as const,
    ),
    [
      'the end by a signal in the middle of an answer',
      `say({ type: 'text', part: { text: 'tile_' } }); process.kill(process.pid, 'SIGKILL');`,
      { code: 'FATAL', kind: 'subprocess' },
    ],
    [
      'an exit code',
      `process.stderr.write('no such option'); process.exitCode = 1;`,
      { code: 'FATAL', kind: 'subprocess', rawMessage: 'no such option' },
    ],
    [
      'an exit code with known words',
      `process.stderr.write('Error: 503 Service Unavailable'); process.exitCode = 1;`,
      { code: 'TRANSIENT', kind: 'server' },
    ],
    ['the end by a signal', `process.kill(process.pid, 'SIGKILL');`, { code: 'FATAL', kind: 'subprocess' }],
    ['silence', '', { code: 'FATAL', kind: 'malformed_response' }],
    [
      'lines that are no events',
      `process.stdout.write('{"type": broken\\n{"type":"text"}\\n');`,
      { code: 'FATAL', kind: 'malformed_response' },
    ],
    [
      'an answer without end',
      `for (;;) fs.writeSync(1, 'x'.repeat(65536) + '\\n');`,
      { code: 'FATAL', kind: 'malformed_response' },
    ],
  ])('reports %s', async (_name, code, expected) => {
    expect(await chat(code)).toMatchObject({ provider: 'opencode', ...expected });
  });

  it('counts the steps before an error', async () => {
    const error = `${ANSWERS}say({ type: 'error', error: { name: 'APIError', data: { message: '503' } } });`;
    expect(await chat(error)).toMatchObject({
      code: 'TRANSIENT',
      usage: { inputTokens: 517, outputTokens: 38, costUsd: 0.25, modelCalls: 1, isComplete: false },
    });
  });

  it('kills the program and what it started when it takes too long', async () => {
    const mark = path.join(FOLDER, `mark-${count}-${stream}`);
    const child = `const cp = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
fs.writeFileSync(${JSON.stringify(mark)}, String(cp.pid));
setInterval(() => undefined, 1000);`;
    // Waits for the mark, so that the program has certainly started its child before the time is up.
    const controller = new AbortController();
    const timer = setInterval(() => {
      if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') !== '') controller.abort();
    }, 20);
    const error = await ask(fakeOpencode(child), {}, QUESTION, { stream, signal: controller.signal });
    clearInterval(timer);
    expect(error).toMatchObject({ code: 'CANCELLED' });
    await untilGone(Number(fs.readFileSync(mark, 'utf8')));
  });

  it('gives up on an answer that drips too slowly', async () => {
    const drips = `setInterval(() => say({ type: 'text', part: { text: '.' } }), 20);`;
    expect(await chat(drips, { timeoutMs: 600 })).toMatchObject({ code: 'TRANSIENT', kind: 'timeout' });
  });

  it('gives up on a program that says nothing', async () => {
    expect(await chat('setInterval(() => undefined, 1000);', { timeoutMs: 300 })).toMatchObject({
      code: 'TRANSIENT',
      kind: 'timeout',
    });
  });
});

/** Returns when no process of that id runs any more (a dead one that nobody waited for counts as gone). */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const state = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    if (state === '' || / Z /.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the program', () => {
  it('is run as a text model: no tools, no shell, a folder of its own, the prompt on standard input', async () => {
    const code = `say({ type: 'text', part: { text: JSON.stringify({ args, input, env: process.env, cwd: process.cwd(), files: fs.readdirSync('.') }) } });`;
    const result = (await ask(
      fakeOpencode(code),
      { model: 'vendor/model; rm -rf x', childSecrets: { ANTHROPIC_API_KEY: 'k' } },
      QUESTION,
    )) as {
      text: string;
    };
    // The text is redacted by nobody on its way in: it is what the program said.
    const seen = JSON.parse(result.text) as {
      args: string[];
      input: string;
      env: Record<string, string>;
      cwd: string;
      files: string[];
    };
    expect(seen.args).toEqual(['run', '--format', 'json', '--dir', seen.cwd, '--model', 'vendor/model; rm -rf x']);
    expect(seen.input).toBe('[system]\nYou read GPU traces.\n\n[user]\nWhich kernel takes most time?\n');
    expect(seen.files).toEqual([]);
    expect(fs.existsSync(seen.cwd)).toBe(false);
    expect(Object.keys(seen.env).sort()).toEqual(
      [
        'ANTHROPIC_API_KEY',
        'HOME',
        'LANG',
        'NO_COLOR',
        'OPENCODE_CONFIG_CONTENT',
        'OPENCODE_DISABLE_AUTOUPDATE',
        'OPENCODE_DISABLE_DEFAULT_PLUGINS',
        'OPENCODE_DISABLE_LSP_DOWNLOAD',
        'PATH',
        'PERFXPERT_IN_OPENCODE_SESSION',
      ].sort(),
    );
    expect(JSON.parse(seen.env['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
      permission: { bash: 'deny' },
      tools: { '*': false },
    });
    expect(seen.env['PERFXPERT_IN_OPENCODE_SESSION']).toBe('1');
  });

  it('is told no key, home path or host name', async () => {
    const code = `say({ type: 'text', part: { text: Buffer.from(input).toString('base64') } });`;
    const value = { kernels: ['k /home/alice/x.cpp on node17', 'gemm_planted-key_nt'], database_path: '/data/run.db' };
    const request: ChatRequest = { messages: [{ role: 'user', content: [{ type: 'data', source: 'facts', value }] }] };
    const result = (await ask(fakeOpencode(code), { secrets: ['planted-key'], privateNames: ['node17'] }, request)) as {
      text: string;
    };
    expect(Buffer.from(result.text, 'base64').toString()).toBe(
      '[user]\n<untrusted_data source="facts">\n' +
        '{"kernels":["k [REDACTED] on [REDACTED]","gemm_[REDACTED_SECRET]_nt"],"database_path":"[REDACTED_PATH:database_path]"}\n' +
        '</untrusted_data>\n',
    );
  });

  it('brings its text as it comes, and warns once that it knows no bound', async () => {
    const events: ChatEvent[] = [];
    const provider = createProvider('opencode', {
      binary: fakeOpencode(ANSWERS),
      environment: { PATH: process.env['PATH'] },
    });
    const onEvent = (event: ChatEvent) => events.push(event);
    await provider.chat(QUESTION, { onEvent });
    await provider.chat(QUESTION, { onEvent });
    expect(events.filter((event) => event.type === 'text_delta')).toHaveLength(4);
    expect(events.filter((event) => event.type === 'warning')).toHaveLength(1);
  });

  it('is named with the way to install it where it is missing', async () => {
    const error = await ask(path.join(FOLDER, 'no-such-program'));
    expect(error).toMatchObject({ code: 'FATAL', kind: 'subprocess' });
    expect((error as Error).message).toContain('install it');
    expect(await ask(FOLDER)).toMatchObject({ code: 'FATAL', kind: 'subprocess' });
  });

  it('is never started inside one of its own sessions', async () => {
    const binary = fakeOpencode(ANSWERS);
    expect(await ask(binary, { isInsideOpencode: true })).toMatchObject({
      name: 'RecursionGuardViolation',
      code: 'FATAL',
    });
    expect(await withOpencodeSession(true, () => ask(binary))).toMatchObject({ name: 'RecursionGuardViolation' });
    expect(await withOpencodeSession(false, () => ask(binary, { isInsideOpencode: true }))).toMatchObject({
      provider: 'opencode',
      stopReason: 'end',
    });
  });

  it('is not started under an air gap', async () => {
    expect(await ask(fakeOpencode(ANSWERS), { isAirgapped: true })).toMatchObject({ code: 'FATAL', kind: 'airgap' });
  });

  it('tells its version when it is checked', async () => {
    const binary = fakeOpencode(`if (args[0] === '--version') process.stdout.write('opencode 1.2.3\\n');`);
    expect(await checkProvider('opencode', { binary })).toMatchObject({
      isUsable: true,
      version: '1.2.3',
      hasTools: false,
    });
    const broken = fakeOpencode('process.exit(2);');
    expect(await checkProvider('opencode', { binary: broken })).toMatchObject({ isUsable: false, errorCode: 'FATAL' });
  });
});
