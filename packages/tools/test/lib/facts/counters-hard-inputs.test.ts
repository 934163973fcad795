import { describe, expect, it } from '@jest/globals';
import type { AgentSpec, KernelSpec } from '@perfxpert/rocpd/testing';
import { builtSections, traceMetric } from '../../support/hardware-sections.js';

type Counters = NonNullable<KernelSpec['counters']>;
const MI100: AgentSpec = {
  name: 'gfx908',
  productName: 'MI100',
  hardware: { cu_count: 120, num_xcc: 1, max_engine_clk_fcompute: 1502, max_waves_per_simd: 10, simd_count: 480 },
};

/** Dispatches of one kernel, 1000 ns each. */
function dispatches(rows: readonly Counters[], ns = 1000): KernelSpec[] {
  return rows.map((counters, index) => ({
    name: 'kernel',
    startNs: index * 10_000,
    endNs: index * 10_000 + ns,
    counters,
  }));
}

describe('counters of hard inputs', () => {
  it('row 26: a metric that the architecture lacks is null and says so', async () => {
    const sections = await builtSections({ agents: [MI100], kernels: dispatches([{ GRBM_GUI_ACTIVE: 1000 }]) });
    expect(traceMetric(sections, 'MfmaUtil')).toMatchObject({ value: null, reason: 'not available on gfx908' });
    expect(sections.counters.escalation?.passes.flatMap(({ counters }) => counters)).not.toContain(
      'SQ_VALU_MFMA_BUSY_CYCLES',
    );
  });

  it('row 27: a zero that cannot be is missing data', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        { GRBM_GUI_ACTIVE: 8000, SQ_WAVES: 100, SQ_WAVE_CYCLES: 0, SQ_LEVEL_WAVES: 0, SQ_ACCUM_PREV_HIRES: 0 },
      ]),
    });
    const occupancy = traceMetric(sections, 'OccupancyPercent');
    expect(occupancy.value).toBeNull();
    expect(occupancy.reason).toContain('not measured: SQ_WAVE_CYCLES reads 0');
    expect(traceMetric(sections, 'MeanOccupancyPerCU').value).toBeNull();
    // what was recorded is still shown
    expect(sections.counters.counters?.['SQ_WAVE_CYCLES']?.total_value).toBe(0);
  });

  it('row 27: busy units of instructions that were issued are not 0', async () => {
    const sections = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 8000, SQ_INSTS_MFMA: 5, SQ_VALU_MFMA_BUSY_CYCLES: 0 }]),
    });
    expect(traceMetric(sections, 'MfmaUtil').value).toBeNull();
    const without = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 8000, SQ_INSTS_MFMA: 0, SQ_VALU_MFMA_BUSY_CYCLES: 0 }]),
    });
    expect(traceMetric(without, 'MfmaUtil').value).toBe(0);
  });

  it('row 27: no hit rate, no traffic and no waves from counters that are all 0', async () => {
    const zeros = { TCC_HIT: 0, TCC_MISS: 0, FETCH_SIZE: 0, WRITE_SIZE: 0, SQ_WAVES: 0 };
    const sections = await builtSections({ kernels: dispatches([zeros]) });
    for (const id of ['l2_hit_rate', 'hbm_read_bytes', 'hbm_write_bytes', 'HBM_BW', 'hbm_bw_utilization'])
      expect(traceMetric(sections, id)).toMatchObject({ value: null, reason: expect.stringContaining('not measured') });
    expect(sections.counters.metrics).toMatchObject({ avg_waves: null, waves_launched: null });
  });

  it('row 27: traffic of 0 beside counters that work is not measured either', async () => {
    const sections = await builtSections({ kernels: dispatches([{ SQ_WAVES: 4, FETCH_SIZE: 0, WRITE_SIZE: 0 }]) });
    for (const id of ['hbm_read_bytes', 'hbm_write_bytes', 'HBM_BW'])
      expect(traceMetric(sections, id)).toMatchObject({
        value: null,
        reason: expect.stringContaining('no memory traffic'),
      });
    const writesOnly = await builtSections({ kernels: dispatches([{ SQ_WAVES: 4, FETCH_SIZE: 0, WRITE_SIZE: 2 }]) });
    expect(traceMetric(writesOnly, 'hbm_read_bytes').value).toBe(0);
  });

  it('row 28: a ratio counts the dispatches that hold all its terms', async () => {
    const sections = await builtSections({
      kernels: dispatches([
        { TCC_HIT: 100 },
        { TCC_HIT: 10, TCC_MISS: 30 },
        { TCC_HIT: 20, TCC_MISS: 20 },
        { TCC_MISS: 500 },
      ]),
    });
    // (10 + 20) / (40 + 40)
    expect(traceMetric(sections, 'l2_hit_rate')).toEqual({
      value: expect.closeTo(0.375, 12),
      unit: 'fraction',
      reason: null,
      dispatch_count: 2,
      mixed_passes: false,
    });
  });

  it('row 28: terms that never meet are compared by their means', async () => {
    const sections = await builtSections({
      kernels: dispatches([{ TCC_HIT: 10 }, { TCC_HIT: 20 }, { TCC_MISS: 45 }]),
    });
    // 15 / (15 + 45)
    expect(traceMetric(sections, 'l2_hit_rate')).toMatchObject({
      value: expect.closeTo(0.25, 12),
      dispatch_count: 3,
      mixed_passes: true,
    });
  });

  it('row 28: a missing term is named', async () => {
    const sections = await builtSections({ kernels: dispatches([{ TCC_HIT: 10 }]) });
    expect(traceMetric(sections, 'l2_hit_rate')).toEqual({
      value: null,
      unit: 'fraction',
      reason: 'not collected: TCC_MISS',
      dispatch_count: 0,
      mixed_passes: false,
    });
    expect(sections.counters.metrics?.per_kernel).toEqual({});
  });

  it('row 29: more waves than fit are inconsistent, with their inputs', async () => {
    const sections = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 80_000, SQ_WAVE_CYCLES: 10_214_400 }]),
    });
    // 400 * 10,214,400 / 2100 / 9728 = 200
    const occupancy = traceMetric(sections, 'OccupancyPercent');
    expect(occupancy.value).toBeNull();
    expect(occupancy.reason).toContain('inconsistent: 200 percent is above the limit of 100');
    expect(occupancy.reason).toContain('SQ_WAVE_CYCLES 10214400');
    expect(sections.diagnostics).toMatchObject([{ code: 'COUNTER_METRIC_INCONSISTENT', severity: 'warning' }]);
  });

  it('row 29: more bandwidth than the part has', async () => {
    // 6 MiB in 1000 ns = 6291 GB/s on a part of 5324.8
    const sections = await builtSections({ kernels: dispatches([{ FETCH_SIZE: 4096, WRITE_SIZE: 2048 }]) });
    expect(traceMetric(sections, 'HBM_BW')).toMatchObject({ value: null, reason: expect.stringContaining('5324.8') });
    expect(traceMetric(sections, 'hbm_bw_utilization').value).toBeNull();
    expect(traceMetric(sections, 'hbm_read_bytes').value).toBe(4_194_304);
  });

  it('row 20: dispatches without a duration have counts but no rates', async () => {
    const counters = { GRBM_GUI_ACTIVE: 80_000, SQ_WAVE_CYCLES: 2_553_600, FETCH_SIZE: 1, WRITE_SIZE: 1 };
    const none = await builtSections({ kernels: dispatches([counters], 0) });
    expect(traceMetric(none, 'HBM_BW').reason).toContain('duration is unknown');
    expect(traceMetric(none, 'hbm_read_bytes').value).toBe(1024);
    // the second dispatch alone tells the rate: 2 KiB in 1000 ns
    const [first] = dispatches([counters], 0);
    const some = await builtSections({
      kernels: [...(first === undefined ? [] : [first]), { ...dispatches([counters])[0]!, startNs: 500, endNs: 1500 }],
    });
    expect(traceMetric(some, 'HBM_BW')).toMatchObject({ value: 2.048, dispatch_count: 1 });
    expect(traceMetric(some, 'OccupancyPercent').value).toBeCloseTo(50, 9);
  });

  it('row 30: an unknown architecture has counters and no metrics', async () => {
    const sections = await builtSections({
      agents: [{ name: 'gfx9999', productName: 'Unknown', hardware: { cu_count: 10 } }],
      kernels: dispatches([{ TCC_HIT: 1, TCC_MISS: 1 }]),
    });
    expect(sections.counters.counters?.['TCC_HIT']?.total_value).toBe(1);
    expect(traceMetric(sections, 'l2_hit_rate')).toMatchObject({
      value: null,
      reason: expect.stringContaining('gfx9999'),
    });
    expect(sections.counters).not.toHaveProperty('escalation');
  });

  it('row 31: a partition has its own units and an assumed share of the bandwidth', async () => {
    const sections = await builtSections({
      agents: [{ hardware: { cu_count: 38, num_xcc: 1, simd_count: 152 } }],
      // 50 % of 38 x 32 waves over 2100 clocks: 400 * x / 2100 / 1216 = 50
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 80_000, SQ_WAVE_CYCLES: 319_200, FETCH_SIZE: 100, WRITE_SIZE: 225 }]),
    });
    expect(traceMetric(sections, 'OccupancyPercent').value).toBeCloseTo(50, 9);
    // 325 KiB in 1000 ns = 332.8 GB/s, half of an eighth of 5324.8
    expect(traceMetric(sections, 'hbm_bw_utilization').value).toBeCloseTo(0.5, 9);
    expect(sections.diagnostics).toMatchObject([{ code: 'COUNTER_PARTITION_ASSUMED', severity: 'info' }]);
  });

  it('passes of several runs are put together by kernel', async () => {
    const run = (command: string, counters: Counters, ns: number) => ({ command, kernels: dispatches([counters], ns) });
    const sections = await builtSections({
      processes: [
        run('a', { TCC_HIT: 30, GRBM_GUI_ACTIVE: 80_000, SQ_WAVE_CYCLES: 2_553_600 }, 1000),
        run('b', { TCC_MISS: 10, FETCH_SIZE: 3 }, 2000),
        run('c', { WRITE_SIZE: 1 }, 3000),
      ],
    });
    expect(traceMetric(sections, 'l2_hit_rate')).toMatchObject({
      value: expect.closeTo(0.75, 12),
      dispatch_count: 2,
      mixed_passes: true,
    });
    // 4 KiB in the mean duration of 2000 ns
    expect(traceMetric(sections, 'HBM_BW')).toMatchObject({ value: expect.closeTo(2.048, 9), mixed_passes: true });
    // the mean dispatch has 4200 clocks: 50 % of 2100 are 25 %
    expect(traceMetric(sections, 'OccupancyPercent')).toMatchObject({
      value: expect.closeTo(25, 9),
      dispatch_count: 1,
      mixed_passes: true,
    });
  });

  it('row 16: unlike GPUs are not averaged', async () => {
    const kernels = dispatches([
      { TCC_HIT: 1, TCC_MISS: 3 },
      { TCC_HIT: 9, TCC_MISS: 1 },
    ]);
    const sections = await builtSections({
      agents: [{}, MI100],
      kernels: [kernels[0]!, { ...kernels[1]!, endNs: 10_500, agent: 1 }],
    });
    // 1000 ns on the MI300X, 500 on the MI100
    expect(traceMetric(sections, 'l2_hit_rate')).toMatchObject({ value: 0.25, dispatch_count: 1 });
    expect(sections.counters.counters?.['TCC_HIT']?.sample_count).toBe(2);
    expect(sections.diagnostics).toMatchObject([{ code: 'COUNTERS_OF_UNLIKE_GPUS' }]);
  });
});

describe('further counters', () => {
  it('plans the runs that are missing, in commands that rocprofv3 accepts', async () => {
    const { counters } = await builtSections({
      kernels: dispatches([{ GRBM_GUI_ACTIVE: 8000, GRBM_COUNT: 8000, SQ_WAVES: 5 }]),
    });
    expect(counters.escalation).toMatchObject({ required: true, gpu_arch: 'gfx942', pass_count: 2 });
    const { passes = [], commands = [] } = counters.escalation ?? {};
    // TCC holds four counters per pass, traffic and hits need seven
    expect(passes).toEqual([
      {
        index: 1,
        counters: [
          'GRBM_GUI_ACTIVE',
          'GRBM_COUNT',
          'SQ_WAVE_CYCLES',
          'TCC_BUBBLE_sum',
          'TCC_EA0_RDREQ_sum',
          'TCC_EA0_RDREQ_32B_sum',
          'TCC_EA0_WRREQ_sum',
          'SQ_VALU_MFMA_BUSY_CYCLES',
          'SQ_ACTIVE_INST_VALU',
          'SQ_LDS_BANK_CONFLICT',
          'SQ_LDS_IDX_ACTIVE',
        ],
        pmc: expect.any(String),
      },
      {
        index: 2,
        counters: ['TCC_EA0_WRREQ_64B_sum', 'TCC_HIT_sum', 'TCC_MISS_sum'],
        pmc: 'TCC_EA0_WRREQ_64B_sum TCC_HIT_sum TCC_MISS_sum',
      },
    ]);
    expect(commands.map(({ tool }) => tool)).toEqual(['rocprofv3', 'rocprofv3', 'rocprof-compute']);
    expect(commands[1]?.full_command).toBe(
      'rocprofv3 --kernel-trace --output-format rocpd --pmc TCC_EA0_WRREQ_64B_sum TCC_HIT_sum TCC_MISS_sum ' +
        '-d ./counters_output -o counters_pass2 -- ./app',
    );
    expect(commands[2]?.full_command).toBe('rocprof-compute profile -n counters -- ./app');
  });

  it('says nothing where all is there', async () => {
    const { counters } = await builtSections({
      kernels: dispatches([
        {
          GRBM_GUI_ACTIVE: 80_000,
          SQ_WAVE_CYCLES: 2_553_600,
          FETCH_SIZE: 1,
          WRITE_SIZE: 1,
          TCC_HIT: 1,
          TCC_MISS: 1,
          SQ_VALU_MFMA_BUSY_CYCLES: 0,
          SQ_ACTIVE_INST_VALU: 5,
          SQ_LDS_BANK_CONFLICT: 0,
          SQ_LDS_IDX_ACTIVE: 0,
        },
      ]),
    });
    expect(counters).not.toHaveProperty('escalation');
  });
});

describe('spellings of counters', () => {
  it('takes a counter under the name that it had on earlier parts', async () => {
    const sections = await builtSections({
      kernels: dispatches([{ TCC_BUBBLE: 0, TCC_EA_RDREQ: 16, TCC_EA_RDREQ_32B: 0 }]),
    });
    // 16 requests of 64 bytes
    expect(traceMetric(sections, 'hbm_read_bytes').value).toBe(1024);
  });
});
