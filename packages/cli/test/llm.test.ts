import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();
let trace: TraceFiles;
let server: http.Server;
let status = 200;
let seen: { path: string; body: string; key: string }[] = [];

/** A service that speaks chat completions and always says the same. */
beforeEach(async () => {
  trace = buildTrace({
    kernels: [{ name: 'gemm', startNs: 0, endNs: 4000 }],
    copies: [{ startNs: 4000, endNs: 9000, bytes: 4096 }],
  });
  status = 200;
  seen = [];
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const key = request.headers.authorization ?? '';
      seen.push({ path: request.url ?? '', body: Buffer.concat(parts).toString(), key });
      const message = { role: 'assistant', content: JSON.stringify({ narrative: 'Words of a model.' }) };
      const answer =
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
          status === 200 ? answer : { error: { message: 'insufficient_quota', code: 'insufficient_quota' } },
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
  it('has a model write the words, and says so on stderr without colours', async () => {
    const { code, stdout, stderr } = await analyze(['--llm', 'private', '--format', 'json']);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as { narrative: string; metadata: Record<string, unknown> };
    expect(report.narrative).toBe('Words of a model.');
    expect(report.metadata).toMatchObject({ provider: 'private', model: 'm', narrative_source: 'model' });
    expect(stderr).toMatch(/^\[perfxpert\] asking private/m);
    expect(stdout + stderr).not.toContain(ESCAPE);
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

  it('a service that fails: the report is written with a warning, then 4', async () => {
    status = 429;
    const { code, stdout, stderr } = await analyze(['--llm', 'private', '--format', 'json']);
    expect(code).toBe(4);
    const report = JSON.parse(stdout) as { warnings: string[] };
    expect(report.warnings.at(-1)).toMatch(/^LLM_FAILED: .*QUOTA_EXCEEDED/);
    expect(stderr).toMatch(/private.*quota.*PERFXPERT_AIRGAP=1.*--llm/);
  });

  it('an air gap goes before the flag: no check of keys, no progress, 0', async () => {
    const { code, stdout, stderr } = await analyze(['--llm', 'anthropic'], {
      HOME: newFolder(),
      PERFXPERT_AIRGAP: '1',
    });
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    expect(stderr).not.toContain('[perfxpert]');
    expect(stderr).toContain('PERFXPERT_AIRGAP');
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
