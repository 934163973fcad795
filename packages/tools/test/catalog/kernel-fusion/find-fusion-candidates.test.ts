import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, KernelSpec, TraceSpec } from '@perfxpert/rocpd/testing';
import {
  findFusionCandidates,
  findFusionCandidatesTool,
} from '../../../src/catalog/kernel-fusion/find-fusion-candidates.js';
import type { FusionCandidate } from '../../../src/schemas/fusion-candidate.js';
import { callTool } from '../../../src/tool/call-tool.js';

async function candidatesOf(
  spec: TraceSpec,
  maxGapNs?: number,
  options: BuildTraceOptions = {},
): Promise<FusionCandidate[]> {
  const trace = buildTrace(spec, options);
  try {
    return await findFusionCandidates({
      db_path: trace.paths,
      ...(maxGapNs === undefined ? {} : { max_gap_ns: maxGapNs }),
    });
  } finally {
    trace.dispose();
  }
}

const kernel = (startNs: number, endNs: number, name = 'add_kernel', more: Partial<KernelSpec> = {}): KernelSpec => ({
  name,
  startNs,
  endNs,
  workgroup: [256, 1, 1],
  grid: [64, 1, 1],
  ...more,
});

const pairsOf = (rows: readonly FusionCandidate[]): string[] => rows.map(({ pair }) => pair.join(' > '));

describe('kernelFusion.findFusionCandidates', () => {
  it('KF-1, KF-6: the gap is what fusing saves', async () => {
    // 2000 + 1900 ns, gap 100: 4000 / 3900 = 1.0256; confidence 0.6 + 0.2 * (1 - 100 / 500)
    const text = 'add_kernel|add_kernel|b=256,1,1|g=64,1,1';
    expect(await candidatesOf({ kernels: [kernel(0, 2000), kernel(2100, 4000)] })).toEqual([
      {
        pair: ['add_kernel', 'add_kernel'],
        signature: createHash('sha1').update(text).digest('hex').slice(0, 12),
        gap_ns: 100,
        est_speedup_lo: 1,
        est_speedup_hi: 1.026,
        expected_impact_units: 'speedup_multiplier',
        confidence: 0.76,
        occurrences: 1,
        total_time_ns: 3900,
        est_saved_ns: 100,
        host_bound_saved_ns: null,
        longest_chain: 2,
        workgroup: [256, 1, 1],
        grid: [64, 1, 1],
        shape_known: true,
        pattern: {
          id: 'elementwise_fuse_elementwise',
          saves: 'one launch and one trip of the intermediate through memory',
          risk: 'low',
          verify_counters: ['SQ_INSTS_VALU', 'TCP_TCC_READ_REQ_sum'],
        },
      },
    ]);
  });

  it('M16: two kernels of 4000 ns with a gap of 200', async () => {
    const rows = await candidatesOf({ kernels: [kernel(0, 4000), kernel(4200, 8200)] });
    expect(rows.map((row) => [row.est_speedup_lo, row.est_speedup_hi])).toEqual([[1, 1.025]]);
  });

  it.each([
    ['KF-2: long kernels', [kernel(0, 15_000), kernel(15_050, 30_000)]],
    ['KF-3: a gap of 3 us', [kernel(0, 2000), kernel(5000, 7000)]],
    ['KF-4: another workgroup', [kernel(0, 2000), kernel(2100, 4000, 'add_kernel', { workgroup: [128, 1, 1] })]],
    ['another stream', [kernel(0, 2000), kernel(2100, 4000, 'add_kernel', { stream: 1 })]],
    ['another queue', [kernel(0, 2000), kernel(2100, 4000, 'add_kernel', { queue: 9 })]],
    ['a matrix product', [kernel(0, 2000), kernel(2100, 4000, 'Cijk_Ailk_Bljk_HHS_BH')]],
    ['a copy kernel', [kernel(0, 2000, '__amd_rocclr_copyBuffer'), kernel(2100, 4000)]],
    ['overlap', [kernel(0, 2000), kernel(1900, 4000)]],
    ['a kernel that still runs around the first', [kernel(0, 9000), kernel(100, 2000), kernel(2100, 4000)]],
    ['no run time at all', [kernel(100, 100), kernel(100, 100)]],
    ['a long kernel between', [kernel(0, 2000), kernel(2000, 20_000, 'long'), kernel(20_000, 21_000)]],
  ])('%s: no pair', async (_what, kernels) => {
    expect(await candidatesOf({ kernels })).toEqual([]);
  });

  it('KF-5: no table of dispatches', async () => {
    expect(await candidatesOf({}, undefined, { omitTables: ['kernel_dispatch'] })).toEqual([]);
    expect(await candidatesOf({})).toEqual([]);
  });

  it('takes the longest gap from the input', async () => {
    const kernels = [kernel(0, 2000), kernel(5000, 7000)];
    expect(await candidatesOf({ kernels }, 3000)).toMatchObject([{ gap_ns: 3000, confidence: 0.6 }]);
    expect(await candidatesOf({ kernels: [kernel(0, 2000), kernel(2000, 4000)] }, 0)).toMatchObject([
      { gap_ns: 0, confidence: 0.6, est_speedup_hi: 1 },
    ]);
  });

  it('adds up occurrences, ranks by saved time, and knows chains', async () => {
    // add > mul > add > mul: pairs add-mul twice (gaps 100, 300), mul-add once (gap 50); all in one chain of 4
    const rows = await candidatesOf({
      kernels: [
        kernel(0, 1000, 'add_kernel'),
        kernel(1100, 2100, 'mul_kernel'),
        kernel(2150, 3150, 'add_kernel'),
        kernel(3450, 4450, 'mul_kernel'),
        kernel(50_000, 51_000, 'add_kernel'),
      ],
    });
    expect(rows).toMatchObject([
      {
        pair: ['add_kernel', 'mul_kernel'],
        occurrences: 2,
        gap_ns: 200,
        est_saved_ns: 400,
        total_time_ns: 4000,
        est_speedup_hi: 1.1,
        longest_chain: 4,
      },
      { pair: ['mul_kernel', 'add_kernel'], occurrences: 1, est_saved_ns: 50, longest_chain: 4 },
    ]);
  });

  it('trusts pairs without launch shape half as much, and fuses no tensors of unknown size', async () => {
    const none = { workgroup: [0, 0, 0], grid: [0, 0, 0] } as const;
    const rows = await candidatesOf({
      kernels: [kernel(0, 2000, 'add_kernel', none), kernel(2100, 4000, 'add_kernel', none)],
    });
    expect(rows).toMatchObject([{ shape_known: false, confidence: 0.38, pattern: null }]);
  });

  it('counts the launch calls that take longer than their kernel, graphs apart', async () => {
    const launch = (startNs: number, lengthNs: number, stackId: number, name = 'hipLaunchKernel') => ({
      name,
      startNs,
      endNs: startNs + lengthNs,
      stackId,
    });
    const regions = [
      launch(-30_000, 5000, 1),
      launch(-20_000, 4000, 2),
      launch(-10_000, 500, 3),
      launch(-9000, 8000, 4, 'hipGraphLaunch'),
    ];
    const rows = await candidatesOf(
      {
        kernels: [
          kernel(0, 1000, 'a', { stackId: 1 }),
          kernel(1000, 2000, 'a', { stackId: 2 }),
          kernel(2000, 3000, 'a', { stackId: 3 }),
          kernel(3000, 4000, 'a', { stackId: 4 }),
        ],
        regions,
      },
      500,
      { timeOffsetNs: 1_000_000n },
    );
    // of the second calls 4000 > 1000 counts, 500 does not, a graph launch is none
    expect(rows).toMatchObject([{ occurrences: 3, host_bound_saved_ns: 4000, est_saved_ns: 0 }]);
  });

  it('names the kind of fusion by the words of both names', async () => {
    const patternOf = async (first: string, second: string) =>
      (await candidatesOf({ kernels: [kernel(0, 2000, first), kernel(2100, 4000, second)] }))[0]?.pattern?.id ?? null;
    expect(await patternOf('vectorized_layer_norm_kernel', 'residual_add')).toBe('normalization_residual_fuse');
    expect(await patternOf('at::native::AddFunctor<float>', 'GeluCUDAKernel')).toBe('elementwise_fuse_elementwise');
    expect(await patternOf('scale_kernel', 'reduce_sum_kernel')).toBe('elementwise_epilogue_fuse');
    expect(await patternOf('padding_kernel', 'address_kernel')).toBeNull();
  });

  it('has one signature for names that differ in addresses and dimensions, and keeps the rows apart', async () => {
    const rows = await candidatesOf({
      kernels: [
        kernel(0, 1000, 'f<1, 2>(0xAB)'),
        kernel(1010, 2000, 'g'),
        kernel(50_000, 51_000, 'f<34>(0x12)'),
        kernel(51_005, 52_000, 'g'),
      ],
    });
    expect(pairsOf(rows)).toEqual(['f<1, 2>(0xAB) > g', 'f<34>(0x12) > g']);
    expect(rows[0]?.signature).toBe(rows[1]?.signature);
  });

  it('merges the same pair of several processes', async () => {
    const process = (pid: number, gap: number) => ({
      pid,
      guid: `guid-${String(pid)}`,
      kernels: [kernel(0, 2000), kernel(2000 + gap, 4000 + gap)],
    });
    expect(await candidatesOf({ processes: [process(1, 100), process(2, 300)] })).toMatchObject([
      { occurrences: 2, est_saved_ns: 400, total_time_ns: 8000 },
    ]);
  });

  it('answers alike for rows in any order', async () => {
    const spec = { kernels: Array.from({ length: 30 }, (_, index) => kernel(index * 1100, index * 1100 + 1000)) };
    const rows = await candidatesOf(spec);
    expect(rows).toMatchObject([{ occurrences: 29, longest_chain: 30 }]);
    expect(await candidatesOf(spec, undefined, { rowOrder: 'shuffled' })).toEqual(rows);
  });

  it('goes over the wire, and refuses what it cannot do', async () => {
    const trace = buildTrace({ kernels: [kernel(0, 2000), kernel(2100, 4000)] });
    try {
      const answer = await callTool(findFusionCandidatesTool, { db_path: trace.path, max_gap_ns: 200 });
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
      await expect(callTool(findFusionCandidatesTool, { db_path: trace.path, max_gap_ns: -1 })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    } finally {
      trace.dispose();
    }
    await expect(callTool(findFusionCandidatesTool, { db_path: '/nowhere/trace.db' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
