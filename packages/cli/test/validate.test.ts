import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function traceOf(spec: TraceSpec): string {
  const file = path.join(newFolder(), 'trace.db');
  buildTrace(spec, { path: file });
  return file;
}

const WHOLE: TraceSpec = {
  regions: [{ name: 'hipLaunchKernel', startNs: 0, endNs: 10, stackId: 1 }],
  kernels: [{ name: 'gemm', startNs: 20, endNs: 100, stackId: 1 }],
};

describe('perfxpert validate', () => {
  it('lists what can be relied on, exit 0', async () => {
    const file = traceOf(WHOLE);
    const { code, stdout, stderr } = await runMain(['validate', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`✓ ${file}: layout rocpd-3, schema `);
    expect(stdout).toMatch(/^✓ 1 dispatch, 0 copies, 1 API call, 0 markers$/m);
    expect(stdout).toMatch(/^✓ 1 launch call, each with its dispatch$/m);
    expect(stdout).toMatch(/^✓ no kernel starts before its launch$/m);
  });

  it('lists reservations with counts, exit 0', async () => {
    const { code, stdout } = await runMain([
      'validate',
      traceOf({
        kernels: [
          { name: 'a', startNs: 5, endNs: 5, grid: null, workgroup: null },
          { name: 'b', startNs: 9, endNs: 12 },
        ],
      }),
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^▲ dispatches of no length: 1$/m);
    expect(stdout).toMatch(/^▲ no launch calls: idle time cannot be explained/m);
  });

  it('exit 1 for a trace without GPU work', async () => {
    const { code, stdout } = await runMain(['validate', traceOf({}), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'content', status: 'fail' })]),
    });
  });

  it('exit 2 and one line for what is no trace or is cut short', async () => {
    const folder = newFolder();
    const cut = path.join(folder, 'cut.db');
    fs.writeFileSync(cut, fs.readFileSync(traceOf(WHOLE)).subarray(0, 20_000));
    for (const file of [cut, path.join(folder, 'missing.db')]) {
      const { code, stdout, stderr } = await runMain(['validate', file]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
    }
    expect((await runMain(['validate'])).stderr).toMatch(/give a trace; usage/);
  });
});
