import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { analyzeShortKernels, analyzeShortKernelsTool } from '../../../src/catalog/tracelens/analyze-short-kernels.js';
import type { ShortKernels } from '../../../src/schemas/short-kernels.js';
import { callTool } from '../../../src/tool/call-tool.js';

async function analyze(durations: readonly number[], thresholdUs?: number): Promise<ShortKernels> {
  const kernels = durations.map((duration, index) => ({
    name: `kernel_${String(duration)}`,
    startNs: index * 100_000,
    endNs: index * 100_000 + duration,
  }));
  const trace = buildTrace({ kernels });
  try {
    return await analyzeShortKernels({
      db_path: trace.path,
      ...(thresholdUs === undefined ? {} : { threshold_us: thresholdUs }),
    });
  } finally {
    trace.dispose();
  }
}

const bucketsOf = ({ histogram }: ShortKernels) => histogram.map((bucket) => [bucket.bucket_label, bucket.count]);

describe('tracelens.analyzeShortKernels', () => {
  it('SK-1: three of four kernels are short', async () => {
    // 10,500 of 30,500 ns
    expect(await analyze([500, 3000, 7000, 20_000])).toEqual({
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
      top_offenders: [
        { name: 'kernel_7000', count: 1, avg_us: 7, total_ns: 7000 },
        { name: 'kernel_3000', count: 1, avg_us: 3, total_ns: 3000 },
        { name: 'kernel_500', count: 1, avg_us: 0.5, total_ns: 500 },
      ],
    });
  });

  it('cuts the histogram at the threshold', async () => {
    const durations = [500, 1000, 2999, 3000, 7000, 15_000];
    expect(bucketsOf(await analyze(durations, 3))).toEqual([
      ['0-1μs', 1],
      ['1-3μs', 2],
    ]);
    expect(bucketsOf(await analyze(durations, 0.6))).toEqual([['0-0.6μs', 1]]);
    expect(bucketsOf(await analyze(durations, 20))).toEqual([
      ['0-1μs', 1],
      ['1-5μs', 3],
      ['5-10μs', 1],
      ['10-20μs', 1],
    ]);
  });

  it('is zero without kernels, and refuses senseless thresholds', async () => {
    expect(await analyze([])).toMatchObject({ total_kernels: 0, short_kernel_pct: 0, histogram: [] });
    await expect(callTool(analyzeShortKernelsTool, { db_path: 'x', threshold_us: 0 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
