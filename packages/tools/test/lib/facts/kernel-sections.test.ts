import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import { KernelCategoriesSchema } from '../../../src/schemas/kernel-categories.js';
import { ShortKernelsSchema } from '../../../src/schemas/short-kernels.js';
import { WarmupSchema } from '../../../src/schemas/warmup.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { KernelRow, ProcessRows } from '../../support/process-columns.js';
import { severalProcesses } from '../../support/trace-arbitrary.js';

async function factsOf(...processes: readonly ProcessRows[]): Promise<TraceFacts> {
  const facts = await computeFacts(traceOf(processes.map(processColumns)));
  v.parse(KernelCategoriesSchema, facts.kernelCategories);
  v.parse(ShortKernelsSchema, facts.shortKernels);
  v.parse(WarmupSchema, facts.warmup);
  return facts;
}
/** Kernels one after the other, a nanosecond apart or as far as `gapNs` says. */
function inARow(rows: readonly (Omit<KernelRow, 'startNs' | 'endNs'> & { ns: number })[], gapNs = 1): KernelRow[] {
  let startNs = 0;
  return rows.map(({ ns, ...row }) => {
    const placed = { ...row, startNs, endNs: startNs + ns };
    startNs += ns + gapNs;
    return placed;
  });
}

describe('kernel categories', () => {
  it.each([
    // KC-1
    ['Cijk_Ailk_Bljk_HHS_BH', 'GEMM'],
    ['ncclKernel_AllReduce_RING', 'NCCL'],
    ['softmax_warp_forward', 'Reduction'],
    ['conv2d_fwd', 'CONV'],
    ['foo', 'Other'],
    // KC-2
    ['_matmul_ogs_NNT_bf16xbf16xmxfp4', 'GEMM'],
    ['triton_poi_fused_addmm_gelu_view_26', 'Elementwise'],
    ['triton_red_fused_add_mean_mul_pow_rsqrt_0', 'Reduction'],
    ['vectorized_layer_norm_kernel', 'Normalization'],
    ['attn_fwd', 'SDPA'],
    ['batched_transpose_16x32_half', 'Memory'],
    ['MIOpenConvUni', 'CONV'],
    ['__amd_rocclr_copyBuffer', 'Memory'],
  ])('KC-1, KC-2: %s is %s', async (name, category) => {
    expect((await factsOf({ kernels: [{ name, startNs: 0, endNs: 10 }] })).kernelCategories).toEqual([
      { category, count: 1, total_ns: 10, pct_of_kernel_time: 100, avg_duration_ns: 10, pct_of_total_time: 100 },
    ]);
  });

  it('add up over names and processes; the share of the window may pass 100', async () => {
    const { kernelCategories } = await factsOf({
      kernels: [
        { name: 'gemm_a', startNs: 0, endNs: 100 },
        { name: 'gemm_b', startNs: 0, endNs: 101, stream: 1 },
        { name: 'foo', startNs: 101, endNs: 120 },
      ],
    });
    // 201 and 19 of 220 kernel time in a window of 120
    expect(kernelCategories).toEqual([
      {
        category: 'GEMM',
        count: 2,
        total_ns: 201,
        pct_of_kernel_time: 91.36,
        avg_duration_ns: 100,
        pct_of_total_time: 167.5,
      },
      {
        category: 'Other',
        count: 1,
        total_ns: 19,
        pct_of_kernel_time: 8.64,
        avg_duration_ns: 19,
        pct_of_total_time: 15.83,
      },
    ]);
  });
});

describe('short kernels', () => {
  it('SK-1: counts, time and histogram', async () => {
    const { shortKernels } = await factsOf({
      kernels: inARow(
        [500, 3000, 7000, 20_000].map((ns) => ({ name: 'k', ns })),
        60_000,
      ),
    });
    // 3 of 4; 10,500 of 30,500 ns
    expect(shortKernels).toEqual({
      threshold_us: 10,
      total_kernels: 4,
      short_kernel_count: 3,
      short_kernel_pct: 75,
      short_kernel_time_ns: 10_500,
      short_kernel_time_pct: 34.43,
      gap_after_short_ns: 0,
      histogram: [
        { bucket_label: '0-1μs', count: 1 },
        { bucket_label: '1-5μs', count: 1 },
        { bucket_label: '5-10μs', count: 1 },
      ],
      top_offenders: [{ name: 'k', count: 3, avg_us: 3.5, total_ns: 10_500 }],
    });
  });

  it('puts a duration on a bound into the upper bucket and leaves empty buckets out', async () => {
    const { shortKernels } = await factsOf({ kernels: inARow([5000, 10_000].map((ns) => ({ name: 'k', ns }))) });
    expect(shortKernels.histogram).toEqual([{ bucket_label: '5-10μs', count: 1 }]);
  });

  it('counts launch gaps that begin where a short kernel ends, once', async () => {
    const { shortKernels } = await factsOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 2000 },
        { name: 'b', startNs: 1000, endNs: 2000, stream: 1 }, // same gap
        { name: 'a', startNs: 5000, endNs: 25_000 }, // gap of 3000 before; not short itself
        { name: 'a', startNs: 26_000, endNs: 27_000 }, // the copy below covers its end
        { name: 'a', startNs: 40_000, endNs: 41_000 }, // a gap of 59,000 follows: too long
        { name: 'a', startNs: 100_000, endNs: 101_000 },
      ],
      copies: [{ startNs: 26_500, endNs: 28_000 }],
    });
    expect(shortKernels.gap_after_short_ns).toBe(3000);
  });
});

describe('warm-up', () => {
  const us = (...durations: readonly number[]): KernelRow[] =>
    inARow(durations.map((duration) => ({ name: 'k', ns: duration * 1000, workgroup: [64, 1, 1], grid: null })));

  it('WU-1, WU-3: a slow first call against the median of the others', async () => {
    const { warmup } = await factsOf({ kernels: us(30, 10, 10, 10, 10) });
    expect(warmup).toEqual({
      has_warmup_issues: true,
      outliers: [
        {
          kernel_name: 'k',
          device: 'GPU 0',
          workgroup: '64x1x1',
          grid: null,
          calls: 5,
          first_duration_ns: 30_000,
          median_ns: 10_000,
          ratio: 3,
          warmup_calls: 1,
          excess_ns: 20_000,
        },
      ],
      total_excess_ns: 20_000,
    });
  });

  it('WU-2: two calls are too few', async () => {
    expect((await factsOf({ kernels: us(100, 10) })).warmup).toEqual({
      has_warmup_issues: false,
      outliers: [],
      total_excess_ns: 0,
    });
  });

  it('takes the leading run of slow calls', async () => {
    // the median of the later eight is 10; 60, 13 and 12.5 are above 12, the next is not, the last 13 comes too late
    const { warmup } = await factsOf({ kernels: us(60, 13, 12.5, 10, 10, 13, 10, 10, 10) });
    expect(warmup.outliers).toMatchObject([{ warmup_calls: 3, median_ns: 10_000, excess_ns: 50_000 + 3000 + 2500 }]);
  });

  it('looks at each launch shape, device and process by itself and leaves communication out', async () => {
    const slow = inARow([{ name: 'k', ns: 50_000, workgroup: [128, 1, 1] as const }]);
    const nccl = us(30, 10, 10, 10, 10).map((row) => ({ ...row, name: 'ncclDevKernel_Generic', stream: 1 }));
    const elsewhere = us(30, 10, 10, 10).map((row) => ({ ...row, gpu: 1 }));
    const { warmup } = await factsOf(
      { kernels: [...slow, ...nccl, ...elsewhere, ...us(10, 10, 10, 10)] },
      { kernels: us(10, 10, 10, 10), guid: 'b', pid: 7 },
    );
    expect(warmup.outliers.map(({ device }) => device)).toEqual(['GPU 1']);
  });
});

describe('laws of the kernel sections', () => {
  it('count every dispatch once', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const facts = await factsOf(...processes);
        const kernels = processes.flatMap((rows) => rows.kernels ?? []);
        const total = kernels.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
        const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
        expect(sum(facts.kernelCategories.map(({ count }) => count))).toBe(kernels.length);
        expect(sum(facts.kernelCategories.map((row) => row.total_ns))).toBe(total);
        expect(sum(facts.shortKernels.histogram.map(({ count }) => count))).toBe(kernels.length);
        expect(facts.shortKernels.short_kernel_time_ns).toBe(total);
        expect(facts.diagnostics.filter(({ code }) => code === 'SECTION_UNAVAILABLE')).toEqual([]);
      }),
    );
  });
});
