import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hardwareSections, traceMetric } from '../../support/hardware-sections.js';
import type { HardwareSections } from '../../support/hardware-sections.js';
import { findSharedFolder, readRecordedFacts } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;
const sectionsOf = (name: string): Promise<HardwareSections> =>
  hardwareSections(path.join(SHARED ?? '', 'traces', `${name}.db`));

// A copy of 2^20 doubles: 8 MiB read and 8 MiB written per dispatch by 16,384 waves. Computed by scripts of their own
// from the base tables: per dispatch duration, KiB read and written, GB/s, L2 hit rate, occupancy. Here the figures of
// all three: bytes are means, rates weighted by duration, hits summed.
const COPIES = {
  pmc_vcopy_mi100: {
    ns: [24_800, 18_880, 18_880],
    readKib: [8208.75, 8208.8125, 8208.8125],
    writtenKib: [8192, 5409.125, 5420.25],
    gbps: [677.192, 738.6, 739.203],
    l2: [188 + 47 + 47, 262_415 + 262_430 + 262_415],
    occupancy: [56.96, 71.56, 71.27],
  },
  pmc_vcopy_mi300a: {
    ns: [7612, 6370, 6009],
    readKib: [8196.1875, 8196.25, 8195.125],
    writtenKib: [8192, 8192, 8192],
    gbps: [2204.612, 2634.469, 2792.547],
    l2: [65_998 + 65_650 + 65_650, 131_156 + 131_173 + 131_170],
    occupancy: [42.92, 43.14, 46.17],
  },
  pmc_vcopy_mi300x: {
    ns: [16_879, 14_280, 45_159],
    readKib: [8207.125, 8207.125, 8206.375],
    writtenKib: [8192, 8192, 8192],
    gbps: [994.887, 1175.96, 371.84],
    l2: [66_160 + 65_536 + 65_536, 131_313 + 131_324 + 131_319],
    occupancy: [40.33, 45.12, 13.49],
  },
} as const;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const weighted = (values: readonly number[], weights: readonly number[]): number =>
  sum(values.map((value, index) => value * (weights[index] ?? 0))) / sum(weights);

suite('counters of recordings', () => {
  it.each(Object.entries(COPIES))('%s: traffic, bandwidth, hits and occupancy', async (name, expected) => {
    const sections = await sectionsOf(name);
    const value = (id: string): number => traceMetric(sections, id).value ?? Number.NaN;
    expect(value('hbm_read_bytes') / 1024).toBeCloseTo(mean(expected.readKib), 3);
    expect(value('hbm_write_bytes') / 1024).toBeCloseTo(mean(expected.writtenKib), 3);
    expect(value('HBM_BW')).toBeCloseTo(weighted(expected.gbps, expected.ns), 2);
    expect(value('hbm_bw_utilization')).toBeLessThan(1);
    expect(value('l2_hit_rate')).toBeCloseTo(expected.l2[0] / (expected.l2[0] + expected.l2[1]), 9);
    expect(value('OccupancyPercent')).toBeCloseTo(weighted(expected.occupancy, expected.ns), 1);
    expect(sections.counters.metrics).toMatchObject({
      avg_waves: 16_384,
      min_waves: 16_384,
      max_waves: 16_384,
      waves_launched: 49_152,
      gpu_utilization_pct: 100,
    });
    expect(traceMetric(sections, 'HBM_BW')).toMatchObject({ dispatch_count: 3, mixed_passes: false });
  });

  it('pmc_vcopy_mi300x_passes: twelve passes are put together by their means', async () => {
    const sections = await sectionsOf('pmc_vcopy_mi300x_passes');
    const value = (id: string): number => traceMetric(sections, id).value ?? Number.NaN;
    expect(value('hbm_read_bytes') / 1024).toBeCloseTo(8203.27, 2);
    expect(value('hbm_write_bytes') / 1024).toBe(8192);
    expect(value('HBM_BW')).toBeCloseTo(2440.502, 3);
    expect(value('l2_hit_rate')).toBeCloseTo(0.343047, 6);
    expect(value('OccupancyPercent')).toBeCloseTo(42.45, 2);
    for (const id of ['hbm_read_bytes', 'HBM_BW', 'l2_hit_rate', 'OccupancyPercent'])
      expect(traceMetric(sections, id).mixed_passes).toBe(true);
    // the channels of TCC_HIT in one pass and their sum in another are six dispatches of one counter
    expect(sections.counters.counters?.['TCC_HIT']?.sample_count).toBe(6);
    expect(sections.counters.counters?.['TCC_HIT_sum']).toBeUndefined();
  });

  it('pmc_vcopy_mi350: a lower bound of reads, and nothing that rests on its wrong agent record', async () => {
    const sections = await sectionsOf('pmc_vcopy_mi350');
    expect(traceMetric(sections, 'hbm_read_bytes').value).toBeNull();
    expect((traceMetric(sections, 'hbm_read_bytes_lower_bound').value ?? 0) / 1024).toBeCloseTo(
      mean([4102.5, 4100.75, 4100.75]),
      3,
    );
    expect(traceMetric(sections, 'l2_hit_rate').value).toBeCloseTo(mean([0.337694, 0.337724, 0.337738]), 5);
    for (const id of ['OccupancyPercent', 'MeanOccupancyPerCU', 'MfmaUtil', 'VALUBusy', 'HBM_BW'])
      expect(traceMetric(sections, id).value).toBeNull();
    // 205,976 / 205,112 = 100.4%
    expect(sections.counters.metrics?.gpu_utilization_pct).toBe(100);
    expect(sections.diagnostics.map(({ code }) => code)).toEqual([
      'GPU_UTILIZATION_ABOVE_100',
      'COUNTER_DEVICE_INCONSISTENT',
    ]);
    expect(sections.diagnostics[0]?.message).toContain('100.4%');
  });

  it('edge_zero_duration: counts without rates', async () => {
    const sections = await sectionsOf('edge_zero_duration');
    expect(traceMetric(sections, 'HBM_BW').value).toBeNull();
    expect(traceMetric(sections, 'OccupancyPercent').value).toBeNull();
    expect(traceMetric(sections, 'l2_hit_rate').value).toBeGreaterThan(0.33);
  });

  it('sys_style_mytrace: values of samples are no counters', async () => {
    expect((await sectionsOf('sys_style_mytrace')).counters).toEqual({
      has_counters: false,
      metrics: null,
      counters: null,
    });
  });

  it.each(['mi100', 'mi200', 'mi300a', 'mi300x', 'mi350'])(
    'pmc_vcopy_%s: the counters of the first dispatch, as plain SQL sums them',
    async (gpu) => {
      const file = `pmc_vcopy_${gpu}`;
      const { counters } = await sectionsOf(file);
      const recorded = readRecordedFacts(SHARED ?? '').get(`${file}.db`);
      const first = recorded?.counters?.first_dispatch ?? {};
      expect(Object.keys(first).length).toBeGreaterThan(0);
      // The view sums all rows of a name: equal to ours for counters without other forms that are no clocks.
      for (const [name, value] of Object.entries(first)) {
        if (name.startsWith('GRBM_') || `${name}_sum` in first) continue;
        const statistics = counters.counters?.[name.replace(/_sum$/, '')];
        expect(statistics?.sample_count).toBe(3);
        expect(statistics?.min_value).toBeLessThanOrEqual(value);
        expect(statistics?.max_value).toBeGreaterThanOrEqual(value);
      }
    },
  );
});

suite('kernel resources of recordings', () => {
  it.each(['mi100', 'mi200', 'mi300a', 'mi300x', 'mi350'])('pmc_vcopy_%s: all waves fit', async (gpu) => {
    const { resources } = await sectionsOf(`pmc_vcopy_${gpu}`);
    expect(resources.kernels).toMatchObject([
      {
        block: '256x1x1',
        grid: '1048576x1x1',
        blocks: 4096,
        total_waves: 16_384,
        fills_gpu: true,
        occupancy: { percent: 100, limiting_resource: 'none' },
      },
    ]);
  });

  it('rocprofv3_train_mi350x: the collective is held back by LDS and does not fill the GPU', async () => {
    const { resources } = await sectionsOf('rocprofv3_train_mi350x');
    expect(resources.arch).toBe('gfx950');
    expect(resources.arch_specs?.lds_per_cu_bytes).toBe(163_840);
    // 37,664 bytes of LDS are 30 granules of 1280: four workgroups of four waves on four SIMDs
    expect(resources.kernels[0]).toMatchObject({
      vgpr: 92,
      lds_bytes: 37_664,
      scratch_bytes: 520,
      blocks: 104,
      fills_gpu: false,
      occupancy: { waves_per_simd: 4, percent: 50, limiting_resource: 'LDS' },
    });
    expect(resources.kernels).toHaveLength(10);
  });

  it('torch_qwen05b_mi300x: without registers and LDS no occupancy', async () => {
    const { resources } = await sectionsOf('torch_qwen05b_mi300x');
    expect(resources.kernels).toHaveLength(10);
    for (const { vgpr, occupancy, occupancy_reason: reason } of resources.kernels) {
      expect([vgpr, occupancy]).toEqual([null, null]);
      expect(reason).toBe('The register counts and the LDS size were not recorded');
    }
  });
});
