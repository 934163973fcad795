import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { ROOT } from './workspace.js';

const EXAMPLE = path.join(ROOT, 'examples/tools-only');
/** Inside the workspace, so that the compiled program finds the packages that it imports. */
const COMPILED = path.join(ROOT, 'out-tsc/examples/tools-only');
const BUILT = ['rocpd', 'knowledge', 'tools'].flatMap((name) =>
  ['index.js', 'index.cjs', 'index.d.ts', 'cjs/index.d.ts'].map((file) => `packages/${name}/dist/${file}`),
);
let folder = '';
let trace = '';

function node(...args: string[]) {
  const run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

beforeAll(() => {
  if (!BUILT.every((file) => fs.existsSync(path.join(ROOT, file))))
    expect(node('scripts/build.mjs', 'rocpd', 'knowledge', 'tools')).toMatchObject({ status: 0 });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'examples-'));
  trace = path.join(folder, 'trace.db');
  expect(node('scripts/make-example.mjs', trace)).toMatchObject({ status: 0 });
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The lines that the programs should print about kernels, by plain SQL over the trace. */
function expectedLines(): string[] {
  const database = new Database(trace, { readonly: true });
  const rows = database
    .prepare(
      'SELECT name, COUNT(*) AS calls, SUM("end" - start) AS ns FROM kernels GROUP BY name ORDER BY ns DESC LIMIT 3',
    )
    .all() as { name: string; calls: number; ns: number }[];
  database.close();
  return rows.map(({ name, calls, ns }) => `${(ns / 1e6).toFixed(3)} ms  ${calls} x  ${name}`);
}

describe('examples/tools-only', () => {
  it('compiles against the declarations of the package and runs', () => {
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(node(compiler, '-p', EXAMPLE, '--outDir', COMPILED)).toEqual({ status: 0, stdout: '', stderr: '' });
    const { status, stdout, stderr } = node(path.join(COMPILED, 'report.js'), trace);
    const [time, ...kernels] = stdout.trim().split('\n');
    expect([status, stderr, kernels]).toEqual([0, '', expectedLines()]);
    expect(time).toMatch(/^kernels ran \d+\.\d % of the time$/);
  }, 120_000);

  it('runs as CommonJS without a build step', () => {
    const { status, stdout, stderr } = node(path.join(EXAMPLE, 'report.cjs'), trace);
    const [title, ...kernels] = stdout.trim().split('\n');
    expect([status, stderr, kernels]).toEqual([0, '', expectedLines()]);
    expect(title).toMatch(/^\d+ tools that only read; calling perfxpert_trace_analysis_hotspots$/);
  }, 60_000);

  it('says in one line what is wrong with a path', () => {
    const { status, stdout, stderr } = node(path.join(EXAMPLE, 'report.cjs'), path.join(folder, 'none.db'));
    expect([status, stdout.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/^NOT_FOUND: .*\n$/);
  }, 60_000);

  it('needs no other package of ours', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(EXAMPLE, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(manifest.dependencies)).toEqual(['@perfxpert/tools']);
    for (const file of ['report.ts', 'report.cjs']) {
      const text = fs.readFileSync(path.join(EXAMPLE, file), 'utf8');
      expect([...text.matchAll(/'(@[^']+)'/g)].map(([, name]) => name)).not.toContainEqual(
        expect.not.stringMatching(/^@perfxpert\/tools$/),
      );
    }
  });
});
