import { describe, expect, it } from '@jest/globals';
import type { KernelSpec, TraceSpec } from '@perfxpert/rocpd/testing';
import { plotPoints, plotPointsTool } from '../../../src/catalog/roofline/plot-points.js';
import type { PlotPoints, PlotPointsInput } from '../../../src/catalog/roofline/plot-points.js';
import { computeFacts, openTrace } from '../../../src/index.js';
import { withBuiltTrace } from '../../support/built-trace.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';

const MS = 1_000_000;
const counted = (name: string, counters: KernelSpec['counters'], more: Partial<KernelSpec> = {}): KernelSpec => ({
  name,
  startNs: 0,
  endNs: MS,
  counters: counters ?? {},
  ...more,
});
const plot = (spec: TraceSpec, more: Omit<PlotPointsInput, 'db_path'> = {}): Promise<PlotPoints> =>
  withBuiltTrace(spec, (paths) => plotPoints({ db_path: paths, ...more }));
const FETCH_AND_WRITE = { FETCH_SIZE: 1024, WRITE_SIZE: 512 };
const BYTES = 1536 * 1024;

describe('roofline.plot_points: the counters of the published formula', () => {
  it('PP-1: vector instructions times 64 and matrix instructions of the type in the name', async () => {
    const { kernels, ...roofline } = await plot({
      kernels: [
        counted('gemm_bf16_kernel', { SQ_INSTS_VALU: 1_000_000, SQ_INSTS_VALU_MFMA: 10_000, ...FETCH_AND_WRITE }),
      ],
    });
    // Only counters of the published formula, so it holds as it stands and nothing is subtracted. The bf16 instruction
    // 16x16x16 does 2 * 16 * 16 * 16 = 8192: 64 * 1,000,000 + 8192 * 10,000
    const flops = 145_920_000;
    expect(kernels).toMatchObject([
      {
        name: 'gemm_bf16_kernel',
        flops,
        bytes: BYTES,
        read_bytes: 1024 * 1024,
        write_bytes: 512 * 1024,
        duration_ns: MS,
        duration_pct: 100,
        fp_type: 'bf16',
        fp_type_source: 'kernel_name',
        compute_roof: 'matrix bf16',
        bottleneck_class: 'memory',
        flops_method: 'estimate',
        confidence: 'low',
      },
    ]);
    expect(kernels[0]?.ai).toBeCloseTo(flops / BYTES, 9);
    expect(kernels[0]?.achieved_flops_per_s).toBeCloseTo(flops * 1000, 0);
    expect(roofline).toMatchObject({
      has_data: true,
      arch: 'gfx942',
      dtype: 'bf16',
      dtype_confidence: 'from_kernel_name',
    });
    // 1307.4432e12 / 5.3248e12
    expect(roofline.ridge_point.ai).toBeCloseTo(245.538, 3);
  });

  it('PP-2: MOPS times 512 take the place of matrix instructions, and tell the type', async () => {
    const { kernels } = await plot({
      kernels: [
        counted('kernel', {
          SQ_INSTS_VALU: 1000,
          SQ_INSTS_VALU_MFMA: 123_456,
          SQ_INSTS_VALU_MFMA_MOPS_BF16: 10_000,
          ...FETCH_AND_WRITE,
        }),
      ],
    });
    // 64 * 1000 + 512 * 10,000
    expect(kernels).toMatchObject([{ flops: 5_184_000, fp_type: 'bf16', fp_type_source: 'counters' }]);
    expect(kernels[0]?.ai).toBeCloseTo(3.2959, 4);
  });

  it('PP-4: classified by the ridge that is drawn', async () => {
    const roofline = await plot({
      kernels: [counted('matmul_kernel', { SQ_INSTS_VALU: 1_000_000, FETCH_SIZE: 2048, WRITE_SIZE: 1024 })],
    });
    expect(roofline).toMatchObject({ dtype: 'fp32', dtype_confidence: 'default' });
    expect(roofline.ridge_point.flops_per_s).toBe(163.4304e12);
    expect(roofline.ridge_point.ai).toBeCloseTo(30.692, 3);
    const [kernel] = roofline.kernels;
    expect(kernel).toMatchObject({
      flops: 64_000_000,
      bytes: 3_145_728,
      bottleneck_class: 'memory',
      flops_method: 'estimate',
      compute_roof: 'vector fp32',
    });
    expect(kernel?.ai).toBeCloseTo(20.3451, 4);
    expect(kernel?.ridge_ai).toBe(roofline.ridge_point.ai);
    // 3,145,728 B/ms = 3.145728 GB/s of 5324.8
    expect(kernel?.roof_pct).toBeCloseTo((100 * 3.145728) / 5324.8, 9);
  });

  it('PP-5: a kernel without bytes is no point; its time counts in the shares', async () => {
    const result = await plot({
      kernels: [
        counted('no_bytes', { SQ_INSTS_VALU: 10 }, { endNs: 3 * MS }),
        counted('bytes', { SQ_INSTS_VALU: 10, ...FETCH_AND_WRITE }, { startNs: 4 * MS, endNs: 5 * MS }),
      ],
    });
    expect(result.kernels.map(({ name, duration_pct: share }) => [name, share])).toEqual([['bytes', 25]]);
    expect(result).toMatchObject({ kernel_count: 1, dropped_count: 1, dropped: [{ name: 'no_bytes' }] });
  });

  it('PP-6: one way of the traffic alone is not sure', async () => {
    const { kernels } = await plot({ kernels: [counted('k', { SQ_INSTS_VALU: 10, FETCH_SIZE: 2048 })] });
    expect(kernels).toMatchObject([
      { bytes: 2048 * 1024, write_bytes: null, confidence: 'low', bytes_lower_bound: true },
    ]);
  });

  it('PP-7: without counters nothing but the roofs, with the reason', async () => {
    const result = await plot({ kernels: [{ name: 'k', startNs: 0, endNs: 10 }] });
    expect(result).toMatchObject({
      has_data: false,
      reason: 'The trace holds no counters of dispatches.',
      schema_version: '0.3.4',
      arch: 'gfx942',
      kernels: [],
      kernel_count: 0,
      dtype: 'fp32',
      dtype_confidence: 'default',
      hbm_bandwidth_bytes_per_s: 5.3248e12,
      arch_peaks: { fp32: 163.4304e12, bf16: 1307.4432e12 },
    });
    expect(result.ridge_point.ai).toBeCloseTo(30.692, 3);
    expect(result.how_to_collect).toContain('--pmc');
    expect(await plot({})).toMatchObject({ has_data: false, kernels: [], arch: 'gfx942' });
  });
});

describe('roofline.plot_points: counters by type', () => {
  const typed = (counters: Readonly<Record<string, number>>) =>
    plot({ kernels: [counted('k', { ...counters, ...FETCH_AND_WRITE })] });

  it('adds operations per lane, two for a multiply-add, and takes the type with most of them', async () => {
    const {
      kernels,
      dtype,
      dtype_confidence: confidence,
    } = await typed({
      SQ_INSTS_VALU: 1_000_000,
      SQ_INSTS_VALU_ADD_F32: 1000,
      SQ_INSTS_VALU_MUL_F32: 100,
      SQ_INSTS_VALU_TRANS_F32: 10,
      SQ_INSTS_VALU_FMA_F32: 2000,
      SQ_INSTS_VALU_FMA_F64: 500,
      SQ_INSTS_VALU_ADD_F16: 1,
    });
    // 64 * (1000 + 100 + 10 + 4000) + 64 * 1000 + 64
    expect(kernels).toMatchObject([
      {
        flops: 64 * 5110 + 64 * 1000 + 64,
        fp_type: 'fp32',
        flops_method: 'counters',
        confidence: 'high',
        flops_lower_bound: true,
      },
    ]);
    expect([dtype, confidence]).toEqual(['fp32', 'from_counters']);
  });

  it.each([
    ['F16', 'fp16', 'matrix fp16'],
    ['BF16', 'bf16', 'matrix bf16'],
    ['F32', 'fp32', 'matrix fp32'],
    ['F64', 'fp64', 'matrix fp64'],
    ['F8', 'fp8', 'matrix fp8'],
    ['I8', 'int8', 'matrix int8'],
  ])('holds a kernel with mostly MOPS_%s against the %s peak of the matrix units', async (mark, type, roof) => {
    const { kernels } = await typed({ [`SQ_INSTS_VALU_MFMA_MOPS_${mark}`]: 100, SQ_INSTS_VALU_FMA_F32: 1 });
    expect(kernels).toMatchObject([{ flops: 51_200 + 128, fp_type: type, compute_roof: roof }]);
  });

  it('holds a kernel with mostly vector work against the vector peak', async () => {
    const { kernels } = await typed({ SQ_INSTS_VALU_MFMA_MOPS_F32: 1, SQ_INSTS_VALU_FMA_F32: 100 });
    expect(kernels).toMatchObject([{ fp_type: 'fp32', compute_roof: 'vector fp32' }]);
  });

  it('keeps a copy kernel: no operations, bound by memory', async () => {
    const { kernels } = await typed({
      SQ_INSTS_VALU: 98_304,
      SQ_INSTS_VALU_FMA_F32: 0,
      SQ_INSTS_VALU_MFMA_MOPS_F32: 0,
    });
    expect(kernels).toMatchObject([
      { ai: 0, achieved_flops_per_s: 0, flops: 0, bottleneck_class: 'memory', flops_method: 'counters' },
    ]);
  });

  it('does not count matrix instructions as vector ones where they are told apart', async () => {
    const { kernels } = await typed({ SQ_INSTS_VALU: 1000, SQ_INSTS_MFMA: 400, SQ_INSTS_VALU_MFMA_MOPS_F16: 10 });
    // 64 * 600 + 512 * 10
    expect(kernels).toMatchObject([{ flops: 38_400 + 5120, fp_type: 'fp16', flops_method: 'estimate' }]);
  });

  it('has no rate where operations were not counted, but bytes', async () => {
    const { kernels } = await typed({});
    expect(kernels).toMatchObject([
      {
        ai: null,
        flops: null,
        flops_method: null,
        bottleneck_class: null,
        confidence: 'low',
        reason: 'no counter of operations was collected',
        bytes: BYTES,
      },
    ]);
    expect(kernels[0]?.achieved_bytes_per_s).toBeCloseTo(BYTES * 1000, 3);
  });
});

describe('roofline.plot_points: dispatches and runs', () => {
  it('never adds durations over counter rows, and reduces instances', async () => {
    const counters = { SQ_INSTS_VALU: [250_000, 250_000, 500_000], FETCH_SIZE: [512, 512], WRITE_SIZE: 512 };
    const { kernels } = await plot({
      kernels: [counted('k', counters), counted('k', counters, { startNs: 2 * MS, endNs: 5 * MS })],
    });
    expect(kernels).toMatchObject([
      {
        dispatch_count: 2,
        duration_ns: 4 * MS,
        flops: 2 * 64_000_000,
        bytes: 2 * BYTES,
        duration_source: 'counter_run',
      },
    ]);
  });

  it('puts counters of several passes together by kernel', async () => {
    const { kernels } = await plot({
      processes: [
        { kernels: [counted('k', { SQ_INSTS_VALU: 1_000_000 })] },
        { kernels: [counted('k', { FETCH_SIZE: 1024 })] },
        { kernels: [counted('k', { WRITE_SIZE: 512 }, { endNs: 2 * MS })] },
      ],
    });
    // three dispatches of a mean one each
    expect(kernels).toMatchObject([
      { dispatch_count: 3, duration_ns: 4 * MS, flops: 3 * 64_000_000, bytes: 3 * BYTES },
    ]);
  });

  it('takes times from a run without counters where there is one', async () => {
    const { kernels } = await plot({
      processes: [
        { kernels: [counted('k', { SQ_INSTS_VALU: 1_000_000, ...FETCH_AND_WRITE }, { endNs: 10 * MS })] },
        { kernels: [0, 2, 4].map((at) => ({ name: 'k', startNs: at * MS, endNs: (at + 1) * MS })) },
      ],
    });
    expect(kernels).toMatchObject([
      {
        duration_source: 'run_without_counters',
        dispatch_count: 3,
        duration_ns: 3 * MS,
        flops: 3 * 64_000_000,
        bytes: 3 * BYTES,
      },
    ]);
    expect(kernels[0]?.achieved_bytes_per_s).toBeCloseTo(BYTES * 1000, 3);
  });

  it('leaves dispatches of no length out of time and count (hard input 20)', async () => {
    const counters = { SQ_INSTS_VALU: 1000, ...FETCH_AND_WRITE };
    const { kernels } = await plot({
      kernels: [counted('k', counters), counted('k', counters, { startNs: 2 * MS, endNs: 2 * MS })],
    });
    expect(kernels).toMatchObject([{ dispatch_count: 1, duration_ns: MS, bytes: BYTES }]);
    const none = await plot({ kernels: [counted('k', counters, { endNs: 0 })] });
    expect(none).toMatchObject({ has_data: false, dropped_count: 1 });
    expect(none.reason).toContain('start and end at once');
  });

  it('orders by time, then name, and cuts to top_k', async () => {
    const counters = { SQ_INSTS_VALU: 1000, ...FETCH_AND_WRITE };
    const spec = {
      kernels: ['b', 'a', 'c'].map((name, index) =>
        counted(name, counters, { startNs: index * 9 * MS, endNs: (index * 9 + (name === 'c' ? 2 : 1)) * MS }),
      ),
    };
    const all = await plot(spec);
    expect(all.kernels.map(({ name, duration_pct: share }) => [name, share])).toEqual([
      ['c', 50],
      ['a', 25],
      ['b', 25],
    ]);
    const one = await plot(spec, { top_k: 1 });
    expect([one.kernels.length, one.kernel_count]).toEqual([1, 3]);
    expect(await plot(spec, { top_k: 0 })).toMatchObject({ has_data: true, kernels: [], kernel_count: 3 });
  });
});

describe('roofline.plot_points: GPUs', () => {
  const counters = { SQ_INSTS_VALU: 1_000_000, ...FETCH_AND_WRITE };
  const on = (
    agent: NonNullable<Extract<TraceSpec, { agents?: unknown }>['agents']>[number],
    own: KernelSpec['counters'],
  ) => plot({ agents: [agent], kernels: [counted('k', own)] });

  it('takes the peaks of one die of a card that shows two', async () => {
    const die = {
      name: 'gfx90a',
      productName: 'AMD Instinct MI250X',
      hardware: { cu_count: 110, num_xcc: 1, max_engine_clk_fcompute: 1700 },
    };
    const { arch_peaks: peaks, sku, hbm_bandwidth_bytes_per_s: bandwidth } = await on(die, counters);
    // 128 * 110 * 1700e6; half of 3276.8 GB/s
    expect([sku, peaks.fp32, bandwidth]).toEqual(['MI250X', 128 * 110 * 1.7e9, 1.6384e12]);
    // fp8 is missing there, and nothing stands in for it
    expect(peaks.fp8).toBeNull();
  });

  it('says that a part lacks a type', async () => {
    const die = { name: 'gfx90a', productName: 'MI210', hardware: { cu_count: 104, num_xcc: 1 } };
    const { kernels } = await on(die, { SQ_INSTS_VALU_MFMA_MOPS_F8: 100, ...FETCH_AND_WRITE });
    expect(kernels).toMatchObject([
      { fp_type: 'fp8', compute_roof: null, bottleneck_class: null, reason: 'MI210 has no fp8 on its matrix unit' },
    ]);
  });

  it('knows nothing of an unknown architecture and borrows nothing (hard input 30)', async () => {
    const result = await on({ name: 'gfx4242', productName: 'Unheard of' }, counters);
    expect(result).toMatchObject({
      has_data: true,
      arch: 'gfx4242',
      sku: null,
      arch_peaks: { fp32: null },
      hbm_bandwidth_bytes_per_s: null,
      roofs: [],
      ridge_point: { ai: null, flops_per_s: null },
      kernels: [{ bytes: BYTES, bottleneck_class: null, reason: 'no peak of gfx4242 is known' }],
    });
    expect(await on({ name: 'Radeon', productName: 'Radeon' }, counters)).toMatchObject({ arch: 'unknown' });
  });

  it('has L2 and LDS roofs by width and clock', async () => {
    const { roofs } = await plot({ kernels: [counted('k', counters)] });
    const memory = roofs
      .filter(({ kind }) => kind === 'memory')
      .map((roof) => [roof.name, roof.bytes_per_s, roof.source]);
    expect(memory).toEqual([
      ['HBM', 5.3248e12, 'tables'],
      // 128 B * 16 channels * 8 XCDs * 2.1 GHz; 128 B * 304 CUs * 2.1 GHz
      ['L2', 128 * 16 * 8 * 2.1e9, 'derived'],
      ['LDS', 128 * 304 * 2.1e9, 'derived'],
    ]);
    expect(roofs.find(({ name }) => name === 'matrix fp64')?.flops_per_s).toBe(163.4304e12);
    expect(roofs.find(({ name }) => name === 'vector fp64')?.flops_per_s).toBe(81.7152e12);
  });

  it('leaves other kinds of GPU out and says so', async () => {
    const result = await plot({
      agents: [{}, { name: 'gfx90a', productName: 'MI210', hardware: { cu_count: 104, num_xcc: 1 } }],
      kernels: [counted('long', counters, { endNs: 5 * MS }), counted('short', counters, { agent: 1 })],
    });
    expect(result).toMatchObject({
      arch: 'gfx942',
      kernels: [{ name: 'long' }],
      dropped: [{ name: 'short', reason: 'ran on another kind of GPU' }],
    });
  });

  it('concludes nothing from rates beyond a roof (hard input 29)', async () => {
    // 1 KiB * 1e6 in 1 us: 1,024,000 GB/s
    const bytes = await plot({
      kernels: [counted('k', { SQ_INSTS_VALU: 1, FETCH_SIZE: 1e6, WRITE_SIZE: 1 }, { endNs: 1000 })],
    });
    expect(bytes.kernels).toMatchObject([{ bottleneck_class: null, roof_pct: null, confidence: 'low' }]);
    expect(bytes.kernels[0]?.reason).toMatch(/^inconsistent: .* is above the 5324.80 GB\/s of the memory$/);
    const flops = await plot({
      kernels: [counted('k', { SQ_INSTS_VALU_FMA_F32: 1e10, FETCH_SIZE: 1e4, WRITE_SIZE: 1 })],
    });
    expect(flops.kernels[0]?.reason).toMatch(/^inconsistent: the rate is .* times the peak of vector fp32$/);
  });
});

describe('roofline.plot_points: hostile values', () => {
  it.each([
    ['too many bytes', { SQ_INSTS_VALU: 1, FETCH_SIZE: 1e305, WRITE_SIZE: 1e305 }],
    ['too many operations', { SQ_INSTS_VALU_FMA_F32: 1e308, FETCH_SIZE: 1, WRITE_SIZE: 1 }],
    ['negative operations', { SQ_INSTS_VALU_FMA_F32: -5, FETCH_SIZE: 1, WRITE_SIZE: 1 }],
    ['negative bytes', { SQ_INSTS_VALU: 1, FETCH_SIZE: -1, WRITE_SIZE: -1 }],
  ])('makes no point of %s', async (_what, counters) => {
    for (const name of ['gfx942', 'gfx4242']) {
      const result = await plot({ agents: [{ name }], kernels: [counted('k', counters)] });
      expect(result).toMatchObject({ has_data: false, kernels: [], dropped_count: 1 });
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
  });
});

describe('roofline.plot_points: hints', () => {
  const spec = { kernels: [counted('k', { SQ_INSTS_VALU: 1_000_000, SQ_INSTS_VALU_MFMA: 1000, ...FETCH_AND_WRITE })] };

  it('take the place of names, in either letter case, and leave counted types alone', async () => {
    const hinted = await plot(spec, { dtype_hint: 'FP16' });
    expect(hinted).toMatchObject({ dtype: 'fp16', dtype_confidence: 'from_hint' });
    expect(hinted.kernels).toMatchObject([
      { fp_type: 'fp16', fp_type_source: 'hint', flops: 64_000_000 + 8192 * 1000 },
    ]);
    const typed = { kernels: [counted('k', { SQ_INSTS_VALU_FMA_F64: 10, ...FETCH_AND_WRITE })] };
    const counts = await plot(typed, { dtype_hint: 'bf16' });
    expect(counts).toMatchObject({ dtype: 'bf16', kernels: [{ fp_type: 'fp64', fp_type_source: 'counters' }] });
  });

  it.each([
    ['my_bfloat16_kernel', 'bf16'],
    ['gemm_mfma_f8_x', 'fp8'],
    ['dot_i8', 'int8'],
    ['axpy_half', 'fp16'],
    ['axpy_F16', 'fp16'],
    ['plain', 'fp32'],
  ])('%s is %s by its name', async (name, type) => {
    const { kernels } = await plot({ kernels: [counted(name, { SQ_INSTS_VALU: 1, ...FETCH_AND_WRITE })] });
    expect(kernels[0]?.fp_type).toBe(type);
  });
});

describe('roofline.plot_points: calls', () => {
  const spec = { kernels: [counted('k', { SQ_INSTS_VALU: 1000, ...FETCH_AND_WRITE })] };

  it('refuses what the schema does not have', async () => {
    for (const raw of [{}, { db_path: 'x', top_k: -1 }, { db_path: 'x', dtype_hint: 'fp128' }, { db_path: 'x', k: 1 }])
      expect((await rejectionOf(plotPoints(raw as PlotPointsInput))).code).toBe('INVALID_ARGUMENT');
    expect((await rejectionOf(plotPoints({ db_path: '/nowhere/trace.db' }))).code).toBe('NOT_FOUND');
  });

  it('answers the same over the wire', () =>
    withBuiltTrace(spec, async (paths) => {
      const expected = await plotPoints({ db_path: paths });
      await expectOverTheWire(plotPointsTool, { db_path: paths, dtype_hint: null }, expected);
    }));

  it('gives what the report has', () =>
    withBuiltTrace(spec, async (paths) => {
      const trace = openTrace(paths);
      const { roofline } = await computeFacts(trace);
      trace.close();
      expect(await plotPoints({ db_path: paths })).toMatchObject({ ...roofline });
    }));
});
