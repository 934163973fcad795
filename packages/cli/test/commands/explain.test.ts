import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { main } from '../../src/main.js';
import { EXAMPLE_TRACES, HOSTILE_NAME } from '../fixtures/example-traces.js';
import { memoryIo } from '../fixtures/memory-io.js';

const traces: { dispose(): void }[] = [];
// What the command loads on demand takes its time on a busy machine.
beforeAll(() => import('@perfxpert/agents/toolkit'), 60_000);
afterAll(() => traces.forEach((trace) => trace.dispose()));

function pathOf(...args: Parameters<typeof buildTrace>): string {
  const trace = buildTrace(...args);
  traces.push(trace);
  return trace.path;
}

async function run(...argv: string[]) {
  const io = memoryIo();
  const code = await main(['explain', ...argv], io);
  return { code, stdout: io.stdout.text, stderr: io.stderr.text };
}

const EXPOSED_COPY = {
  kernels: [{ name: 'postprocess', startNs: 0, endNs: 200_000 }],
  copies: [{ startNs: 200_000, endNs: 1_000_000, bytes: 4_194_304 }],
};

describe('perfxpert explain', () => {
  it('shows the proof of a finding', async () => {
    const { code, stdout, stderr } = await run('ROCPD-MEMCPY-001', '-i', pathOf(EXPOSED_COPY));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ROCPD-MEMCPY-001 .*at most 800 µs\n/);
    expect(stdout).toContain('    copy_exposed_ns = 800000 ns\n');
    expect(stdout).toMatch(/copy_exposed_ns +800 µs +800 µs +yes/);
    expect(stdout).toContain('call trace_analysis.time_breakdown');
    expect(stdout).toMatch(/memory_copy .* 800 µs/);
    expect(stdout.split('\n').filter((line) => line.length > 92 || line !== line.trimEnd())).toEqual([]);
  });

  it('shows it as JSON', async () => {
    const { code, stdout } = await run('ROCPD-MEMCPY-001', '-i', pathOf(EXPOSED_COPY), '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ finding: { id: 'ROCPD-MEMCPY-001' }, row_count: 1 });
  });

  it('lists the ids that exist in one line, exit 2, for one that does not', async () => {
    const { code, stdout, stderr } = await run('ROCPD-NONE-001', '-i', pathOf(EXPOSED_COPY));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: No finding ROCPD-NONE-001; this trace has [^\n]*ROCPD-MEMCPY-001[^\n]*\n$/);
  });

  it.each([
    [['x'], /x: no metric, counter, rule/],
    [['x', '-i', ''], /name of a trace is empty/],
    [['x', '-i', 'none.db'], /none\.db/],
    [['x', '-i', 'none.db', '--format', 'html'], /--format html: formats are text and json/],
    [[], /say what to explain; usage: perfxpert explain/],
  ])('exit 2 and one line for %p', async (argv, message) => {
    const { code, stdout, stderr } = await run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });

  describe('a finding that rests on something beside the trace', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-explain-'));
    const sources = path.join(folder, 'src');
    const att = path.join(folder, 'att');
    beforeAll(() => {
      fs.mkdirSync(sources);
      const copies = 'hipMemcpy(a, b, 1, k);\n'.repeat(4);
      fs.writeFileSync(path.join(sources, 'a.hip'), `__global__ void postprocess() {}\nvoid f() {\n${copies}}\n`);
      fs.mkdirSync(att);
      fs.writeFileSync(
        path.join(att, 'stats_a.csv'),
        'Instruction,Hitcount,Latency,Stall,Idle,Source\n"; postprocess",0,0,0,0,"postprocess"\n' +
          '"global_load_dwordx4 v[0:3], v[0:1], off",7000,100000,90000,1,a.hip:1\n',
      );
    });
    afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

    it.each([
      ['with a trace', true],
      ['alone', false],
    ])('of sources, with every place, %s', async (_name, hasTrace) => {
      const trace = hasTrace ? ['-i', pathOf(EXPOSED_COPY)] : [];
      const { code, stdout, stderr } = await run('ROCPD-SRC-MEMCPY-SYNC-001', ...trace, '--source-dir', sources);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^ROCPD-SRC-MEMCPY-SYNC-001 /);
      // Lines 3 to 6; a report names three of them
      for (const line of [3, 4, 5, 6]) expect(stdout).toContain(`Look at a.hip:${String(line)}`);
      expect(stdout).toMatch(/memcpy_sync +4 /);
    });

    it('of a thread trace', async () => {
      const trace = pathOf(EXPOSED_COPY);
      const io = memoryIo();
      await main(['analyze', '-i', trace, '--att-dir', att, '--format', 'json'], io);
      const { recommendations } = JSON.parse(io.stdout.text) as Report;
      const id = recommendations.find((entry) => entry.id.includes('ATT'))?.id ?? 'none';
      const { code, stdout } = await run(id, '-i', trace, '--att-dir', att, '--format', 'json');
      expect({ id, code }).toEqual({ id: expect.stringMatching(/^ROCPD-ATT/), code: 0 });
      expect(JSON.parse(stdout)).toMatchObject({ finding: { id }, row_count: 0 });
    });

    it('asks for the sources where they are needed, and for a trace beside a thread trace', async () => {
      const asked = await run('ROCPD-SRC-MEMCPY-SYNC-001', '-i', pathOf(EXPOSED_COPY));
      expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('folder with --source-dir') });
      const other = await run('ROCPD-SRC-NONE-001', '--source-dir', sources);
      expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('have ROCPD-SRC-') });
      expect(await run('x', '--att-dir', att)).toMatchObject({ code: 2, stderr: expect.stringContaining('with -i') });
    });
  });

  it('lets no name of a trace reach the terminal as it is', async () => {
    const database = pathOf(EXAMPLE_TRACES['hostile-names']!);
    // An unknown id lists those that exist.
    const { stderr } = await run('unknown', '-i', database);
    const ids = stderr.match(/ROCPD-[A-Z0-9a-z-]+/g) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const { code, stdout } = await run(id, '-i', database);
      expect(code).toBe(0);
      expect(stdout).not.toContain(HOSTILE_NAME);
      expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });
});
