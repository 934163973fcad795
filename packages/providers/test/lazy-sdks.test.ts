import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const SDK = /\/node_modules\/(@anthropic-ai\/sdk|openai|ollama|undici)\//;

/** Resolve and load hooks that write every module that is loaded to stderr. */
const HOOK = `
import fs from 'node:fs';
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  fs.writeSync(2, 'LOADED ' + resolved.url + '\\n');
  return resolved;
}`;

/** Runs code against the built package, in a process of its own; the SDKs that it loaded, and what it printed. */
function run(code: string): { sdks: string[]; stdout: string } {
  const script = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));
const providers = await import('@perfxpert/providers');
const options = { apiKey: 'k', baseUrl: 'http://127.0.0.1:2', model: 'm', retry: { maxRetries: 0 }, environment: { PATH: '' } };
const ask = { messages: [{ role: 'user', content: 'x' }] };
${code}`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: PACKAGE, encoding: 'utf8' });
  expect({ status: result.status, stderr: result.stderr.replace(/^LOADED .*\n/gm, '') }).toEqual({
    status: 0,
    stderr: '',
  });
  const sdks = [...result.stderr.matchAll(/^LOADED (.*)$/gm)].flatMap(([, url]) => SDK.exec(url ?? '')?.[1] ?? []);
  return { sdks: [...new Set(sdks)].sort(), stdout: result.stdout };
}

function ensureBuilt(): void {
  const entry = path.join(PACKAGE, 'dist/index.js');
  if (fs.existsSync(entry) && fs.readFileSync(entry, 'utf8').includes('createProvider')) return;
  const build = spawnSync(process.execPath, ['../../scripts/build.mjs', 'providers', '--no-types'], {
    cwd: PACKAGE,
    encoding: 'utf8',
  });
  expect([build.status, build.stderr]).toEqual([0, '']);
}

describe('the built package', () => {
  it('loads no SDK when it is imported, when providers are made, for dry runs and under an air gap', () => {
    ensureBuilt();
    const { sdks, stdout } = run(`
for (const name of providers.PROVIDER_NAMES) {
  const provider = providers.createProvider(name, { ...options, isAirgapped: true });
  await provider.chat(ask, { dryRun: true });
  await provider.chat(ask).catch((error) => process.stdout.write(error.kind + ' '));
}`);
    expect([sdks, stdout]).toEqual([[], 'airgap airgap airgap airgap airgap ']);
  }, 120_000);

  it.each([
    ['anthropic', ['@anthropic-ai/sdk']],
    ['openai', ['openai']],
    ['private', ['openai']],
    ['ollama', ['ollama']],
    ['opencode', []],
  ])(
    'loads for a call of %s what that needs, and prints nothing',
    (name, expected) => {
      ensureBuilt();
      const code = `await providers.createProvider('${name}', options).chat(ask).catch(() => undefined);`;
      expect(run(code)).toEqual({ sdks: expected, stdout: '' });
    },
    120_000,
  );

  it('works as CommonJS', () => {
    ensureBuilt();
    const code = `const { createProvider } = require('@perfxpert/providers');
createProvider('openai', { apiKey: 'k', baseUrl: 'http://127.0.0.1:2/v1', retry: { maxRetries: 0 } })
  .chat({ messages: [{ role: 'user', content: 'x' }] })
  .catch((error) => process.stdout.write(error.code + ' ' + error.kind));`;
    const result = spawnSync(process.execPath, ['--input-type=commonjs', '-e', code], {
      cwd: PACKAGE,
      encoding: 'utf8',
    });
    expect([result.stdout, result.stderr]).toEqual(['TRANSIENT connection', '']);
  }, 120_000);
});
