import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TraceDiff } from '@perfxpert/agents';
import { parse } from 'parse5';
import { main } from '../src/main.js';
import { HOSTILE_NAMES, writeComparisonRuns } from './fixtures/comparison-runs.js';
import { memoryIo } from './fixtures/memory-io.js';
import { runBin } from './fixtures/run-bin.js';
import { sharedTraces } from './fixtures/shared-traces.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const newFolder = useTemporaryFolders();
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-diff-'));
let runOf: (name: string) => string = () => '';
beforeAll(() => {
  runOf = writeComparisonRuns(folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(argv: readonly string[], env: Record<string, string> = {}, cwd = folder): Promise<Result> {
  const io = memoryIo({ env, cwd });
  const code = await main(['diff', ...argv], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

async function jsonOf(...argv: string[]): Promise<TraceDiff> {
  const { code, stdout, stderr } = await run([...argv, '--format', 'json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as TraceDiff;
}

describe('perfxpert diff', () => {
  it('C4: two missing files: exit 2, one line with both', async () => {
    const { code, stdout, stderr } = await runBin(['diff', 'no-such.db', 'nor-this.db'], { cwd: folder });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'perfxpert: database not found: no-such.db, nor-this.db\n',
    });
    expect(fs.existsSync(path.join(folder, 'no-such.db'))).toBe(false);
  });

  it('exit 0 whatever the verdict; text by default, nothing written', async () => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await runBin(['diff', runOf('before'), runOf('after')], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // 11,000 ns -> 12,000 ns: +9.0909 %
    expect(stdout).toMatch(/^PerfXpert diff/);
    expect(stdout).toContain('regressed: GPU window +9.09% (threshold 5.00%)');
    expect(stdout).toMatch(/\n {2}big +hot +10 +10\.0 +11\.0 +\+1\.0 +\+10\.00 +slower/);
    expect(fs.readdirSync(cwd)).toEqual([]);
  });

  it('R26, R27: a kernel regressed above 3 %, a run strictly above 5 %', async () => {
    const slower = await jsonOf(runOf('one-ms'), runOf('plus-6.0'));
    expect(slower.per_kernel).toMatchObject([{ delta_ns: 60_000, delta_pct: 6, regressed: true }]);
    const verdicts = ['plus-4.9', 'plus-5.0', 'plus-5.1'].map(async (name) => {
      const { verdict, wall_delta_pct: percent } = await jsonOf(runOf('one-ms'), runOf(name));
      return [percent, verdict];
    });
    expect(await Promise.all(verdicts)).toEqual([
      [4.9, 'neutral'],
      [5, 'neutral'],
      [5.1, 'regressed'],
    ]);
  });

  it('JSON is the comparison itself', async () => {
    const diff = await jsonOf(runOf('before'), runOf('after'));
    expect(diff).toMatchObject({ schema_version: '0.3.1', verdict: 'regressed', verdict_delta_pct: 9.0909 });
    expect(diff.per_kernel[0]).toMatchObject({ name: 'big', delta_ns: 1000, delta_pct: 10, regressed: true });
    expect(diff.baseline_db).toBe(runOf('before'));
  });

  it('a trace against itself: neutral, all changes 0, nothing to tell', async () => {
    const diff = await jsonOf(runOf('before'), runOf('before'));
    expect(diff).toMatchObject({
      verdict: 'neutral',
      verdict_delta_ns: 0,
      verdict_delta_pct: 0,
      wall_delta_ns: 0,
      warnings: [],
    });
    expect(diff.per_kernel.map(({ delta_ns: delta, delta_pct: percent }) => [delta, percent])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const { stdout } = await run([runOf('before'), runOf('before')]);
    expect(stdout).not.toMatch(/slower\n| ! /);
  });

  it('takes several runs of each side', async () => {
    const flags = ['--baseline', runOf('before2'), '--baseline', runOf('before3'), '--new', runOf('after2')];
    const diff = await jsonOf(runOf('before'), runOf('after'), ...flags);
    // Medians of 11,000 11,100 11,200 and of 12,000 11,600
    expect(diff).toMatchObject({ gpu_window_baseline_ns: 11_100, gpu_window_new_ns: 11_800 });
    expect(diff.runs.baseline).toHaveLength(3);
    expect(diff.verdict_interval).not.toBeNull();
    const { stdout } = await run([runOf('before'), runOf('after'), ...flags]);
    expect(stdout).toMatch(/The change lies between \+3\.6% and \+9\.1% with 80% confidence\./);
    // The flags alone name both sides too
    const { runs } = await jsonOf('--baseline', runOf('before'), '--new', runOf('after'));
    expect([runs.baseline.length, runs.new.length]).toEqual([1, 1]);
  });

  it('takes the files of the ranks of a run, or their folder', async () => {
    const ranks = (side: string) => [0, 1].map((rank) => runOf(`ranks-${side}${String(rank)}`)).join(',');
    const diff = await jsonOf(ranks('before'), ranks('after'));
    expect(diff.runs).toMatchObject({ baseline: [{ file_count: 2, process_count: 2 }], new: [{ file_count: 2 }] });
    const inFolder = newFolder();
    for (const rank of ['0', '1']) fs.copyFileSync(runOf(`ranks-before${rank}`), path.join(inFolder, `r${rank}.db`));
    expect((await jsonOf(inFolder, ranks('after'))).runs.baseline).toMatchObject([{ file_count: 2 }]);
    // A comma in the name of a file that is there separates nothing
    const comma = path.join(inFolder, 'a,b.db');
    fs.copyFileSync(runOf('before'), comma);
    expect((await jsonOf(comma, runOf('after'))).baseline_db).toBe(comma);
  });

  it('--threshold beats the environment, which beats 5', async () => {
    const argv = [runOf('before'), runOf('after'), '--format', 'json'];
    const env = { PERFXPERT_CI_REGRESSION_THRESHOLD: '20' };
    const thresholdOf = ({ stdout }: Result) => (JSON.parse(stdout) as TraceDiff).verdict_threshold_pct;
    expect(thresholdOf(await run(argv))).toBe(5);
    expect(thresholdOf(await run(argv, env))).toBe(20);
    expect(thresholdOf(await run([...argv, '--threshold', '9.5'], env))).toBe(9.5);
  });

  it('--top-kernels limits the kernels listed', async () => {
    expect((await jsonOf(runOf('before'), runOf('after'), '--top-kernels', '1')).per_kernel).toHaveLength(1);
    const { stdout } = await run([runOf('before'), runOf('after'), '--top-kernels', '1']);
    expect(stdout).toContain('1 kernel more; --top-kernels lists them.');
  });

  it('-o and -d say where, several formats in one run; webview goes to a file by itself', async () => {
    const cwd = newFolder();
    const both = [runOf('before'), runOf('after')];
    const named = await run([...both, '-o', 'change', '-d', 'out', '--format', 'text,json,md'], {}, cwd);
    expect(named).toMatchObject({ code: 0, stdout: '' });
    expect(named.stderr).toContain('[perfxpert] wrote out/change.md (');
    expect(fs.readdirSync(path.join(cwd, 'out')).sort()).toEqual(['change.json', 'change.md', 'change.txt']);
    await run([...both, '-d', 'unnamed'], {}, cwd);
    expect(fs.readdirSync(path.join(cwd, 'unnamed'))).toEqual(['diff_report.txt']);
    await run([...both, '--format', 'html'], {}, cwd);
    expect(fs.readFileSync(path.join(cwd, 'diff_report.html'), 'utf8')).toMatch(/^<!doctype html>/);
    const page = await run([...both, '--format', 'webview', '-o', '-'], {}, cwd);
    expect(page.stdout).toMatch(/^<!doctype html>/);
    await run([...both, '-o', 'quiet', '--no-progress'], {}, cwd).then(({ stderr }) => expect(stderr).toBe(''));
  });

  it('--verbose logs, --color colours', async () => {
    const both = [runOf('before'), runOf('after')];
    expect((await run([...both, '--verbose'])).stderr).toMatch(/^(\[perfxpert\] [^\n]+\n)+$/);
    expect((await run([...both, '--color', 'always'])).stdout).toContain('\x1b[1m');
    expect((await run(both)).stdout).not.toContain('\x1b');
    expect((await run(both, { LANG: 'C' })).stdout).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('Markdown is short, with the columns of a comparison', async () => {
    const { stdout } = await run([runOf('before'), runOf('after'), '--format', 'markdown']);
    expect(stdout).toContain('| Kernel | Baseline (ns) | New (ns) | Delta (ns) | Delta % | Hot? |');
    expect(stdout).toContain('| `big` | 10,000 | 11,000 |');
    expect(stdout.split('\n').length).toBeLessThan(60);
  });

  it.each([
    [[], /give a baseline to compare with; usage: perfxpert diff BASELINE NEW/],
    [['a.db'], /give a new run to judge; usage: perfxpert diff/],
    [['', 'b.db'], /the name of a trace is empty/],
    [['a.db', 'b.db', 'c.db'], /too many arguments.*usage: perfxpert diff/],
    [['a.db', 'b.db', '--threshold', '-1'], /--threshold -1: give percent/],
    [['a.db', 'b.db', '--threshold', 'abc'], /--threshold abc: give percent/],
    [['a.db', 'b.db', '--top-kernels', '0'], /--top-kernels 0: give a whole number/],
    [['a.db', 'b.db', '--format', 'pdf'], /--format pdf: formats are text, json, markdown, webview/],
    [['a.db', 'b.db', '--color', 'blue'], /--color blue/],
    [['a.db', 'b.db', '--format', 'text,json'], /stdout takes one format/],
    [['a.db', 'b.db', '--llm', 'x'], /unknown option '--llm'.*usage: perfxpert diff/],
    [['a.db,', 'b.db'], /a name between the commas is empty/],
  ])('exit 2 and one line for %p', async (argv, message) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });

  it('exit 2 and one line for what is no trace, has no kernels, or would be overwritten', async () => {
    const notes = path.join(newFolder(), 'notes.db');
    fs.writeFileSync(notes, 'these are notes\n'.repeat(99));
    for (const argv of [
      [notes, runOf('after')],
      [runOf('no-kernels'), runOf('after')],
      [runOf('before'), runOf('no-kernels')],
      [runOf('before'), runOf('after'), '-o', 'after.db', '--format', 'json'],
    ]) {
      const { code, stdout, stderr } = await run(argv);
      if (argv.length === 2) expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      if (argv.length === 2) expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
    }
    expect(fs.readFileSync(runOf('after')).subarray(0, 6).toString()).toBe('SQLite');
    fs.rmSync(path.join(folder, 'after.db.json'));
  });

  it('hostile names are harmless and readable in every format', async () => {
    const both = [runOf('hostile-before'), runOf('hostile-after')];
    const outputs = await Promise.all(
      ['text', 'markdown', 'json', 'webview'].map(
        async (format) => (await run([...both, '--format', format, '-o', '-'])).stdout,
      ),
    );
    const hidden = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
    // Scripts show nothing: that of the page, and the data beside it
    const own = outputs.map((output) => output.replace(/<script[^>]*>[^]*?<\/script>/g, ''));
    expect(own.map((output) => hidden.exec(output)?.index ?? -1)).toEqual([-1, -1, -1, -1]);
    const [text = '', markdown = '', json = '', page = ''] = outputs;
    expect(text).toContain('evil\\x1b[31');
    const names = (JSON.parse(json) as TraceDiff).per_kernel.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(HOSTILE_NAMES));
    // In Markdown every name is code: no tag, link or mention outside of it
    const prose = markdown.replaceAll(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, '');
    expect(prose).not.toMatch(/(?<!\\)<script|@everyone|http:/);
    const scripts = elements(parse(page), 'script').length;
    const { stdout: plain } = await run([runOf('before'), runOf('after'), '--format', 'webview', '-o', '-']);
    expect(scripts).toBe(elements(parse(plain), 'script').length);
    expect(page.length).toBeLessThan(2_000_000);
  });
});

function elements(node: unknown, name: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const { nodeName, childNodes = [] } = node as { nodeName?: string; childNodes?: unknown[] };
  return [...(nodeName === name ? [node] : []), ...childNodes.flatMap((child) => elements(child, name))];
}

const shared = sharedTraces();
const planted = shared === undefined ? '' : path.join(shared, '../planted');
const pairs = fs.existsSync(planted) ? fs.readdirSync(planted).filter((name) => name.startsWith('pair-')) : [];
if (pairs.length === 0) process.stderr.write('planted pairs not found (PERFXPERT_SHARED or ../shared): skipped\n');
const describePlanted = pairs.length === 0 ? describe.skip : describe;

describePlanted('planted pairs', () => {
  it.each(pairs.length === 0 ? ['none'] : pairs)('%s: verdicts of diff and ci are those of its truth', async (name) => {
    const file = (part: string) => path.join(planted, name, part);
    const truth = JSON.parse(fs.readFileSync(file('truth.json'), 'utf8')) as {
      verdict: TraceDiff['verdict'];
      regressed_kernels: string[];
      renamed: { old: string; new: string }[];
    };
    const diff = await jsonOf(file('baseline.db'), file('candidate.db'));
    expect(diff.verdict).toBe(truth.verdict);
    expect(diff.primary_regressions.map((row) => row.name)).toEqual(truth.regressed_kernels);
    expect(diff.renamed).toMatchObject(truth.renamed);
    const io = memoryIo();
    const code = await main(['ci', file('baseline.db'), file('candidate.db'), '--kernel-threshold', '10'], io);
    expect(code).toBe(truth.verdict === 'regressed' ? 1 : 0);
    expect(io.stderr.text).toContain(truth.verdict);
    const itself = await jsonOf(file('baseline.db'), file('baseline.db'));
    expect(itself).toMatchObject({ verdict: 'neutral', wall_delta_ns: 0, envelope_delta_ns: 0, warnings: [] });
    expect(itself.per_kernel.every((row) => row.delta_ns === 0)).toBe(true);
  });
});
