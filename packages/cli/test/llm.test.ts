import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { llmFlagsOf } from '../src/commands/llm-options.js';
import { planLlm } from '../src/llm/plan-llm.js';
import { memoryIo } from './fixtures/memory-io.js';
import { runBin } from './fixtures/run-bin.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();
let trace: TraceFiles;
let server: http.Server;
let status = 200;
let seen: { path: string; body: string; key: string }[] = [];
/** What the model says; `isLane` where it is asked for proposals. */
let answer: (isLane: boolean) => object;
/** Called for each request; status 0 leaves it unanswered. */
let onRequest: () => void;

/** A proposal as a model writes it; its evidence is the kernel of the trace. */
const DRAFT = {
  title: 'Keep the tile in LDS',
  hypothesis: 'The tile is read twice.',
  mechanism: 'One read less.',
  target_kernel: 'gemm',
  evidence: [{ kind: 'kernel', ref: 'gemm', observation: 'the only kernel' }],
  expected_effects: [{ metric: 'kernel time', direction: 'decrease' }],
  verification: { metrics: ['kernel time'], success_criteria: [], requires_full_gate_cascade: true },
  failure_modes: ['no gain'],
};

/** A service that speaks chat completions and always says the same. */
beforeEach(async () => {
  trace = buildTrace({
    kernels: [{ name: 'gemm', startNs: 0, endNs: 4000 }],
    copies: [{ startNs: 4000, endNs: 9000, bytes: 4096 }],
  });
  status = 200;
  seen = [];
  onRequest = () => undefined;
  answer = () => ({ narrative: 'Words of a model.' });
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const key = request.headers.authorization ?? '';
      const body = Buffer.concat(parts).toString();
      seen.push({ path: request.url ?? '', body, key });
      onRequest();
      if (status === 0) return;
      const said = answer(body.includes('submit_memory_specialist'));
      const message = { role: 'assistant', content: JSON.stringify(said) };
      const reply =
        request.method === 'GET'
          ? { object: 'list', data: [{ id: 'm', object: 'model' }] }
          : {
              id: 'c',
              object: 'chat.completion',
              created: 0,
              model: 'm',
              choices: [{ index: 0, message, finish_reason: 'stop' }],
              usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
            };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          status === 200 ? reply : { error: { message: 'insufficient_quota', code: 'insufficient_quota' } },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  trace.dispose();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function environment(): Record<string, string> {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    HOME: newFolder(),
    PERFXPERT_LLM_PRIVATE_URL: `http://127.0.0.1:${port}/v1`,
    PERFXPERT_LLM_PRIVATE_MODEL: 'm',
    PERFXPERT_DISABLE_RATE_LIMIT_RETRY: '1',
  };
}
const analyze = (argv: readonly string[], env: Record<string, string> = environment()) =>
  runMain(['analyze', '-i', trace.paths[0] ?? '', '--no-timestamps', ...argv], { env });
const ESCAPE = String.fromCharCode(27);

describe('analyze --llm', () => {
  it('C20: has a model write the words, and says so on stderr without colours', async () => {
    const { code, stdout, stderr } = await analyze(['--llm', 'private', '--format', 'json']);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { narrative: string; metadata: Record<string, unknown> };
    expect(report.narrative).toBe('Words of a model.');
    expect(report.metadata).toMatchObject({ provider: 'private', model: 'm', narrative_source: 'model' });
    expect(stderr).toMatch(/^\[perfxpert\] asking private/m);
    expect(stdout + stderr).not.toContain(ESCAPE);
  });

  it('offers no tool that writes', async () => {
    await analyze(['--llm', 'private']);
    const { tools = [] } = JSON.parse(seen.at(-1)?.body ?? '') as { tools?: { function: { name: string } }[] };
    expect(tools.map(({ function: { name } }) => name)).toEqual(['intent_classify']);
  });

  it('sends the question, and notes it', async () => {
    const { stdout } = await analyze(['--llm', 'private', '--prompt', 'what should I fix first?', '--format', 'json']);
    expect(seen.at(-1)?.body).toContain('what should I fix first?');
    expect(JSON.parse(stdout)).toMatchObject({
      metadata: { custom_prompt: 'what should I fix first?', intent: 'optimize' },
    });
  });

  it('without a model the question is answered by our own rules', async () => {
    const { code, stdout } = await analyze(['--prompt', 'help', '--format', 'json'], { HOME: newFolder() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      metadata: { provider: null, intent: 'help', narrative_source: 'template' },
    });
    expect(seen).toEqual([]);
  });

  it('takes the key from a file, and the model from the flag', async () => {
    const file = path.join(newFolder(), 'key');
    fs.writeFileSync(file, 'k-from-file\n');
    await analyze(['--llm', 'private', '--llm-api-key-file', file, '--llm-model', 'm2']);
    expect(seen.at(-1)?.key).toBe('Bearer k-from-file');
    expect(seen.at(-1)?.body).toContain('"m2"');
  });

  it('says which key goes before which', async () => {
    const env = { ...environment(), PERFXPERT_LLM_PRIVATE_API_KEY: 'other' };
    const { stderr } = await analyze(['--llm', 'private', '--llm-api-key', 'mine'], env);
    expect(stderr).toContain('PERFXPERT_LLM_PRIVATE_API_KEY');
    expect(stderr).not.toContain('mine');
    expect(seen.at(-1)?.key).toBe('Bearer mine');
  });

  it('live through the environment alone', async () => {
    const env = { ...environment(), PERFXPERT_LLM_PROVIDER: 'private' };
    const { stdout } = await analyze(['--format', 'json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ narrative: 'Words of a model.' });
  });

  it('a missing key stops before any work: 2', async () => {
    const { code, stdout, stderr } = await analyze(['--llm', 'openai'], { HOME: newFolder() });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/openai.*OPENAI_API_KEY.*--llm-api-key-file/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [{ PERFXPERT_LLM_PRIVATE_URL: 'ftp://x/v1' }, 'http:// or https://'],
    [{ PERFXPERT_LLM_PRIVATE_URL: 'http://u:planted@127.0.0.1/v1' }, 'user name or password'],
    [{ PERFXPERT_LLM_PRIVATE_URL: '' }, 'PERFXPERT_LLM_PRIVATE_URL'],
    [{ PERFXPERT_LLM_PRIVATE_HEADERS: '{"a":"planted' }, 'PERFXPERT_LLM_PRIVATE_HEADERS'],
    [{ PERFXPERT_LLM_FALLBACK_CHAIN: 'opencode', PERFXPERT_IN_OPENCODE_SESSION: '1' }, 'inside an opencode session'],
  ])('a setting that cannot be used stops before any work, with 2 and its reason: %j', async (env, reason) => {
    const { code, stdout, stderr } = await analyze(['--llm', 'private'], { ...environment(), ...env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('planted');
    expect(seen).toEqual([]);
  });

  it('a service that fails: the report is written with a warning, then 4', async () => {
    status = 429;
    const { code, stdout, stderr } = await analyze(['--llm', 'private', '--format', 'json']);
    expect(code).toBe(4);
    const report = JSON.parse(stdout) as { warnings: string[] };
    expect(report.warnings.at(-1)).toMatch(/^LLM_FAILED: .*QUOTA_EXCEEDED/);
    expect(stderr).toMatch(/private.*quota.*PERFXPERT_AIRGAP=1.*--llm/);
  });

  it('C21: an air gap goes before the flag: no check of keys, no progress, 0', async () => {
    const { code, stdout, stderr } = await analyze(['--llm', 'anthropic'], {
      HOME: newFolder(),
      PERFXPERT_AIRGAP: '1',
    });
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    expect(stderr).not.toContain('[perfxpert]');
    expect(stderr).toContain('PERFXPERT_AIRGAP');
  });

  it('C3: --llm openai names the provider and switches models on', async () => {
    const flags = (llm: string | undefined) => llmFlagsOf(llm === undefined ? {} : { llm });
    const io = memoryIo({ env: { HOME: newFolder(), OPENAI_API_KEY: 'k' } });
    expect(await planLlm(flags('openai'), io)).toMatchObject({ provider: 'openai' });
    // Without the flag no words of a model are planned, whatever keys there are.
    expect(await planLlm(flags(undefined), io)).toBeNull();
  });

  it('a config file names the provider, and is read once', async () => {
    const { HOME: home = '', ...env } = environment();
    const file = path.join(home, '.config/perfxpert/config.yaml');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, 'provider: private\n');
    const plan = await planLlm(llmFlagsOf({}), memoryIo({ env: { ...env, HOME: home } }));
    // Everything that asks the model later goes by this reading.
    expect(plan).toMatchObject({ provider: 'private', options: { config: { fields: { provider: 'private' } } } });
    const { stdout } = await analyze(['--format', 'json'], { ...env, HOME: home });
    expect(JSON.parse(stdout)).toMatchObject({ narrative: 'Words of a model.' });
  });

  it('an interrupt while the model thinks: the report is written with our own words, then 130', async () => {
    status = 0;
    let interrupt = () => undefined as void;
    onRequest = () => interrupt();
    const folder = newFolder();
    const argv = ['--llm', 'private', '--prompt', 'help', '--format', 'text,json', '-o', path.join(folder, 'r')];
    const { code, signal, stdout, stderr } = await runBin(['analyze', '-i', trace.paths[0] ?? '', ...argv], {
      env: environment(),
      onSpawn: (send) => (interrupt = send),
    });
    expect({ code, signal, stdout }).toEqual({ code: 130, signal: null, stdout: '' });
    expect(stderr).toMatch(
      /model was interrupted.*Ctrl-C again[^]*wrote .*r\.txt[^]*perfxpert: the model was interrupted/,
    );
    const report = JSON.parse(fs.readFileSync(path.join(folder, 'r.json'), 'utf8')) as {
      narrative: string;
      warnings: string[];
      diagnostics: { code: string; section: string }[];
    };
    expect(report.narrative).toContain('PerfXpert reads a GPU trace');
    expect(report.warnings.at(-1)).toBe(
      'LLM_INTERRUPTED: The language model was interrupted. The words are our own. Run again and let the model answer.',
    );
    expect(report.diagnostics.at(-1)).toMatchObject({ code: 'LLM_INTERRUPTED', section: 'narrative' });
    expect(fs.readFileSync(path.join(folder, 'r.txt'), 'utf8')).toContain('model was interrupted');
  });

  it('the report on standard output is whole after an interrupt, and the error is one JSON object', async () => {
    status = 0;
    let interrupt = () => undefined as void;
    onRequest = () => interrupt();
    const argv = ['--llm', 'private', '--no-progress', '--format', 'json', '--error-format', 'json'];
    const { code, stdout, stderr } = await runBin(['analyze', '-i', trace.paths[0] ?? '', ...argv], {
      env: environment(),
      onSpawn: (send) => (interrupt = send),
    });
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ metadata: { provider: null } });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CANCELLED', exit_code: 130 } });
  });

  it('a second interrupt ends at once: 130, nothing written', async () => {
    status = 0;
    const folder = newFolder();
    let isFirst = true;
    const interrupt = new AbortController();
    onRequest = () => stopModel();
    let stopModel = () => undefined as void;
    const takeInterrupt = (action: () => void) => {
      stopModel = () => {
        if (isFirst) action();
        isFirst = false;
        interrupt.abort();
      };
      return () => undefined;
    };
    const { code, stdout } = await runMain(
      ['analyze', '-i', trace.paths[0] ?? '', '--llm', 'private', '-o', path.join(folder, 'r')],
      { env: environment(), signal: interrupt.signal, takeInterrupt },
    );
    expect([code, stdout]).toEqual([130, '']);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('an interrupt while the model thinks ends a watch too', async () => {
    const file = path.join(newFolder(), 'watched.db');
    fs.copyFileSync(trace.paths[0] ?? '', file);
    let interrupt = () => undefined as void;
    onRequest = () => {
      if (seen.length > 1) return interrupt();
      // Answered; then the trace changes, and the next question is not answered.
      setTimeout(() => {
        status = 0;
        fs.utimesSync(file, 1, 1);
      }, 300);
    };
    const { code, stdout, stderr } = await runBin(['analyze', '--watch', '-i', file, '--llm', 'private'], {
      env: environment(),
      onSpawn: (send) => (interrupt = send),
    });
    expect(code).toBe(130);
    expect(stdout.match(/^PerfXpert /gm)).toHaveLength(2);
    expect(stderr).toMatch(/^perfxpert: the model was interrupted/m);
  });

  it('a session that may ask no more: the report is written all the same, then 4', async () => {
    answer = (isLane) => (isLane ? { exploratory_proposals: [] } : { narrative: 'Words of a model.' });
    const env = { ...environment(), PERFXPERT_AGENT_CREATIVITY: 'exploratory', PERFXPERT_MAX_SESSION_TURNS: '1' };
    const { code, stdout, stderr } = await analyze(['--llm', 'private', '--format', 'json'], env);
    expect(code).toBe(4);
    expect((JSON.parse(stdout) as { warnings: string[] }).warnings.at(-1)).toMatch(/^LLM_FAILED: .*QUOTA_EXCEEDED/);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^perfxpert: .*PERFXPERT_MAX_SESSION_TURNS/);
  });

  it('a service that fails leaves our own answer to the question', async () => {
    status = 429;
    const { code, stdout } = await analyze(['--llm', 'private', '--prompt', 'help', '--format', 'json']);
    expect(code).toBe(4);
    const report = JSON.parse(stdout) as { narrative: string; warnings: string[] };
    expect(report.narrative).toContain('PerfXpert reads a GPU trace');
    expect(report.warnings.at(-1)).toMatch(/^LLM_FAILED: /);
    expect(report).toMatchObject({ metadata: { custom_prompt: 'help', intent: 'help', narrative_source: 'template' } });
  });

  it('the answer to a question is in every format, with and without a model', async () => {
    for (const format of ['text', 'markdown', 'html']) {
      const { stdout } = await analyze(['--prompt', 'help', '--format', format, '-o', '-'], { HOME: newFolder() });
      expect(stdout.replace(/\s+/g, ' ')).toContain('PerfXpert reads a GPU trace');
    }
  });

  it('proposals are in every format, apart from the recommendations, and the commands read them', async () => {
    answer = (isLane) => (isLane ? { exploratory_proposals: [DRAFT] } : { narrative: 'Words of a model.' });
    const env = { ...environment(), PERFXPERT_AGENT_CREATIVITY: 'exploratory' };
    const folder = newFolder();
    const argv = ['--llm', 'private', '--format', 'text,json,markdown,html', '-o', path.join(folder, 'r')];
    expect((await analyze(argv, env)).code).toBe(0);
    for (const name of ['r.txt', 'r.md', 'r.html'])
      expect(fs.readFileSync(path.join(folder, name), 'utf8')).toMatch(
        /UNPROVEN IDEAS OF A MODEL|nproven ideas? of a model/i,
      );
    const listed = await runMain(['proposals', 'list', path.join(folder, 'r.json'), '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { title: DRAFT.title, status: 'exploratory', specialist: 'memory' },
    ]);
    // A saved report is drawn with its lane again.
    const drawn = await runMain(['render', path.join(folder, 'r.json')]);
    expect(drawn.stdout).toContain('UNPROVEN IDEAS OF A MODEL');
  });

  it.each([
    [['--llm', 'nope'], /nope.*known are anthropic/],
    [['--llm', 'openai', '--llm-thinking', '100'], /--llm anthropic/],
    [['--llm-api-key', 'k'], /--llm-api-key.*--llm/],
    [['--llm-thinking', '0', '--llm', 'anthropic'], /whole number/],
    [['--prompt', ' '], /empty/],
    [['--llm', 'openai', '--llm-api-key', 'a', '--llm-api-key-file', 'b'], /one of them/],
  ])('%j is refused', async (argv, text) => {
    const { code, stderr } = await analyze(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(text);
    expect(seen).toEqual([]);
  });
});

describe('providers list', () => {
  it('says which could be used, without a key', async () => {
    const env = { ...environment(), OPENAI_API_KEY: 'sk-secret-key' };
    const { code, stdout } = await runMain(['providers', 'list'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/anthropic +no key/);
    expect(stdout).toMatch(/private +model m/);
    expect(stdout).toContain('Registered providers (name - description)');
    expect(stdout).not.toContain('sk-secret-key');
    expect(seen).toEqual([]);
  });

  it('--check asks those that are configured', async () => {
    const { stdout } = await runMain(['providers', 'list', '--check', '--json'], { env: environment() });
    const { providers } = JSON.parse(stdout) as { providers: { name: string; check?: { isUsable: boolean } }[] };
    expect(providers.map(({ name }) => name)).toEqual(['anthropic', 'ollama', 'openai', 'opencode', 'private']);
    expect(providers.find(({ name }) => name === 'private')?.check?.isUsable).toBe(true);
    expect(providers.find(({ name }) => name === 'openai')).not.toHaveProperty('check');
    expect(seen.every(({ path: place }) => place.startsWith('/v1/models'))).toBe(true);
  });

  it('under an air gap asks nobody', async () => {
    const env = { ...environment(), PERFXPERT_AIRGAP: '1' };
    const { code, stdout } = await runMain(['providers', 'list', '--check'], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('air-gapped');
    expect(seen).toEqual([]);
  });
});
