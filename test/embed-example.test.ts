import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from './workspace.js';

const EXAMPLE = path.join(ROOT, 'examples/embed');
/** Inside the workspace, so that the compiled program finds the package that it imports. */
const COMPILED = path.join(ROOT, 'out-tsc/examples/embed');
let folder = '';
let trace = '';

function node(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], HOME: folder, ...environment };
  const run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

beforeAll(() => {
  const declarations = path.join(ROOT, 'packages/agents/dist/index.d.ts');
  if (!fs.existsSync(declarations) || !fs.readFileSync(declarations, 'utf8').includes('agentRoot'))
    expect(node(['scripts/build.mjs'])).toMatchObject({ status: 0 });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embed-'));
  trace = path.join(folder, 'trace.db');
  expect(node(['scripts/make-example.mjs', trace])).toMatchObject({ status: 0 });
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(node([compiler, '-p', EXAMPLE, '--outDir', COMPILED])).toEqual({ status: 0, stdout: '', stderr: '' });
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('examples/embed', () => {
  it('asks a trace without a model, with progress', () => {
    const { status, stdout, stderr } = node([path.join(COMPILED, 'ask.js'), trace]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(compute|memory_transfer|latency|api_overhead|mixed|data_insufficient): \S/);
    const lines = stderr.trim().split('\n');
    expect([lines.at(0), lines.at(-1)]).toEqual(['entering root', 'exit root']);
  }, 60_000);

  it('refuses a provider without a key, naming the variables', () => {
    const { status, stderr } = node([path.join(COMPILED, 'ask.js'), trace, 'anthropic']);
    expect(status).toBe(1);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
  }, 60_000);

  it('calls every agent once', () => {
    const { status, stdout, stderr } = node([path.join(COMPILED, 'agents.js'), trace, trace]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'analysis',
      'recommendation',
      expect.any(String),
      expect.any(String),
      expect.any(String),
      'correctness',
      'diff',
      '',
    ]);
    expect(stdout).toContain('diff neutral neutral 0.3.1');
  }, 60_000);
});
