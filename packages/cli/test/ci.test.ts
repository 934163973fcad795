import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RegressionGate, TraceDiff } from '@perfxpert/agents/toolkit';
import Ajv from 'ajv';
import { validateXML } from 'xmllint-wasm';
import { main } from '../src/main.js';
import { HOSTILE_NAMES, writeComparisonRuns } from './fixtures/comparison-runs.js';
import { memoryIo } from './fixtures/memory-io.js';
import type { BinResult } from './fixtures/run-bin.js';
import { runBin } from './fixtures/run-bin.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const SCHEMAS = path.join(import.meta.dirname, 'fixtures/schemas');
const newFolder = useTemporaryFolders();
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-ci-'));
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

async function ci(argv: readonly string[], env: Record<string, string> = {}, cwd = folder): Promise<Result> {
  const io = memoryIo({ env, cwd });
  const code = await main(['ci', ...argv], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

const pair = (before = 'before', after = 'after') => [runOf(before), runOf(after)];
const process = (argv: readonly string[], env: Record<string, string> = {}): Promise<BinResult> =>
  runBin(['ci', ...pair(), ...argv], { env, cwd: folder });

function gateOf({ stdout }: Pick<Result, 'stdout'>): RegressionGate {
  return (JSON.parse(stdout) as { ci: RegressionGate }).ci;
}

async function brokenSarif(text: string): Promise<unknown> {
  const schema = JSON.parse(fs.readFileSync(path.join(SCHEMAS, 'sarif-2.1.0-rtm.5.json'), 'utf8')) as object;
  // draft-04, of which it uses nothing that later drafts read otherwise; see fixtures/schemas/README.md
  const { id: _id, $schema: _draft, ...rest } = schema as { id: string; $schema: string };
  const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat('uri', (value) => URL.canParse(value));
  ajv.addFormat('uri-reference', (value) => URL.canParse(value, 'https://example.com'));
  ajv.addFormat('date-time', (value) => !Number.isNaN(Date.parse(value)));
  const validate = ajv.compile(rest);
  return validate(JSON.parse(text)) ? null : validate.errors;
}

async function brokenJunit(text: string): Promise<unknown> {
  const schema = fs.readFileSync(path.join(SCHEMAS, 'junit-4.xsd'), 'utf8');
  const { valid, errors } = await validateXML({ xml: { fileName: 'junit.xml', contents: text }, schema });
  return valid ? null : errors;
}

describe('perfxpert ci, the vectors', () => {
  // 11,000 ns -> 12,000 ns: +9.0909 %
  it('C5: above the threshold: exit 1, JSON on stdout, the verdict on stderr', async () => {
    const { code, stdout, stderr } = await process(['--threshold', '2.0', '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ schema_version: '0.3.1', verdict: 'regressed', ci: { passed: false } });
    expect(stderr).toBe('✗ regressed: GPU window +9.09% (threshold 2.00%)\n');
  });

  it('C6: a threshold of the environment: exit 0', async () => {
    const { code, stderr } = await process([], { PERFXPERT_CI_REGRESSION_THRESHOLD: '50.0' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '✓ neutral: GPU window +9.09% (threshold 50.00%)\n' });
  });

  it('C7: the flag beats the environment', async () => {
    const { code } = await process(['--threshold', '0.1'], { PERFXPERT_CI_REGRESSION_THRESHOLD: '99.0' });
    expect(code).toBe(1);
  });

  it('C8: a threshold of the environment that is no number: exit 2', async () => {
    const { code, stdout, stderr } = await process([], { PERFXPERT_CI_REGRESSION_THRESHOLD: 'abc' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('perfxpert: PERFXPERT_CI_REGRESSION_THRESHOLD abc: give percent, a number of at least 0\n');
  });

  it('PERFXPERT_HOT_KERNEL_COVERAGE_PCT says which kernels are hot and judged by --kernel-threshold', async () => {
    const faint = [...pair('faint-before', 'faint-after'), '--kernel-threshold', '10'];
    // big covers 98 %; small, 50 % slower, is hot only where more has to be covered
    expect((await ci(faint)).code).toBe(0);
    const { code, stderr } = await ci(faint, { PERFXPERT_HOT_KERNEL_COVERAGE_PCT: '99' });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('small') });
    for (const value of ['101', 'most']) {
      const wrong = await ci(faint, { PERFXPERT_HOT_KERNEL_COVERAGE_PCT: value });
      expect(wrong).toMatchObject({ code: 2, stdout: '' });
      expect(wrong.stderr).toMatch(/^perfxpert: PERFXPERT_HOT_KERNEL_COVERAGE_PCT [^\n]*\n$/);
    }
  });

  it('missing files and runs without kernels: exit 2', async () => {
    const missing = await runBin(['ci', 'gone.db', runOf('after')], { cwd: folder });
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: 'perfxpert: database not found: gone.db\n' });
    const empty = await ci([runOf('no-kernels'), runOf('after')]);
    expect(empty).toMatchObject({ code: 2, stdout: '' });
    expect(empty.stderr).toMatch(/^perfxpert: [^\n]*baseline has no kernels[^\n]*\n$/);
  });

  it('R27: fails strictly above the threshold', async () => {
    const codes = ['plus-4.9', 'plus-5.0', 'plus-5.1'].map(async (name) => (await ci(pair('one-ms', name))).code);
    expect(await Promise.all(codes)).toEqual([0, 0, 1]);
    // 11,000 ns -> 12,000 ns is 9.0909...%: within 9.1, above 9.0
    expect((await ci([...pair(), '--threshold', '9.1'])).code).toBe(0);
    expect((await ci([...pair(), '--threshold', '9'])).code).toBe(1);
    expect((await ci(pair('after', 'before'))).code).toBe(0);
  });

  it('a run against itself passes every check', async () => {
    const flags = ['--threshold', '0', '--kernel-threshold', '0', '--fail-on-new-hot-kernel'];
    const { code, stdout, stderr } = await ci([...pair('before', 'before'), ...flags, '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '✓ neutral: GPU window 0.00% (threshold 0.00%)\n' });
    expect(gateOf({ stdout }).checks.map(({ passed, delta_ns: delta }) => [passed, delta])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
      [true, 0],
    ]);
  });
});

describe('perfxpert ci, the flags', () => {
  it('--kernel-threshold fails a slower hot kernel though the verdict is neutral', async () => {
    // big +4 %
    expect((await ci(pair('before', 'shifted'))).code).toBe(0);
    const { code, stderr } = await ci([...pair('before', 'shifted'), '--kernel-threshold', '3.5']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      '✗ neutral: GPU window 0.00% (threshold 5.00%); failed: big +400 ns, +4.00% (threshold 3.50%)\n',
    );
    expect((await ci([...pair('before', 'shifted'), '--kernel-threshold', '4'])).code).toBe(0);
  });

  it('--kernel-threshold NAME=PERCENT is for kernels of that name, and wins', async () => {
    const flags = ['--kernel-threshold', '50', '--kernel-threshold', 'bi=1'];
    const { code, stderr } = await ci([...pair('before', 'shifted'), ...flags]);
    expect(code).toBe(1);
    expect(stderr).toContain('big +400 ns, +4.00% (threshold 1.00%)');
    const unknown = await ci([...pair(), '--kernel-threshold', 'gone=1']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toBe('perfxpert: --kernel-threshold gone: no kernel has this in its name\n');
  });

  it('--fail-on-new-hot-kernel', async () => {
    expect((await ci(pair('before', 'renewed'))).code).toBe(0);
    const { code, stderr } = await ci([...pair('before', 'renewed'), '--fail-on-new-hot-kernel']);
    expect(code).toBe(1);
    expect(stderr).toContain('failed: fresh is new and hot: +10.0 µs');
  });

  it('several runs give medians and noise; --allow-uncertain lets pass what is within it', async () => {
    const runs = ['--baseline', runOf('before2'), '--baseline', runOf('before3')];
    // Median of the baseline 11,100, MAD 100: three deviations are 4.007 %. after2: 11,600, +4.5045 %
    const after = [runOf('before'), runOf('after2'), ...runs, '--threshold', '3', '--format', 'json'];
    const certain = await ci([...after, '--allow-uncertain']);
    expect(certain.code).toBe(1);
    expect(gateOf(certain).noise.baseline_pct).toBeCloseTo(1.3357, 4);
    // Two runs of each side: 11,000 11,200 against 11,600 11,100: the change may be 11,100 / 11,200
    const spread = [runOf('before'), runOf('after2'), '--baseline', runOf('before3'), '--new', runOf('before2')];
    const flags = [...spread, '--threshold', '2', '--format', 'json'];
    const failed = await ci(flags);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/; within the noise\n$/);
    const allowed = await ci([...flags, '--allow-uncertain']);
    expect(allowed.code).toBe(0);
    expect(gateOf(allowed).checks[0]).toMatchObject({ passed: true, is_uncertain: true });
  });

  it('--top-kernels limits what is listed, not what is checked', async () => {
    const { code, stdout } = await ci([...pair(), '--kernel-threshold', '9', '--top-kernels', '1', '--format', 'json']);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as TraceDiff).per_kernel).toHaveLength(1);
    expect(gateOf({ stdout }).checks).toHaveLength(3);
  });

  it('text lists the checks after the comparison', async () => {
    const { stdout } = await ci([...pair(), '--kernel-threshold', '20']);
    expect(stdout).toMatch(/^PerfXpert diff/);
    expect(stdout).toMatch(
      /\nCHECKS +1 of 3 failed\n {2}FAIL +GPU window \+1\.00 µs, \+9\.09% \(threshold 5\.00%\)\n {2}ok /,
    );
    const ascii = await ci(pair(), { LANG: 'C' });
    expect(ascii.stderr).toBe('FAIL regressed: GPU window +9.09% (threshold 5.00%)\n');
    expect((await ci(pair('after', 'before'), { LANG: 'C' })).stderr).toMatch(/^OK improved/);
  });

  it('--annotations writes GitHub commands to stderr, --format github to stdout', async () => {
    const flags = ['--kernel-threshold', '9'];
    const { stdout, stderr } = await ci([...pair(), ...flags, '--annotations', '--format', 'json']);
    const commands = [
      '::error title=PerfXpert%3A whole run::GPU window +1.00 µs, +9.09%25 (threshold 5.00%25)',
      '::error title=PerfXpert%3A kernel big::big +1.00 µs, +10.00%25 (threshold 9.00%25)',
      '::notice title=PerfXpert%3A verdict::regressed: GPU window +9.09%25 (threshold 5.00%25)',
      '',
    ].join('\n');
    expect(stderr.startsWith(commands)).toBe(true);
    expect(JSON.parse(stdout)).toHaveProperty('ci');
    expect((await ci([...pair(), ...flags, '--format', 'github'])).stdout).toBe(commands);
  });

  it('--junit, --sarif and --summary-file write files; a summary is added to what is there', async () => {
    const cwd = newFolder();
    fs.writeFileSync(path.join(cwd, 'summary.md'), 'earlier\n');
    const flags = ['--junit', 'out/perf.xml', '--sarif', 'perf.sarif', '--summary-file', 'summary.md'];
    const { code, stdout, stderr } = await ci([...pair(), ...flags], {}, cwd);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^PerfXpert diff/);
    expect(stderr).toContain('[perfxpert] wrote out/perf.xml (');
    const read = (name: string) => fs.readFileSync(path.join(cwd, name), 'utf8');
    expect(read('out/perf.xml')).toBe((await ci([...pair(), '--format', 'junit'])).stdout);
    expect(read('perf.sarif')).toBe((await ci([...pair(), '--format', 'sarif'])).stdout);
    expect(read('summary.md')).toBe(`earlier\n${(await ci([...pair(), '--format', 'markdown'])).stdout}`);
    expect(read('summary.md')).toContain('## ❌ PerfXpert: 1 check failed\n\n- ❌ GPU window +1.00 µs');
    const quiet = await ci([...pair('after', 'before'), ...flags, '--no-progress'], {}, cwd);
    expect(quiet.stderr).toMatch(/^✓ improved: [^\n]+\n$/);
    expect((await ci([...pair('after', 'before'), '--quiet'])).stderr).toBe('');
    expect((await ci([...pair(), '--quiet'])).stderr).toMatch(/^✗ regressed: [^\n]+\n$/);
    expect((await ci([...pair(), '--verbose'])).stderr).toMatch(/^(\[perfxpert\] [^\n]+\n)+✗/);
  });

  it.each([
    [['--threshold', '-1'], /--threshold -1: give percent/],
    [['--kernel-threshold', '=3'], /the name before = is empty/],
    [['--kernel-threshold', 'x=y'], /--kernel-threshold y: give percent/],
    [['--format', 'webview'], /formats are text, json, markdown, junit, sarif, github/],
    [['--junit', ''], /--junit : give the name of a file/],
    [['--top-kernels', 'many'], /--top-kernels many/],
    [['--unknown'], /unknown option '--unknown'; usage: perfxpert ci BASELINE NEW/],
  ])('exit 2 and one line for %p', async (argv, message) => {
    const { code, stdout, stderr } = await ci([...pair(), ...argv]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });

  it('never writes over a trace or into a folder', async () => {
    for (const target of [runOf('after'), folder]) {
      const { code, stderr } = await ci([...pair(), '--sarif', target]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^perfxpert: --sarif [^\n]*: is (the trace itself|a folder); choose[^\n]*\n$/);
    }
    expect(fs.readFileSync(runOf('after')).subarray(0, 6).toString()).toBe('SQLite');
  });

  it('writes over no trace of a folder that is a run', async () => {
    const ranks = path.join(newFolder(), 'ranks');
    fs.mkdirSync(ranks);
    fs.copyFileSync(runOf('after'), path.join(ranks, 'rank0.db'));
    const { code, stdout, stderr } = await ci([runOf('before'), ranks, '--junit', path.join(ranks, 'rank0.db')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('is a database, maybe a trace; choose another name with --junit');
    expect(fs.readFileSync(path.join(ranks, 'rank0.db')).equals(fs.readFileSync(runOf('after')))).toBe(true);
  });

  it('sends no two of its files to one place', async () => {
    const place = path.join(newFolder(), 'out.xml');
    for (const other of ['--sarif', '--summary-file']) {
      const { code, stderr } = await ci([...pair(), '--junit', place, other, place]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('another of the files goes there') });
    }
    expect(fs.existsSync(place)).toBe(false);
  });
});

describe('perfxpert ci, formats of others', () => {
  const FLAGS = ['--kernel-threshold', '5', '--fail-on-new-hot-kernel'];

  it.each([
    ['before', 'after'],
    ['after', 'before'],
    ['before', 'renewed'],
    ['hostile-before', 'hostile-after'],
  ])('%s to %s: SARIF and JUnit are valid against their schemas', async (before, after) => {
    const argv = [...pair(before, after), ...FLAGS];
    expect(await brokenSarif((await ci([...argv, '--format', 'sarif'])).stdout)).toBeNull();
    expect(await brokenJunit((await ci([...argv, '--format', 'junit'])).stdout)).toBeNull();
  });

  it('the schemas tell what is wrong', async () => {
    expect(await brokenSarif('{"version":"2.1.0","runs":[{"tool":{}}]}')).not.toBeNull();
    expect(await brokenJunit('<testsuites><testsuite name="x"/></testsuites>')).not.toBeNull();
  });

  it('JUnit has a case per check, SARIF a result per failure with a lasting identity', async () => {
    const argv = [...pair(), ...FLAGS];
    const junit = (await ci([...argv, '--format', 'junit'])).stdout;
    expect(junit).toContain('<testsuites name="perfxpert" tests="4" failures="2" errors="0">');
    expect([...junit.matchAll(/<testcase classname="perfxpert\.ci" name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'whole run',
      'kernel big',
      'kernel small',
      'new hot kernel',
    ]);
    interface Sarif {
      runs: [{ results: { ruleId: string; level: string; partialFingerprints: Record<string, string> }[] }];
    }
    const resultsOf = async (after: string) => {
      const { stdout } = await ci([runOf('before'), runOf(after), ...FLAGS, '--format', 'sarif']);
      return (JSON.parse(stdout) as Sarif).runs[0].results;
    };
    const results = await resultsOf('after');
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['perfxpert/whole_run', 'error'],
      ['perfxpert/kernel', 'error'],
    ]);
    const identities = results.map(({ partialFingerprints }) => partialFingerprints['perfxpertCheck/v1']);
    expect(new Set(identities).size).toBe(2);
    const later = await resultsOf('slower');
    expect(later.map(({ partialFingerprints }) => partialFingerprints['perfxpertCheck/v1'])).toEqual(identities);
  });

  it('hostile names are harmless and readable in every format', async () => {
    const argv = [...pair('hostile-before', 'hostile-after'), ...FLAGS, '--annotations'];
    for (const format of ['text', 'json', 'markdown', 'junit', 'sarif', 'github']) {
      const { code, stdout, stderr } = await ci([...argv, '--format', format]);
      expect(code).toBe(1);
      for (const text of [stdout, stderr]) {
        expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text.replaceAll('\ufe0f', ''))).toBe(
          false,
        );
        // What a GitHub runner would obey: only our own commands begin a line
        const commands = text.split('\n').filter((line) => /^\s*::|##\[/.test(line));
        expect(commands.every((line) => /^::(error|warning|notice) title=PerfXpert%3A [^:,]*::/.test(line))).toBe(true);
      }
    }
    const { stdout } = await ci([...argv, '--format', 'json']);
    const names = (JSON.parse(stdout) as TraceDiff).per_kernel.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(HOSTILE_NAMES));
    const summary = (await ci([...argv, '--format', 'markdown'])).stdout;
    expect(summary.replaceAll(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, '')).not.toMatch(/(?<!\\)<script|@everyone|http:/);
    expect(summary.length).toBeLessThan(20_000);
  });
});
