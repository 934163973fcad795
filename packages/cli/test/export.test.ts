import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { EXAMPLE_TRACES } from './fixtures/example-traces.js';
import { runBin } from './fixtures/run-bin.js';

// Processes start slowly on a busy machine.
jest.setTimeout(120_000);

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-export-'));
beforeAll(() => {
  for (const name of ['overlap', 'hostile-names'] as const)
    buildTrace(EXAMPLE_TRACES[name] ?? {}, { path: path.join(folder, `${name}.db`) });
  fs.writeFileSync(path.join(folder, 'text.db'), 'no trace');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (...argv: string[]) => runBin(['export', ...argv], { cwd: folder });

interface ChromeFile {
  readonly traceEvents: readonly {
    readonly ph: string;
    readonly name: string;
    readonly ts?: number;
    readonly dur?: number;
  }[];
}

describe('perfxpert export', () => {
  it('--format chrome writes trace event JSON with all kernels, copies and calls', async () => {
    const { code, stdout, stderr } = await run('-i', 'overlap.db', '--format', 'chrome', '-o', 'out/timeline');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^\[perfxpert\] wrote out\/timeline\.json \(.*: 3 kernels, 1 copy, 1 call or marker\)\n$/,
      ),
    });
    const { traceEvents } = JSON.parse(fs.readFileSync(path.join(folder, 'out/timeline.json'), 'utf8')) as ChromeFile;
    const slices = traceEvents.filter(({ ph }) => ph === 'X').map(({ name, ts, dur }) => [name, ts, dur]);
    // Nanoseconds of the example, in microseconds
    expect(slices.sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      ['first', 0, 0.1],
      ['second', 0.05, 0.1],
      ['Host-to-Device', 0.12, 0.08],
      ['hipMalloc', 0.18, 0.08],
      ['third', 0.3, 0.1],
    ]);
    expect(fs.readdirSync(path.join(folder, 'out'))).toEqual(['timeline.json']);
  });

  it('writes Perfetto by default, the extension unless there is one', async () => {
    expect((await run('-i', 'overlap.db', '-o', 'timeline', '--no-progress')).stderr).toBe('');
    // Field 1 of a Trace, as bytes with a length: 0x0a
    expect(fs.readFileSync(path.join(folder, 'timeline.pftrace'))[0]).toBe(0x0a);
    expect((await run('-i', 'overlap.db', '-o', 'own.perfetto-trace')).code).toBe(0);
    expect(fs.existsSync(path.join(folder, 'own.perfetto-trace'))).toBe(true);
  });

  it('-o - writes to stdout, also names that a terminal would obey', async () => {
    const { code, stdout, stderr } = await run('-i', 'hostile-names.db', '--format', 'chrome', '-o', '-');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('\x1b');
    expect((JSON.parse(stdout) as ChromeFile).traceEvents.filter(({ ph }) => ph === 'X')).toHaveLength(5);
  });

  it('leaves nothing behind where the trace cannot be read', async () => {
    const { code, stderr } = await run('-i', 'text.db', '-o', 'broken/timeline');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^perfxpert: text\.db: [^\n]*\n$/) });
    expect(fs.existsSync(path.join(folder, 'broken'))).toBe(false);
  });

  it.each([
    [['-i', 'overlap.db'], /give the file to write with -o/],
    [['-o', 'x'], /give a trace with -i/],
    [['-i', 'overlap.db', '-o', 'x', '--format', 'svg'], /formats are perfetto and chrome/],
    [['-i', 'overlap.db', '-o', 'overlap.db'], /is the trace itself/],
    [['-i', 'overlap.db', '-o', 'hostile-names.db'], /is a database, maybe a trace/],
    [['-i', 'overlap.db', '-o', 'folder/'], /names a folder/],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, stdout, stderr } = await run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: [^\n]*\n$/);
    expect(stderr).toMatch(message);
  });
});
