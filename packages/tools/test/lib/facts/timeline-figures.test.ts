import { describe, expect, it } from '@jest/globals';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';

const factsOf = (rows: ProcessRows) => computeFacts(traceOf([processColumns(rows)]));
const kernel = (startNs: number, endNs: number, name = 'k', stream = 0) => ({ name, startNs, endNs, stream });

describe('figures of a time line', () => {
  it('merges kernels and takes them from copies', async () => {
    const { executionBreakdown } = await factsOf({
      kernels: [kernel(0, 100), kernel(50, 150, 'k', 1)],
      copies: [{ startNs: 140, endNs: 200 }],
    });
    expect(executionBreakdown).toMatchObject({
      wall_ns: 200,
      compute_ns: 150,
      compute_pct: 75,
      copy_exposed_ns: 50,
      copy_exposed_pct: 25,
      idle_other_ns: 0,
    });
  });

  it('leaves the gap between kernels idle', async () => {
    const { executionBreakdown } = await factsOf({ kernels: [kernel(0, 10), kernel(90, 100)] });
    expect(executionBreakdown).toMatchObject({ wall_ns: 100, compute_ns: 20, idle_other_ns: 80, idle_other_pct: 80 });
  });

  it.each([
    ['Cijk_Ailk_Bljk', 'GEMM'],
    ['implicit_gemm_conv_fwd', 'CONV'],
  ])('puts %s under %s', async (name, category) => {
    const { kernelCategories } = await factsOf({ kernels: [kernel(0, 10, name)] });
    expect(kernelCategories[0]?.category).toBe(category);
  });

  it('counts short kernels and their time', async () => {
    const { shortKernels } = await factsOf({ kernels: [kernel(0, 500), kernel(1000, 4000), kernel(5000, 17_000)] });
    // 2 of 3; 3500 of 15,500 ns
    expect(shortKernels).toMatchObject({
      short_kernel_count: 2,
      short_kernel_pct: 66.67,
      short_kernel_time_ns: 3500,
      short_kernel_time_pct: 22.58,
      histogram: [
        { bucket_label: '0-1μs', count: 1 },
        { bucket_label: '1-5μs', count: 1 },
      ],
    });
  });
});
