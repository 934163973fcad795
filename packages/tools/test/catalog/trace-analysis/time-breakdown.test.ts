import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceSpec } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { callTool, traceAnalysis } from '../../../src/index.js';
import { TimeBreakdownOutputSchema, timeBreakdownTool } from '../../../src/catalog/trace-analysis/time-breakdown.js';
import type { TimeBreakdown } from '../../../src/catalog/trace-analysis/time-breakdown.js';

async function breakdownOf(spec: TraceSpec): Promise<TimeBreakdown> {
  const trace = buildTrace(spec);
  try {
    return v.parse(TimeBreakdownOutputSchema, await traceAnalysis.timeBreakdown({ database_path: trace.path }));
  } finally {
    trace.dispose();
  }
}

describe('traceAnalysis.timeBreakdown', () => {
  it('TA-1: kernels back to back take all of the window', async () => {
    const kernels = Array.from({ length: 50 }, (_, index) => ({
      name: 'matmul',
      startNs: index * 100_000,
      endNs: (index + 1) * 100_000,
    }));
    expect(await breakdownOf({ kernels })).toEqual({
      has_data: true,
      kernel_frac: 1,
      memcpy_frac: 0,
      api_frac: 0,
      idle_frac: 0,
      total_wall_ns: 5_000_000,
      overlap_pct: null,
    });
  });

  it('TA-2: a copy after a kernel', async () => {
    expect(
      await breakdownOf({
        kernels: [{ name: 'postprocess', startNs: 0, endNs: 100_000 }],
        copies: [{ startNs: 100_000, endNs: 500_000, bytes: 4_194_304 }],
      }),
    ).toEqual({
      has_data: true,
      kernel_frac: 0.2,
      memcpy_frac: 0.8,
      api_frac: 0,
      idle_frac: 0,
      total_wall_ns: 500_000,
      overlap_pct: 0,
    });
  });

  it('TB-4: all four parts, which add up to 1', async () => {
    // kernels 250, copy 50 exposed and 30 hidden, API 60, idle 40 of 400; overlap 30 / 80
    const breakdown = await breakdownOf({
      kernels: [
        { name: 'k1', startNs: 0, endNs: 100 },
        { name: 'k2', startNs: 50, endNs: 150, stream: 1 },
        { name: 'k3', startNs: 300, endNs: 400 },
      ],
      copies: [{ startNs: 120, endNs: 200, bytes: 64 }],
      regions: [{ name: 'hipMalloc', startNs: 180, endNs: 260 }],
    });
    expect(breakdown).toEqual({
      has_data: true,
      kernel_frac: 0.625,
      memcpy_frac: 0.125,
      api_frac: 0.15,
      idle_frac: 0.1,
      total_wall_ns: 400,
      overlap_pct: 37.5,
    });
  });

  it('gives no numbers where there is no GPU work, or none of any length', async () => {
    expect(await breakdownOf({})).toEqual({
      has_data: false,
      reason: 'The trace holds no kernels and no copies of a GPU.',
      how_to_collect: expect.stringContaining('rocprofv3'),
    });
    expect(await breakdownOf({ kernels: [{ name: 'a', startNs: 5, endNs: 5 }] })).toMatchObject({
      has_data: false,
      reason: expect.stringContaining('no length'),
    });
  });

  it('takes several files as one trace, however the processes are spread over them', async () => {
    const processes = [0, 50].map((startNs, index) => ({
      pid: index + 1,
      kernels: [{ name: 'a', startNs, endNs: startNs + 100 }],
    }));
    // one window of 150 for both, 100 of it kernels on either device
    const expected = { kernel_frac: 100 / 150, total_wall_ns: 150 };
    expect(await breakdownOf({ processes })).toMatchObject(expected);
    const trace = buildTrace({ processes }, { files: 'per-process' });
    expect(await traceAnalysis.timeBreakdown({ database_path: trace.paths })).toMatchObject(expected);
    trace.dispose();
  });

  it('is exact at epoch times', async () => {
    const kernels = [
      { name: 'a', startNs: 1, endNs: 4 },
      { name: 'a', startNs: 6, endNs: 11 },
    ];
    const trace = buildTrace({ kernels }, { timeOffsetNs: 1_700_000_000_000_000_001n, rowOrder: 'shuffled' });
    expect(await traceAnalysis.timeBreakdown({ database_path: trace.path })).toMatchObject({
      kernel_frac: 0.8,
      total_wall_ns: 10,
    });
    trace.dispose();
  });

  it('refuses input that is none, and files that are not there', async () => {
    await expect(callTool(timeBreakdownTool, { database_path: [] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(callTool(timeBreakdownTool, { path: 'x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(traceAnalysis.timeBreakdown({ database_path: '/no/such/trace.db' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
