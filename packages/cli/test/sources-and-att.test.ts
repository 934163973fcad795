import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { runBin } from './fixtures/run-bin.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-cli-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  fs.mkdirSync(path.join(folder, 'traces'));
  buildTrace(
    { kernels: [{ name: 'scale(float*)', startNs: 0, endNs: 900_000 }] },
    {
      path: path.join(folder, 'traces/trace.db'),
    },
  );
  fs.mkdirSync(path.join(folder, 'src'));
  fs.writeFileSync(
    path.join(folder, 'src/a.hip'),
    '__global__ void scale(float* x) {}\nvoid f() { hipMemcpy(a, b, 1, k); }\n',
  );
  fs.writeFileSync(path.join(folder, 'src/b.hip'), '__global__ void other() {}\n');
  fs.mkdirSync(path.join(folder, 'att'));
  fs.writeFileSync(
    path.join(folder, 'att/stats_a.csv'),
    'Instruction,Hitcount,Latency,Stall,Idle,Source\n"; _Z5scalePf",0,0,0,0,"scale(float*)"\nv_add_f32,200,100,90,1,a.hip:1\n',
  );
});

const analyze = (...argv: string[]) => runBin(['analyze', ...argv], { cwd: folder });

async function reportOf(...argv: string[]): Promise<Report> {
  const { code, stdout } = await analyze(...argv, '--format', 'json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Report;
}

describe('perfxpert analyze --source-dir', () => {
  it('with -i: hotspots have places, the text shows them', async () => {
    const report = await reportOf('-i', 'traces/trace.db', '--source-dir', 'src');
    expect(report.features).toContain('source_locations');
    expect(report.hotspots[0]?.source_locations).toEqual([{ file: 'a.hip', line: 1, kind: 'definition' }]);
    const { stdout } = await analyze('-i', 'traces/trace.db', '--source-dir', 'src');
    expect(stdout).toContain('#1 source: a.hip:1 (definition) [CRITICAL]');
    expect(stdout).toMatch(/^SOURCES +HIP, 2 kernels$/m);
  });

  it('alone: a report that says what to record first, named after the analysis with -d', async () => {
    const { code, stdout, stderr } = await analyze('--source-dir', 'src');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('rocprofv3 --sys-trace -d ./profile_out -- ./your_app');
    expect(stdout).not.toContain('WHERE THE TIME WENT');
    expect((await analyze('--source-dir', 'src', '-d', 'out', '--no-progress')).code).toBe(0);
    expect(fs.readdirSync(path.join(folder, 'out'))).toEqual(['analysis.txt']);
  });

  it('that is no folder: exit 2 alone, a warning beside a trace', async () => {
    const { code, stdout, stderr } = await analyze('--source-dir', 'missing');
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: 'perfxpert: missing: no such folder\n' });
    const report = await reportOf('-i', 'traces/trace.db', '--source-dir', 'missing');
    expect(report.warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/^SOURCE_UNAVAILABLE: .*missing: no such folder/)]),
    );
  });

  it('--source-max-files limits what is read', async () => {
    const report = await reportOf('--source-dir', 'src', '--source-max-files', '1');
    expect(report.tier0_findings).toMatchObject({ files_scanned: 1, files_skipped: 1, truncated: true });
    for (const argv of [
      ['--source-dir', 'src', '--source-max-files', '0'],
      ['-i', 'x', '--source-max-files', '3'],
    ]) {
      const { code, stderr } = await analyze(...argv);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^perfxpert: --source-max-files[^\n]*\n$/),
      });
    }
  });

  it('exits with 2 where neither -i nor --source-dir is given', async () => {
    const { code, stderr } = await analyze('--no-progress');
    expect(code).toBe(2);
    expect(stderr).toContain('--source-dir');
  });
});

describe('perfxpert analyze --att-dir', () => {
  it('adds the thread trace', async () => {
    const report = await reportOf('-i', 'traces/trace.db', '--att-dir', 'att');
    expect(report.att_trace).toMatchObject({ has_att_data: true, is_discovered: false });
    const { stdout } = await analyze('-i', 'traces/trace.db', '--att-dir', 'att');
    expect(stdout).toMatch(/^THREAD TRACE +1 kernel, 1 with a dominant stall$/m);
  });

  it('that is missing or empty: exit 0, the reason in section and warnings', async () => {
    for (const name of ['missing', 'src']) {
      const report = await reportOf('-i', 'traces/trace.db', '--att-dir', name);
      expect(report.att_trace?.has_att_data).toBe(false);
      expect(report.warnings).toEqual(expect.arrayContaining([expect.stringMatching(/^ATT_UNAVAILABLE: /)]));
    }
  });

  it.each(['text', 'markdown', 'json', 'csv', 'webview'])(
    'names each file that could not be read with its reason, on one line: %s',
    async (format) => {
      const mixed = path.join(folder, `mixed-${format}`);
      fs.mkdirSync(mixed);
      fs.copyFileSync(path.join(folder, 'att/stats_a.csv'), path.join(mixed, 'stats_a.csv'));
      fs.writeFileSync(path.join(mixed, 'stats_bad.csv'), 'not,valid,csv\nfoo,bar\n');
      const { code, stdout, stderr } = await analyze('-i', 'traces/trace.db', '--att-dir', mixed, '--format', format);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.replaceAll(/\s+/g, ' ').replaceAll('\\', '')).toMatch(
        /Of the thread trace, 1 file and 0 rows are left out: stats_bad\.csv \([^)]*columns?[^)]*\)\./,
      );
      fs.rmSync(path.join(mixed, 'stats_a.csv'));
      const alone = await analyze('-i', 'traces/trace.db', '--att-dir', mixed, '--format', format);
      expect(alone.code).toBe(0);
      expect(alone.stdout.replaceAll(/\s+/g, ' ').replaceAll('\\', '')).toMatch(
        /The thread trace gives nothing: [^.]*stats_\*\.csv[^.]*\. Left out: stats_bad\.csv \(/,
      );
    },
  );

  it('goes with a trace only', async () => {
    const { code, stderr } = await analyze('--source-dir', 'src', '--att-dir', 'att');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('give one with -i') });
  });
});
