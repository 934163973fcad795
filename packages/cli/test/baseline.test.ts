import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { main } from '../src/main.js';
import { HOSTILE_NAMES, writeComparisonRuns } from './fixtures/comparison-runs.js';
import { memoryIo } from './fixtures/memory-io.js';
import { runBin } from './fixtures/run-bin.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const newFolder = useTemporaryFolders();
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-analyze-baseline-'));
let runOf: (name: string) => string = () => '';
beforeAll(() => {
  runOf = writeComparisonRuns(folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function analyze(argv: readonly string[], env: Record<string, string> = {}, cwd = folder) {
  const io = memoryIo({ env, cwd });
  const code = await main(['analyze', '--no-timestamps', ...argv], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

async function comparisonOf(...argv: string[]): Promise<Report['trace_diff']> {
  const { code, stdout } = await analyze([...argv, '--format', 'json']);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as Report).trace_diff;
}

describe('perfxpert analyze --baseline', () => {
  it('R28: adds the comparison to the report', async () => {
    const argv = ['analyze', '-i', runOf('after'), '--baseline', runOf('before'), '--format', 'json'];
    const { code, stdout, stderr } = await runBin(argv, { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const report = JSON.parse(stdout) as Report;
    expect(report.features).toContain('trace_diff');
    expect(report.trace_diff).toMatchObject({ schema_version: '0.3.1', verdict: 'regressed', verdict_delta_ns: 1000 });
  });

  it('text, Markdown and HTML have the section, before the end', async () => {
    const argv = ['-i', runOf('after'), '--baseline', runOf('before')];
    const text = (await analyze(argv)).stdout;
    expect(text).toMatch(/\nCHANGED VS BASELINE +regressed: GPU window \+9\.09% \(threshold 5\.00%\)\n/);
    expect(text.indexOf('CHANGED VS BASELINE')).toBeLessThan(text.indexOf('\nINPUTS'));
    const markdown = (await analyze([...argv, '--format', 'markdown'])).stdout;
    expect(markdown).toContain('\n## Changed vs baseline\n');
    expect((await analyze([...argv, '--format', 'webview'])).stdout).toContain('<section id="baseline"');
    expect((await analyze(['-i', runOf('after')])).stdout).not.toContain('BASELINE');
  });

  it('may be given several times: runs of the baseline', async () => {
    const flags = ['before', 'before2', 'before3'].flatMap((name) => ['--baseline', runOf(name)]);
    const diff = await comparisonOf('-i', runOf('after'), ...flags);
    expect(diff).toMatchObject({ gpu_window_baseline_ns: 11_100, runs: { baseline: [{}, {}, {}], new: [{}] } });
    const ranks = [0, 1].map((rank) => runOf(`ranks-before${String(rank)}`)).join(',');
    const ofRanks = await comparisonOf('-i', runOf('ranks-after0'), runOf('ranks-after1'), '--baseline', ranks);
    expect(ofRanks).toMatchObject({ runs: { baseline: [{ file_count: 2 }], new: [{ file_count: 2 }] } });
  });

  it('takes the threshold of the environment, and --top-kernels', async () => {
    const argv = ['-i', runOf('after'), '--baseline', runOf('before'), '--top-kernels', '1', '--format', 'json'];
    const { stdout } = await analyze(argv, { PERFXPERT_CI_REGRESSION_THRESHOLD: '20' });
    expect((JSON.parse(stdout) as Report).trace_diff).toMatchObject({ verdict: 'neutral', per_kernel: [{}] });
    const bad = await analyze(argv, { PERFXPERT_CI_REGRESSION_THRESHOLD: 'much' });
    expect(bad).toMatchObject({ code: 2, stdout: '' });
    expect(bad.stderr).toMatch(/^perfxpert: PERFXPERT_CI_REGRESSION_THRESHOLD much: [^\n]+\n$/);
  });

  it('takes hot_kernel_coverage_pct of the environment', async () => {
    const argv = ['-i', runOf('faint-after'), '--baseline', runOf('faint-before'), '--format', 'json'];
    const isHot = async (env: Record<string, string>) => {
      const diff = (JSON.parse((await analyze(argv, env)).stdout) as Report).trace_diff;
      const rows = diff !== undefined && 'verdict' in diff ? diff.per_kernel : [];
      return rows.find(({ name }) => name === 'small')?.was_hot;
    };
    expect([await isHot({}), await isHot({ PERFXPERT_HOT_KERNEL_COVERAGE_PCT: '99' })]).toEqual([false, true]);
  });

  it('a missing baseline, or one without a trace: exit 2 with the reason', async () => {
    const missing = await analyze(['-i', runOf('after'), '--baseline', 'gone.db']);
    expect(missing).toEqual({ code: 2, stdout: '', stderr: 'perfxpert: database not found: gone.db\n' });
    const alone = await analyze(['--source-dir', folder, '--baseline', runOf('before')]);
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toBe('perfxpert: --baseline: a comparison needs a trace; give one with -i\n');
  });

  it('a comparison that fails leaves the report standing; with --strict the exit code is 2', async () => {
    const argv = ['-i', runOf('after'), '--baseline', runOf('no-kernels')];
    const { code, stdout } = await analyze(argv);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nCHANGED VS BASELINE +no comparison\n/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('There is no comparison with the baseline:');
    const strict = await analyze([...argv, '--strict']);
    expect(strict.code).toBe(2);
    expect(strict.stdout).toBe(stdout);
    expect(strict.stderr).toMatch(/^perfxpert: --strict: There is no comparison with the baseline: [^\n]+\n$/);
    const page = await analyze([...argv, '--format', 'webview']);
    expect(page.stdout).toContain('There is no comparison: ');
    expect((await analyze(['-i', runOf('after'), '--strict'])).code).toBe(0);
  });

  it('never writes over the baseline', async () => {
    const cwd = newFolder();
    const baseline = path.join(cwd, 'report.txt');
    fs.copyFileSync(runOf('before'), baseline);
    const { code, stderr } = await analyze(['-i', runOf('after'), '--baseline', baseline, '-o', 'report'], {}, cwd);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'perfxpert: report.txt: is the trace itself; choose another name with -o\n',
    });
  });

  it('hostile names are harmless in the section', async () => {
    const argv = ['-i', runOf('hostile-after'), '--baseline', runOf('hostile-before'), '-o', '-'];
    for (const format of ['text', 'markdown', 'json', 'csv']) {
      const { code, stdout } = await analyze([...argv, '--format', format]);
      expect(code).toBe(0);
      expect(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(stdout)).toBe(false);
    }
    const diff = await comparisonOf(...argv.slice(0, 4));
    const names = diff !== undefined && 'verdict' in diff ? diff.per_kernel.map(({ name }) => name) : [];
    expect(new Set(names)).toEqual(new Set(HOSTILE_NAMES));
  });
});
