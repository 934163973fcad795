import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { PACKAGE, ensureBuilt } from './built-package.js';

const SDK = /\/node_modules\/(@anthropic-ai\/sdk|openai|ollama|undici)\//;
const HOOK = `
import fs from 'node:fs';
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  fs.writeSync(2, 'LOADED ' + resolved.url + '\\n');
  return resolved;
}`;

let trace: TraceFiles;
beforeAll(() => {
  ensureBuilt();
  trace = buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs: 4000 }] });
}, 240_000);
afterAll(() => trace.dispose());

/** Runs code with every way to the network and every look at a key noted. */
function run(
  code: string,
  environment: Readonly<Record<string, string>>,
): { noted: string[]; sdks: string[]; stdout: string } {
  const script = `
import { register } from 'node:module';
import net from 'node:net';
import dgram from 'node:dgram';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));
const note = (what) => process.stderr.write('NOTED ' + what + '\\n');
net.Socket.prototype.connect = function () { note('connect'); throw new Error('no network'); };
dgram.Socket.prototype.send = function () { note('send'); throw new Error('no network'); };
globalThis.fetch = () => { note('fetch'); throw new Error('no network'); };
childProcess.spawn = () => { note('spawn'); throw new Error('no program'); };
syncBuiltinESMExports();
process.env = new Proxy(process.env, { get: (target, name) => {
  if (/_KEY$|SECRET/.test(String(name))) note('key ' + String(name));
  return target[name];
} });
const agents = await import('@perfxpert/agents');
const path = ${JSON.stringify(trace.paths[0])};
${code}`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: PACKAGE,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  expect([result.status, result.stderr.replace(/^(LOADED|NOTED) .*\n/gm, '')]).toEqual([0, '']);
  const lines = result.stderr.split('\n');
  return {
    noted: lines.filter((line) => line.startsWith('NOTED ')).map((line) => line.slice('NOTED '.length)),
    sdks: lines.flatMap((line) => SDK.exec(line)?.[1] ?? []),
    stdout: result.stdout,
  };
}

/** Every public entry, each with a provider that was named. */
const EVERY_CALL = `
const airgap = false;
const provider = 'anthropic';
const options = { stateDir: null };
const kernels = [{ name: 'k' }];
const report = await agents.agentRoot({ database_path: path, provider, airgap }, options);
const findings = await agents.agentAnalysis({ input: { database_path: path }, provider, airgap }, options);
await agents.agentRecommendation({ input: { findings }, provider, airgap }, options);
await agents.agentCorrectness({ input: { gate_verdict: { status: 'pass' } }, provider, airgap }, options);
await agents.agentComputeSpecialist({ input: { gfx_id: 'gfx942', hot_kernels: kernels }, provider, airgap }, options);
await agents.agentMemorySpecialist({ input: { gfx_id: 'gfx942', hot_kernels: kernels }, provider, airgap }, options);
await agents.agentLatencySpecialist({ input: { gfx_id: 'gfx942', hot_kernels: kernels }, provider, airgap }, options);
await agents.agentDiffSpecialist({ baseline_db: path, new_db: path, provider, airgap }, options);
await agents.traceDiffDiffRuns({ baseline_db: path, new_db: path });
await agents.answerReport(report, { user_query: 'why?', provider }, options);
await agents.checkModelAccess({ provider, airgap }, options);
const toolkit = await import('@perfxpert/agents/toolkit');
await toolkit.listProviders({ check: true });
process.stdout.write(String(report.metadata.provider));
`;

describe('PERFXPERT_AIRGAP', () => {
  it.each(['1', 'true', 'yes', 'on'])(
    '%s: no socket, no program, no key read, no SDK loaded, whatever is asked',
    (value) => {
      const environment = {
        PERFXPERT_AIRGAP: value,
        ANTHROPIC_API_KEY: 'sk-ant-secret',
        PERFXPERT_LLM_FALLBACK_CHAIN: 'ollama,opencode',
        PERFXPERT_AGENT_CREATIVITY: 'exploratory',
      };
      expect(run(EVERY_CALL, environment)).toEqual({ noted: [], sdks: [], stdout: 'null' });
    },
    60_000,
  );

  it('without it, the same call reads the key and tries to connect', () => {
    const code = `await agents.agentRoot({ database_path: path, provider: 'anthropic' }, { stateDir: null })
      .catch((error) => process.stdout.write(error.code));`;
    const environment = { ANTHROPIC_API_KEY: 'sk-ant-secret', PERFXPERT_LLM_DEADLINE_MS: '3000' };
    const { noted, sdks, stdout } = run(code, environment);
    expect(noted).toEqual(expect.arrayContaining(['key ANTHROPIC_API_KEY', 'fetch']));
    expect(sdks).toContain('@anthropic-ai/sdk');
    expect(stdout).not.toBe('');
  }, 60_000);
});

describe('importing the package', () => {
  it('loads neither an SDK nor the catalogue of tools, and opens nothing', () => {
    const { noted, sdks } = run('', {});
    expect([noted, sdks]).toEqual([[], []]);
  });
});
