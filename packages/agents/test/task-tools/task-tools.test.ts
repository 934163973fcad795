import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { TASK_TOOLS, callTool } from '../../src/tools.js';

const trace = buildTrace({
  kernels: [
    { name: 'gemm_a', startNs: 0, endNs: 6000 },
    { name: 'gemm_b', startNs: 7000, endNs: 9000 },
    { name: 'gemm_b', startNs: 10_000, endNs: 12_000 },
  ],
});
const empty = buildTrace({});
afterAll(() => {
  trace.dispose();
  empty.dispose();
});

function call(key: string, input: object): Promise<unknown> {
  const tool = TASK_TOOLS.find((entry) => entry.key === key);
  if (tool === undefined) throw new Error(`no tool ${key}`);
  return callTool(tool, input);
}

describe('task-sized tools', () => {
  it('list kernels in the order and with the filters asked for', async () => {
    // gemm_a: 6000 ns in 1 call; gemm_b: 4000 ns in 2 calls; 60 % and 40 %
    const names = async (more: object) => {
      const { kernels } = (await call('list_kernels', { database_path: trace.paths, ...more })) as {
        kernels: { name: string }[];
      };
      return kernels.map(({ name }) => name);
    };
    expect(await names({})).toEqual(['gemm_a', 'gemm_b']);
    expect(await names({ sort_by: 'calls' })).toEqual(['gemm_b', 'gemm_a']);
    expect(await names({ name_contains: 'GEMM_B' })).toEqual(['gemm_b']);
    expect(await names({ min_percent: 50 })).toEqual(['gemm_a']);
    expect(await names({ category: 'no such kind' })).toEqual([]);
  });

  it('explain a kernel by its name or by a part that only one has', async () => {
    const input = { database_path: trace.paths };
    expect(await call('explain_kernel', { ...input, kernel_name: '_b' })).toMatchObject({
      kernel: { name: 'gemm_b', calls: 2, total_duration: 4000 },
    });
    await expect(call('explain_kernel', { ...input, kernel_name: 'gemm' })).rejects.toMatchObject({
      code: 'UNKNOWN_ID',
      details: { known: ['gemm_a', 'gemm_b'] },
    });
    await expect(call('explain_kernel', { ...input, kernel_name: 'conv' })).rejects.toMatchObject({
      code: 'UNKNOWN_ID',
    });
  });

  it('say that a trace without GPU work has nothing to judge', async () => {
    expect(await call('analyze_trace', { database_path: empty.paths })).toMatchObject({
      has_data: false,
      primary_bottleneck: 'data_insufficient',
      time: null,
      hot_kernels: [],
    });
  });

  it('plan the first recording without a trace', async () => {
    expect(await call('suggest_next_profile', {})).toMatchObject({
      primary_bottleneck: null,
      next_profile_needed: true,
      commands: [{ full_command: expect.stringContaining('rocprofv3') }],
    });
  });

  it('find no difference between a trace and itself', async () => {
    expect(await call('compare_traces', { baseline_db: trace.paths, new_db: trace.paths })).toMatchObject({
      verdict: 'neutral',
      verdict_delta_ns: 0,
      primary_regressions: [],
    });
  });

  it('answer a query, and refuse what is none', async () => {
    const sql = 'SELECT name, count(*) AS calls FROM kernels GROUP BY name ORDER BY name';
    expect(await call('query_trace', { database_path: trace.paths, sql })).toEqual({
      columns: ['name', 'calls'],
      rows: [
        ['gemm_a', 1],
        ['gemm_b', 2],
      ],
      row_count: 2,
      truncated: false,
    });
    await expect(call('query_trace', { database_path: trace.paths, sql: 'DELETE FROM kernels' })).rejects.toMatchObject(
      { code: 'INVALID_ARGUMENT' },
    );
  });
});
