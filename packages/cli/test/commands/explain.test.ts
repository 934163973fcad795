import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
