import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import { runMain } from './fixtures/run-main.js';

/** Two GPUs; the first GPU work starts at 1 ms. */
const SPEC: ProcessSpec = {
  agents: [{}, {}],
  environment: { RANK: '3' },
  regions: [
    { message: 'forward', startNs: 0, endNs: 100_000 },
    { name: 'hipLaunchKernel', startNs: 10_000, endNs: 20_000, stackId: 1 },
    { message: 'backward', startNs: 100_000, endNs: 200_000 },
    { name: 'hipLaunchKernel', startNs: 110_000, endNs: 120_000, stackId: 2 },
  ],
  kernels: [
    { name: 'gemm', startNs: 1_000_000, endNs: 2_000_000, agent: 0, stackId: 1 },
    { name: 'add', startNs: 3_000_000, endNs: 4_000_000, agent: 1, stackId: 2 },
  ],
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-part-'));
const trace = path.join(folder, 'trace.db');
beforeAll(() => {
  buildTrace(SPEC, { path: trace });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function reportOf(...flags: string[]): Promise<Report> {
  const { code, stdout, stderr } = await runMain(['analyze', '-i', trace, '--format', 'json', ...flags]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Report;
}

const kernels = (report: Report) => report.hotspots.map(({ name }) => name);

describe('analyze, filters', () => {
  it('without any says nothing of filters', async () => {
    const report = await reportOf();
    expect(report.metadata).not.toHaveProperty('filters');
    expect(kernels(report).sort()).toEqual(['add', 'gemm']);
  });

  it.each([
    [['--kernel', '^ge'], ['gemm'], { kernel: '^ge' }],
    [['--gpu', '1'], ['add'], { gpu: [1] }],
    [['--rank', '3'], ['add', 'gemm'], { rank: [3] }],
    [['--from', '1500us'], ['add'], { from_ns: 1_500_000 }],
    [['--to', '1.5'], ['gemm'], { to_ns: 1_500_000 }],
    [['--roctx', 'backward'], ['add'], { roctx: 'backward' }],
  ])('%j keeps %j, and the report says so', async (flags, expected, filters) => {
    const report = await reportOf(...flags);
    expect(kernels(report).sort()).toEqual(expected);
    const none = { kernel: null, gpu: null, rank: null, from_ns: null, to_ns: null, roctx: null };
    expect(report.metadata.filters).toEqual({ ...none, ...filters });
    expect(report.diagnostics[0]).toMatchObject({ code: 'FILTERED', severity: 'info' });
    expect(report.warnings[0]).toMatch(/^FILTERED: This report is about a part of the trace: /);
  });

  it('--kernel leaves the times of the run as they are', async () => {
    const [all, part] = [await reportOf(), await reportOf('--kernel', 'gemm')];
    expect(part.execution_breakdown).toEqual(all.execution_breakdown);
    expect(part.hotspots[0]?.percent_of_total).toBe(50);
  });

  it.each(['text', 'markdown'])('says so in %s too, whatever is drawn', async (format) => {
    const argv = ['analyze', '-i', trace, '--gpu', '1', '--from', '250us', '--section', 'time', '--format', format];
    expect((await runMain(argv)).stdout).toMatch(/Only a part of it: GPU 1; from 250 µs on\./);
  });

  it('says where no kernel matches', async () => {
    const { stdout } = await runMain(['analyze', '-i', trace, '--kernel', 'softmax']);
    expect(stdout).toContain('FILTER_MATCHES_NOTHING');
    // also where the warnings are not drawn
    const part = await runMain(['analyze', '-i', trace, '--kernel', 'softmax', '--section', 'hotspots']);
    expect(part.stdout).toContain('kernels that match softmax. No kernel matches softmax.');
  });

  it.each([
    [['--gpu', '7'], /no GPU 7; GPUs of the trace: 0, 1/],
    [['--gpu', 'x'], /--gpu x: give numbers with commas between/],
    [['--rank', '0'], /no process of rank 0; ranks of the trace: 3/],
    [['--from', '5 parsecs'], /--from 5 parsecs: give a time such as/],
    [['--from', '2ms', '--to', '1ms'], /--to: give a time after that of --from/],
    [['--from', '100s'], /no kernel and no copy lies in this part of the trace \(from 100.s on\)/],
    [['--roctx', 'nosuch'], /no kernel and no copy .* \(marker ranges that match nosuch\).* FROM markers/],
    [['--kernel', '('], /--kernel \(: is no regular expression/],
    [['--roctx', ''], /--roctx: give a regular expression/],
  ])('refuses %j', async (flags, message) => {
    const { code, stdout, stderr } = await runMain(['analyze', '-i', trace, ...flags]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('refuses filters without a trace', async () => {
    expect((await runMain(['analyze', '--source-dir', folder, '--gpu', '0'])).stderr).toMatch(
      /filters go with a trace/,
    );
  });
});

describe('analyze --section', () => {
  it('draws the chosen blocks of the text report, header and footer', async () => {
    const { stdout } = await runMain(['analyze', '-i', trace, '--section', 'kernels']);
    const titles = stdout.split('\n').filter((line) => /^[A-Z][A-Z -]{3,}/.test(line));
    expect(titles.map((line) => line.split('  ')[0])).toEqual(['KERNELS', 'KERNEL DURATIONS']);
    expect(stdout).toMatch(/^PerfXpert/);
  });

  it('holds the chosen keys in JSON and CSV', async () => {
    const json = JSON.parse(
      (await runMain(['analyze', '-i', trace, '--section', 'hotspots,api', '--format', 'json'])).stdout,
    ) as object;
    expect(Object.keys(json)).toEqual(['schema_version', 'metadata', 'hotspots', 'api_breakdown']);
    const csv = (await runMain(['analyze', '-i', trace, '--section', 'hotspots', '--format', 'csv'])).stdout;
    const tables = csv.split('\n').filter((line) => line.startsWith('# '));
    expect(tables.filter((line) => !line.startsWith('# metadata') && line !== '# report')).toEqual([
      '# hotspots',
      '# hotspots.variants',
    ]);
  });

  it.each(['markdown', 'webview'])('leaves the others out of %s', async (format) => {
    const { stdout } = await runMain(['analyze', '-i', trace, '--section', 'kernels', '--format', format]);
    expect(stdout).toMatch(/Kernel/);
    expect(stdout).not.toMatch(/## Recommendations|id="first"/);
  });

  it('says which of them the report does not have', async () => {
    const argv = ['analyze', '-i', trace, '--section', 'roofline'];
    expect((await runMain(argv)).stderr).toBe('[perfxpert] not in this report: roofline\n');
    expect((await runMain([...argv, '-q'])).stderr).toBe('');
  });

  it('refuses others', async () => {
    expect((await runMain(['analyze', '-i', trace, '--section', 'foo'])).stderr).toMatch(/sections are summary, /);
  });
});

describe('several outputs in one run', () => {
  it('writes each format, from one analysis', async () => {
    const { code, stdout } = await runMain(
      ['analyze', '-i', trace, '--format', 'json,webview,md,csv,text', '-o', 'all', '-d', folder],
      { cwd: folder },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(
      fs
        .readdirSync(folder)
        .filter((name) => name.startsWith('all.'))
        .sort(),
    ).toEqual(['all.csv', 'all.html', 'all.json', 'all.md', 'all.txt']);
  });
});

describe('--quiet', () => {
  it('says nothing on stderr', async () => {
    const argv = ['analyze', '-i', trace, '-o', path.join(folder, 'quiet')];
    expect((await runMain(argv)).stderr).toMatch(/^\[perfxpert\] wrote /);
    expect((await runMain([...argv, '--quiet'])).stderr).toBe('');
  });
});

describe('--no-color', () => {
  it('is --color never', async () => {
    const argv = ['analyze', '-i', trace];
    const env = { FORCE_COLOR: '1' };
    expect((await runMain(argv, { env })).stdout).toContain('\x1b[1m');
    expect((await runMain([...argv, '--no-color'], { env })).stdout).not.toContain('\x1b');
    expect((await runMain(argv, { env: { ...env, NO_COLOR: '1' } })).stdout).not.toContain('\x1b');
  });
});

describe('--error-format json', () => {
  it.each([
    [['analyze', '-i', 'missing.db'], 'NOT_FOUND', 2],
    [['analyze', '-i', 'x', '--verbsoe'], 'INVALID_ARGUMENT', 2],
    [['nonsense'], 'INVALID_ARGUMENT', 2],
  ])('tells the error of %j as one object', async (argv, code, exitCode) => {
    const { stdout, stderr, code: exit } = await runMain([...argv, '--error-format', 'json']);
    expect({ stdout, exit }).toEqual({ stdout: '', exit: exitCode });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code, exit_code: exitCode, message: expect.stringMatching(/./), details: expect.any(Object) },
    });
  });

  it('tells them in words otherwise, and refuses other formats', async () => {
    expect((await runMain(['analyze', '-i', 'missing.db', '--error-format=text'])).stderr).toMatch(/^perfxpert: /);
    expect((await runMain(['analyze', '-i', 'x', '--error-format', 'xml'])).stderr).toMatch(
      /formats are text and json/,
    );
  });
});

describe('R32: --advanced', () => {
  const sources = path.join(folder, 'src');
  const hot = path.join(folder, 'hot.db');
  beforeAll(() => {
    fs.mkdirSync(sources);
    fs.writeFileSync(path.join(sources, 'saxpy.hip'), '__global__ void saxpy(float* x) { x[0] *= 2; }\n');
    // A GPU that counters show busy for all of its clocks, with registers to spare
    buildTrace(
      {
        kernels: [
          {
            name: 'saxpy',
            startNs: 0,
            endNs: 1_000_000,
            vgpr: 32,
            counters: { GRBM_GUI_ACTIVE: 990_000, GRBM_COUNT: 1_000_000 },
          },
        ],
      },
      { path: hot },
    );
  });
  const advice = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await runMain(['analyze', '-i', hot, '--source-dir', sources, '--format', 'json', ...argv], {
      env,
    });
    return (JSON.parse(stdout) as Report).recommendations.filter(({ subtype }) => subtype === 'pragma').length;
  };

  it('keeps advice on pragmas out unless the flag or the variable asks for it', async () => {
    expect(await advice([])).toBe(0);
    expect(await advice(['--advanced'])).toBe(1);
    for (const word of ['1', 'true', 'YES', 'on']) expect(await advice([], { PERFXPERT_ADVANCED_RECS: word })).toBe(1);
    expect(await advice([], { PERFXPERT_ADVANCED_RECS: 'off' })).toBe(0);
  });

  it('marks it in the report', async () => {
    const { stdout } = await runMain(['analyze', '-i', hot, '--source-dir', sources, '--advanced', '--format', 'md']);
    expect(stdout).toContain('\\[advanced\\]');
  });
});

describe('PERFXPERT_GPU_MONITOR_LOG', () => {
  it('is read, and one that cannot be read is a warning', async () => {
    const env = { PERFXPERT_GPU_MONITOR_LOG: path.join(folder, 'missing.json') };
    const { code, stdout } = await runMain(['analyze', '-i', trace, '--format', 'json'], { env });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Report).diagnostics.map(({ code: own }) => own).join()).toMatch(/MONITOR|THERMAL/);
  });
});

describe('regression_threshold_pct of the config file', () => {
  it('is T of a comparison, below flag and environment', async () => {
    const slower = path.join(folder, 'slower.db');
    // The window of the trace is 3 ms; 3.06 ms is 2 % more
    buildTrace({ ...SPEC, kernels: [{ name: 'gemm', startNs: 1_000_000, endNs: 4_060_000 }] }, { path: slower });
    const home = path.join(folder, 'home');
    fs.mkdirSync(path.join(home, '.config/perfxpert'), { recursive: true });
    const config = path.join(home, '.config/perfxpert/config.yaml');
    fs.writeFileSync(config, 'regression_threshold_pct: 1\n');
    const verdict = async (env: Readonly<Record<string, string>>, ...flags: string[]) =>
      (await runMain(['ci', trace, slower, '--no-progress', ...flags], { env })).code;
    expect(await verdict({})).toBe(0);
    expect(await verdict({ HOME: home })).toBe(1);
    expect(await verdict({ HOME: home, PERFXPERT_CI_REGRESSION_THRESHOLD: '50' })).toBe(0);
    expect(await verdict({ HOME: home }, '--threshold', '50')).toBe(0);
    fs.writeFileSync(config, 'nonsense\n');
    expect(await verdict({ HOME: home })).toBe(2);
  });
});
