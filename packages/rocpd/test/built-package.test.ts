import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateTrace } from '../src/testing/index.js';
import { temporaryFolder } from './__fixtures__/temporary-folder.js';

const folder = temporaryFolder();
const packageFolder = path.resolve(import.meta.dirname, '..');
// Built anew from the sources, inside the package so that its dependencies are found, but not where the build puts it.
const built = path.join(packageFolder, 'out-tsc', 'built-for-tests');
const large = path.join(folder, 'large.db');

const BUILD = `
  import { build } from 'tsup';
  const [folder, outDir] = process.argv.slice(1);
  await build({
    config: false, outDir, platform: 'node', target: 'node20', dts: false, silent: true, shims: true, splitting: true,
    clean: true, format: ['esm', 'cjs'], tsconfig: folder + '/tsconfig.json', external: ['better-sqlite3', /^drizzle-orm/],
    entry: { index: folder + '/src/index.ts', 'read-worker': folder + '/src/read-worker.ts' },
  });`;

/** Reads a trace and prints a digest of all columns, how many threads were started and how often progress was told. */
const READ = `
  const [file, threads] = process.argv.slice(2);
  const { Worker } = require('node:worker_threads');
  const { createHash } = require('node:crypto');
  (async () => {
    const { openTrace } = await load();
    const started = [];
    process.on('worker', (worker) => started.push(worker));
    const trace = openTrace(file, { threads: Number(threads) });
    let calls = 0;
    const columns = await trace.loadProcess(trace.processes[0], { onProgress: () => { calls += 1; } });
    const hash = createHash('sha256');
    const digest = (value) => {
      if (ArrayBuffer.isView(value)) hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      else if (value instanceof Map) digest([...value]);
      else if (typeof value === 'object' && value !== null) for (const key of Object.keys(value).sort()) { hash.update(key); digest(value[key]); }
      else if (typeof value !== 'function') hash.update(String(value));
    };
    digest(columns);
    const texts = columns.details.markerTexts(Uint32Array.of(0, columns.regions.count - 1));
    trace.close();
    console.log(JSON.stringify({ hash: hash.digest('hex'), threads: started.length, calls, texts, dispatches: columns.dispatches.count, regions: columns.regions.count }));
  })();`;

interface Reading {
  readonly hash: string;
  readonly threads: number;
  readonly dispatches: number;
}

/** Runs a script against the built package in a process of its own. */
function run(format: 'esm' | 'cjs', script: string, ...values: readonly string[]): string {
  const file = path.join(built, `script-${format}.cjs`);
  const target = path.join(built, format === 'esm' ? 'index.js' : 'index.cjs');
  const load =
    format === 'esm' ? `() => import(${JSON.stringify(target)})` : `() => require(${JSON.stringify(target)})`;
  fs.writeFileSync(file, `const load = ${load};\n${script}`);
  return execFileSync(process.execPath, [file, ...values], { encoding: 'utf8' });
}

const read = (format: 'esm' | 'cjs', file: string, threads: number): Reading =>
  JSON.parse(run(format, READ, file, String(threads))) as Reading;

beforeAll(() => {
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, packageFolder, built], { cwd: packageFolder });
  // 60,000 dispatches, 180,000 regions and their events: enough for a second thread.
  generateTrace({ path: large, dispatches: 60_000, regionsPerDispatch: 3, counters: ['SQ_WAVES'], counterEvery: 7 });
}, 120_000);

describe('the built package', () => {
  it('reads the same with one thread and with two, as ESM and as CommonJS', () => {
    const single = read('esm', large, 1);
    expect([single.threads, single.dispatches]).toEqual([0, 60_000]);
    const double = read('esm', large, 2);
    expect(double).toEqual({ ...single, threads: double.threads });
    const common = read('cjs', large, 2);
    expect(common).toEqual({ ...single, threads: common.threads });
    const cores = Number(run('cjs', `console.log(require('node:os').availableParallelism())`));
    expect([double.threads, common.threads]).toEqual(cores > 1 ? [1, 1] : [0, 0]);
  });

  it('starts no thread for a small trace', () => {
    const small = path.join(folder, 'small.db');
    generateTrace({ path: small, dispatches: 100 });
    expect(read('esm', small, 2).threads).toBe(0);
  });

  it('ends its thread when a load is aborted or the trace is closed, and the process ends by itself', () => {
    const script = `
      (async () => {
        const { openTrace } = await load();
        const trace = openTrace(process.argv[2]);
        const controller = new AbortController();
        const aborted = trace.loadProcess(trace.processes[0], { signal: controller.signal, onProgress: () => {} });
        setImmediate(() => controller.abort(new Error('enough')));
        const first = await aborted.catch((error) => error.message);
        const closed = trace.loadProcess(trace.processes[0]);
        setImmediate(() => trace.close());
        const second = await closed.catch((error) => error.code);
        console.log(JSON.stringify([first, second]));
      })();`;
    expect(JSON.parse(run('esm', script, large))).toEqual(['enough', 'INVALID_ARGUMENT']);
  });

  it('finds damage in pages that the second thread reads', () => {
    const damaged = path.join(folder, 'damaged.db');
    const content = fs.readFileSync(large);
    const pageCount = content.length / 4096;
    for (let page = Math.floor(pageCount / 3); page < pageCount; page += 500)
      content.fill(0xff, page * 4096, (page + 1) * 4096);
    fs.writeFileSync(damaged, content);
    const script = `
      (async () => {
        const { openTrace } = await load();
        const trace = openTrace(process.argv[2]);
        console.log(await trace.loadProcess(trace.processes[0]).then(() => 'read', (error) => error.code));
      })();`;
    expect(run('cjs', script, damaged).trim()).toBe('DAMAGED');
  });
});
