import { describe, expect, it } from '@jest/globals';
import type { KernelSpec } from '@perfxpert/rocpd/testing';
import { builtSections, traceMetric } from '../../support/hardware-sections.js';

type Counters = NonNullable<KernelSpec['counters']>;

/** Dispatches one after the other, 1000 ns each unless told otherwise, on an MI300X. */
function dispatches(rows: readonly (Counters | { counters: Counters; name?: string; ns?: number })[]): KernelSpec[] {
  let clock = 0;
  return rows.map((row) => {
    const { counters, name, ns } = 'counters' in row && typeof row.counters === 'object' ? row : { counters: row };
    const startNs = clock;
    const endNs = startNs + ((ns as number | undefined) ?? 1000);
    clock = endNs + 100;
    return { name: (name as string | undefined) ?? 'kernel', startNs, endNs, counters: counters as Counters };
  });
}

// 8 XCCs that count 10,000 clocks each over the replay; the dispatch has 1000 ns x 2100 MHz = 2100 clocks
const CLOCKS: Counters = { GRBM_GUI_ACTIVE: 80_000, GRBM_COUNT: 160_000 };
// 50 % of 304 units x 32 waves over 2100 clocks: 400 * x / 2100 / 9728 = 50
const HALF_OCCUPIED = 2_553_600;

describe('counters of a trace', () => {
  it('JR-9: are exactly this without counters', async () => {
    const { counters, diagnostics } = await builtSections({ kernels: [{ name: 'kernel', startNs: 0, endNs: 10 }] });
    expect(counters).toEqual({ has_counters: false, metrics: null, counters: null });
    expect(diagnostics).toEqual([]);
  });

  it('do not take values hung on samples for counters', async () => {
    const { counters } = await builtSections({
      kernels: [{ name: 'kernel', startNs: 0, endNs: 10 }],
      samples: [{ timestampNs: 5, values: { device_sclk: 1300 } }],
    });
    expect(counters).toEqual({ has_counters: false, metrics: null, counters: null });
  });

  it('are statistics over dispatches, not over instances', async () => {
    const { counters } = await builtSections({
      kernels: dispatches([
        { counters: { SQ_WAVES: [10, 30], TCC_HIT: 5 }, name: 'a' },
        { counters: { SQ_WAVES: [20, 40] }, name: 'a' },
        { counters: { SQ_WAVES: [50, 50] }, name: 'b' },
      ]),
    });
    // waves per dispatch 40, 60, 100
    expect(counters.counters).toEqual({
      SQ_WAVES: { sample_count: 3, avg_value: 200 / 3, min_value: 40, max_value: 100, total_value: 200 },
      TCC_HIT: { sample_count: 1, avg_value: 5, min_value: 5, max_value: 5, total_value: 5 },
    });
    expect(counters.per_kernel).toEqual({
      a: {
        SQ_WAVES: { dispatch_count: 2, avg_value: 50, min_value: 40, max_value: 60 },
        TCC_HIT: { dispatch_count: 1, avg_value: 5, min_value: 5, max_value: 5 },
      },
      b: { SQ_WAVES: { dispatch_count: 1, avg_value: 100, min_value: 100, max_value: 100 } },
    });
    expect(counters.per_kernel_truncated).toBe(false);
    expect(counters.metrics).toMatchObject({
      avg_waves: 200 / 3,
      min_waves: 40,
      max_waves: 100,
      waves_launched: 200,
      gpu_utilization_pct: null,
    });
  });

  it('row 21: are the same whatever the order of rows', async () => {
    const kernels = dispatches([
      { counters: { ...CLOCKS, SQ_WAVES: 10, TCC_HIT: [0.1, 0.2, 0.3], TCC_MISS: 4 }, name: 'a' },
      { counters: { ...CLOCKS, SQ_WAVES: 20, TCC_HIT: [0.7, 0.1, 0.2], TCC_MISS: 5 }, name: 'b' },
      { counters: { ...CLOCKS, SQ_WAVES: 30, SQ_WAVE_CYCLES: 7 }, name: 'a', ns: 700 },
    ]);
    const given = await builtSections({ kernels });
    for (const seed of [1, 2, 3])
      expect(await builtSections({ kernels }, { rowOrder: 'shuffled', seed })).toEqual(given);
  });

  it('are the same for processes in one file and in several', async () => {
    const processes = ['one', 'two'].map((command) => ({
      command,
      kernels: dispatches([{ ...CLOCKS, SQ_WAVES: 10, SQ_WAVE_CYCLES: command.length * 1000 }]),
    }));
    const together = await builtSections({ processes });
    expect(together.counters.counters?.['SQ_WAVES']?.sample_count).toBe(2);
    expect(await builtSections({ processes }, { files: 'per-process' })).toEqual(together);
  });

  it('keep kernels whose names are those of object members', async () => {
    const { counters } = await builtSections({
      kernels: dispatches([{ counters: { SQ_WAVES: 1 }, name: '__proto__' }]),
    });
    expect(Object.keys(counters.per_kernel ?? {})).toEqual(['__proto__']);
  });
});

describe('metrics of a trace', () => {
  it('GPU utilisation compares sums and stays at 100', async () => {
    const half = await builtSections({ kernels: dispatches([CLOCKS, CLOCKS]) });
    expect(half.counters.metrics?.gpu_utilization_pct).toBe(50);
    expect(half.diagnostics).toEqual([]);
    const above = await builtSections({ kernels: dispatches([{ GRBM_GUI_ACTIVE: 105, GRBM_COUNT: 100 }]) });
    expect(above.counters.metrics?.gpu_utilization_pct).toBe(100);
    expect(above.diagnostics).toMatchObject([
      { code: 'GPU_UTILIZATION_ABOVE_100', severity: 'warning', section: 'hardware_counters' },
    ]);
    expect(above.diagnostics[0]?.message).toContain('105.0%');
  });

  it('a clock counted by every XCC counts once', async () => {
    const sections = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: [90, 100, 80, 70, 60, 50, 40, 30], GRBM_COUNT: [200, 200] }]),
    });
    expect(sections.counters.counters?.['GRBM_GUI_ACTIVE']?.total_value).toBe(100);
    expect(sections.counters.metrics?.gpu_utilization_pct).toBe(50);
  });

  it('occupancy rests on the clocks of the dispatch, not of the replay, and is weighted by time', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        { counters: { ...CLOCKS, SQ_WAVE_CYCLES: HALF_OCCUPIED } },
        // 3000 ns = 6300 clocks at 10 %: 400 * x / 6300 / 9728 = 10
        { counters: { ...CLOCKS, SQ_WAVE_CYCLES: 1_532_160 }, ns: 3000 },
      ]),
    });
    // (50 * 1000 + 10 * 3000) / 4000
    expect(traceMetric(sections, 'OccupancyPercent')).toEqual({
      value: expect.closeTo(20, 9),
      unit: 'percent',
      reason: null,
      dispatch_count: 2,
      mixed_passes: false,
    });
  });

  it('occupancy of a recorded dispatch of an MI300X is 40 %, where the clocks of the replay would give 4 %', async () => {
    // min(2,635,424 / 8, 16,879 x 2.1) clocks = 35,445.9; 400 x 34,765,581 / 35,445.9 / 304 / 32 = 40.33
    const counters = { GRBM_GUI_ACTIVE: 2_635_424, SQ_WAVE_CYCLES: 34_765_581 };
    const sections = await builtSections({ kernels: dispatches([{ counters, ns: 16_879 }]) });
    expect(traceMetric(sections, 'OccupancyPercent').value).toBeCloseTo(40.33, 2);
  });

  it('occupancy takes the counted clocks where they are fewer', async () => {
    // 8 x 1050 clocks: half of the 2100 of the duration, so the same waves are 100 %
    const sections = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 8400, SQ_WAVE_CYCLES: HALF_OCCUPIED }]),
    });
    expect(traceMetric(sections, 'OccupancyPercent').value).toBeCloseTo(100, 9);
  });

  it('memory traffic, bandwidth and its share of the peak', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        {
          TCC_BUBBLE_sum: 1000,
          TCC_EA0_RDREQ_sum: 1500,
          TCC_EA0_RDREQ_32B_sum: 100,
          TCC_EA0_WRREQ_sum: 300,
          TCC_EA0_WRREQ_64B_sum: 200,
        },
      ]),
    });
    // 1000 * 128 + 400 * 64 + 100 * 32 read, 100 * 32 + 200 * 64 written, in 1000 ns; the peak is 5324.8 GB/s
    expect(traceMetric(sections, 'hbm_read_bytes').value).toBeCloseTo(156_800, 6);
    expect(traceMetric(sections, 'hbm_write_bytes').value).toBeCloseTo(16_000, 6);
    expect(traceMetric(sections, 'HBM_BW')).toMatchObject({ value: expect.closeTo(172.8, 9), unit: 'GB/s' });
    expect(traceMetric(sections, 'hbm_bw_utilization').value).toBeCloseTo(172.8 / 5324.8, 12);
  });

  it('bandwidth is summed bytes over summed time, whichever way the bytes were recorded', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        // 4 KiB + 0 in 1000 ns
        { counters: { FETCH_SIZE: 3, WRITE_SIZE: 1 }, name: 'a' },
        // 64 * 64 = 4 KiB read, nothing written, in 3000 ns
        {
          counters: { TCC_BUBBLE: 0, TCC_EA0_RDREQ: 64, TCC_EA0_RDREQ_32B: 0, TCC_EA0_WRREQ: 0, TCC_EA0_WRREQ_64B: 0 },
          name: 'b',
          ns: 3000,
        },
      ]),
    });
    expect(traceMetric(sections, 'HBM_BW')).toMatchObject({ value: expect.closeTo(8192 / 4000, 9), dispatch_count: 2 });
    expect(sections.counters.metrics?.per_kernel['a']?.['HBM_BW']?.value).toBeCloseTo(4.096, 9);
    expect(sections.counters.metrics?.per_kernel['b']?.['hbm_write_bytes']?.value).toBe(0);
  });

  it('matrix use, vector use, lanes, LDS conflicts, instructions', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        {
          ...CLOCKS,
          // 10 % of 1216 SIMDs over 2100 clocks
          SQ_VALU_MFMA_BUSY_CYCLES: 255_360,
          // 25 % of 304 units over 2100 clocks
          SQ_ACTIVE_INST_VALU: 159_600,
          SQ_THREAD_CYCLES_VALU: 159_600 * 48,
          SQ_LDS_BANK_CONFLICT: 20,
          SQ_LDS_IDX_ACTIVE: 100,
          SQ_INSTS: 300,
          SQ_BUSY_CU_CYCLES: 1200,
          TCC_HIT_sum: 30,
          TCC_MISS_sum: 10,
        },
      ]),
    });
    const value = (id: string) => traceMetric(sections, id).value;
    expect(value('MfmaUtil')).toBeCloseTo(10, 9);
    expect(value('VALUBusy')).toBeCloseTo(25, 9);
    expect(value('VALUUtilization')).toBe(75);
    expect(value('lds_bank_conflict_rate')).toBe(0.2);
    expect(value('LdsBankConflictPerAccess')).toBe(0.25);
    expect(value('IPC')).toBe(0.25);
    expect(value('l2_hit_rate')).toBeCloseTo(0.75, 12);
  });

  it('time integrals are those of the one level counter beside them', async () => {
    const levels = { SQ_LEVEL_WAVES: 3, SQ_ACCUM_PREV_HIRES: 8000, SQ_BUSY_CU_CYCLES: 1000 };
    const one = await builtSections({ kernels: dispatches([levels]) });
    expect(traceMetric(one, 'MeanOccupancyPerActiveCU').value).toBe(8);
    const two = await builtSections({ kernels: dispatches([{ ...levels, SQ_INST_LEVEL_VMEM: 5 }]) });
    expect(traceMetric(two, 'MeanOccupancyPerActiveCU').value).toBeNull();
  });

  it('gfx950: a recorded FETCH_SIZE is a lower bound', async () => {
    const agents = [{ name: 'gfx950', productName: 'AMD Instinct MI350X', hardware: { cu_count: 256 } }];
    const recorded = await builtSections({ agents, kernels: dispatches([{ FETCH_SIZE: 4, WRITE_SIZE: 8 }]) });
    expect(traceMetric(recorded, 'hbm_read_bytes').value).toBeNull();
    expect(traceMetric(recorded, 'hbm_read_bytes_lower_bound').value).toBe(4096);
    expect(traceMetric(recorded, 'HBM_BW').value).toBeNull();
    const counted = await builtSections({
      agents,
      kernels: dispatches([
        { TCC_EA0_RDREQ_128B: 10, TCC_EA0_RDREQ_64B: 1, TCC_EA0_RDREQ_32B: 1, TCC_EA0_WRREQ: 1, TCC_EA0_WRREQ_64B: 1 },
      ]),
    });
    // 10 * 128 + 64 + 32
    expect(traceMetric(counted, 'hbm_read_bytes').value).toBe(1376);
    expect(counted.counters.metrics?.derived).not.toHaveProperty('hbm_read_bytes_lower_bound');
  });
});

describe('metrics that the profiler recorded itself', () => {
  it('are weighted by duration where their counters are not there', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        { counters: { L2CacheHit: 80, OccupancyPercent: 20 } },
        { counters: { L2CacheHit: 40, OccupancyPercent: 60 }, ns: 3000 },
      ]),
    });
    // (80 * 1000 + 40 * 3000) / 4000 = 50 %, (20 * 1000 + 60 * 3000) / 4000 = 50
    expect(traceMetric(sections, 'l2_hit_rate').value).toBeCloseTo(0.5, 12);
    expect(traceMetric(sections, 'OccupancyPercent').value).toBeCloseTo(50, 12);
  });

  it('stand back where their counters are there', async () => {
    const sections = await builtSections({ kernels: dispatches([{ L2CacheHit: 80, TCC_HIT: 1, TCC_MISS: 3 }]) });
    expect(traceMetric(sections, 'l2_hit_rate').value).toBeCloseTo(0.25, 12);
  });
});
