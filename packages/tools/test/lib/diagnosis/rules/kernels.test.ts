import { describe, expect, it } from '@jest/globals';
import { recommend } from '../../../../src/lib/diagnosis/recommend.js';
import type { TraceFacts } from '../../../../src/lib/facts/trace-facts.js';
import { counters, factsOf, hotspot, resource, resources } from '../../../__fixtures__/facts.js';
import { categories, only } from '../findings.js';

describe('rules about kernels', () => {
  it('RG-4 names a kernel above half of the kernel time', () => {
    const entry = only(factsOf({}, { hotspots: [hotspot('k', 60)] }), 'Kernel Hotspot');
    expect(entry).toMatchObject({ priority: 'HIGH', confidence: 0.5, recoverable_ns: null, target: 'k' });
    // printf k | sha256sum | cut -c-8
    expect(entry.id).toBe('ROCPD-HOTSPOT-001-8254c329');
    expect(categories(factsOf({}, { hotspots: [hotspot('k', 50)] }))).not.toContain('Kernel Hotspot');
  });

  it('RG-5, RG-6 takes no class from GPU activity and launched waves', () => {
    const at = (utilizationPct: number, avgWaves: number) =>
      categories(
        factsOf({}, { hotspots: [hotspot('k', 75)], hardwareCounters: counters({ utilizationPct, avgWaves }) }),
      );
    expect(at(95, 480)).toEqual(['Kernel Hotspot']);
    // no bound on either: HIGH before MEDIUM
    expect(at(45, 100)).toEqual(['Kernel Hotspot', 'GPU Utilization']);
  });

  it.each([
    ['Compute-Bound Kernel', { VALUBusy: 80 }],
    ['Memory-Bound Kernel', { LdsBankConflictPerAccess: 31 }],
    ['Mixed Bottleneck Kernel', { hbm_bw_utilization: 0.45, VALUBusy: 42 }],
  ])('names %s from measured utilisation', (category, metrics) => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('k', 75)],
        hardwareCounters: counters({}, { k: metrics }),
      },
    );
    expect(categories(facts)).toEqual([category]);
  });

  it('groups kernels that share a limit', () => {
    const chain = ['add', 'mul', 'gelu'].map((name) => hotspot(name, 25, { exclusive_ns: 300_000_000 }));
    const metrics = { hbm_bw_utilization: 0.808 };
    const facts = factsOf(
      {},
      {
        hotspots: chain,
        hardwareCounters: counters({}, { add: metrics, mul: metrics, gelu: metrics }),
      },
    );
    const entry = only(facts, 'Memory-Bound Kernel');
    // 3 * 300 ms; fewer bytes can shrink all of it
    expect(entry).toMatchObject({ target: 'add', recoverable_ns: 900_000_000 });
    expect(entry.issue).toContain('75.0%');
    expect(entry.issue).toContain('HBM at 80.8% of its peak');
  });

  it('asks nobody to rewrite the kernel of a library', () => {
    const adviceOn = (name: string, metrics: Record<string, number>) => {
      const facts = factsOf({}, { hotspots: [hotspot(name, 75)], hardwareCounters: counters({}, { [name]: metrics }) });
      return recommend(facts).find(({ target }) => target === name);
    };
    const gemm = adviceOn('Cijk_Ailk_Bljk_BBS_BH_MT64x64x16', { LdsBankConflictPerAccess: 31 });
    expect(gemm?.actions.join()).toContain('Leave Cijk_Ailk_Bljk_BBS_BH_MT64x64x16 to hipBLASLt or rocBLAS');
    expect(gemm?.suggestion).toContain('not its source is to change');
    expect(gemm?.techniques).toBeUndefined();
    const add = adviceOn('void at::native::vectorized_elementwise_kernel<8, at::native::Add>(int)', {
      hbm_bw_utilization: 0.808,
    });
    expect(add?.suggestion).toContain('Fuse it with the kernel');
    expect(add?.actions.join()).toContain('torch.compile');
    const own = adviceOn('void mine::transpose<float>(float*)', { LdsBankConflictPerAccess: 31 });
    expect(own?.actions).toEqual(['Change the LDS tile of transpose to one more element per row']);
    // one kernel takes, several take
    expect(own?.issue).toMatch(/^transpose takes 75\.0% of kernel time/);
  });

  it('asks for a thread trace where no unit is near its limit', () => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('k', 75)],
        hardwareCounters: counters({}, { k: { hbm_bw_utilization: 0.2, VALUBusy: 10 } }),
      },
    );
    const entry = only(facts, 'Kernel Hotspot');
    expect(entry.title).toContain('Trace the stalls of k');
    expect(entry.commands.map((command) => command.full_command).join()).toContain('--att ');
  });

  it('gives no clean bill where half of the kernel time is not known to use the GPU well', () => {
    const at = (share: number) =>
      categories(
        factsOf(
          {},
          {
            hotspots: [hotspot('a', share), hotspot('b', 100 - share)],
            hardwareCounters: counters({}, { a: { MfmaUtil: 85 }, b: { OccupancyPercent: 80 } }),
          },
        ),
      );
    expect(at(51)).toEqual([]);
    expect(at(50)).toEqual(['Performance']);
  });

  it('RG-10 draws no occupancy from launched waves', () => {
    for (const avgWaves of [8, 16, 0])
      expect(categories(factsOf({}, { hardwareCounters: counters({ avgWaves }) }))).not.toContain('Low Occupancy');
  });

  it('reports measured occupancy below 25 % of a hot kernel', () => {
    const at = (occupancyPct: number, share: number, more = {}) =>
      categories(
        factsOf(
          {},
          {
            hotspots: [hotspot('k', share)],
            hardwareCounters: counters({}, { k: { OccupancyPercent: occupancyPct, ...more } }),
          },
        ),
      );
    expect(at(24.9, 20)).toContain('Low Occupancy');
    expect(at(25, 20)).not.toContain('Low Occupancy');
    expect(at(24.9, 9.9)).not.toContain('Low Occupancy');
    expect(at(23.6, 24, { MfmaUtil: 63 })).not.toContain('Low Occupancy');
  });

  it('reports registers that halve the waves of a kernel whose units are not busy', () => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('integrate', 88, { exclusive_ns: 1_000_000_000 })],
        hardwareCounters: counters({}, { integrate: { VALUBusy: 64, OccupancyPercent: 47 } }),
        kernelResources: resources(
          resource('integrate', { vgpr: 128 }, { waves_per_simd: 4, percent: 50, limiting_resource: 'VGPR' }),
        ),
      },
    );
    const entry = only(facts, 'Low Occupancy');
    // busiest unit 64 %, so 36 % of 1e9 ns at most
    expect(entry).toMatchObject({ target: 'integrate', priority: 'HIGH', recoverable_ns: 360_000_000 });
    expect(entry.actions.join()).toContain('__launch_bounds__(256, 5)');
    expect(categories(facts)).not.toContain('Compute-Bound Kernel');
  });

  it('RG-11 reports GPU activity below 70 %', () => {
    const at = (utilizationPct: number) =>
      categories(factsOf({}, { hardwareCounters: counters({ utilizationPct }) })).includes('GPU Utilization');
    expect([at(50), at(69.9), at(70), at(0)]).toEqual([true, true, false, false]);
  });

  it('reports grids that leave half of the GPU empty', () => {
    const kernels = (blocks: number) => ({
      hotspots: [hotspot('solve', 90, { exclusive_ns: 1_000_000_000 })],
      kernelResources: resources(resource('solve', { blocks, fills_gpu: false })),
    });
    // 1 - 76 / 304 of 1e9 ns
    expect(only(factsOf({}, kernels(76)), 'Small Grid').recoverable_ns).toBe(750_000_000);
    expect(categories(factsOf({}, kernels(152)))).toContain('Small Grid');
    expect(categories(factsOf({}, kernels(153)))).not.toContain('Small Grid');
  });

  it('RG-18 offers a loop pragma only with a source anchor and on request', () => {
    const anchored = (locations?: { file: string; line: number; kind: 'definition' }[]) =>
      factsOf(
        {},
        {
          hotspots: [hotspot('k', 25, locations === undefined ? {} : { source_locations: locations })],
          hardwareCounters: counters({ utilizationPct: 95 }),
        },
      );
    const location = [{ file: 'k.hip', line: 5, kind: 'definition' as const }];
    const entry = only(anchored(location), 'Loop Hint (clang_loop_unroll_count)', { advanced: true });
    expect(entry).toMatchObject({ subtype: 'pragma', source_file: 'k.hip', source_line: 5, factor_sweep: [2, 4, 8] });
    expect(entry.actions).toContain('Verify with `perfxpert diff <baseline>.db <new>.db`');
    const pragmas = (facts: TraceFacts, options = {}) =>
      recommend(facts, options).filter(({ subtype }) => subtype === 'pragma');
    expect(pragmas(anchored(location))).toEqual([]);
    expect(pragmas(anchored([]), { advanced: true })).toEqual([]);
    expect(pragmas(anchored(), { advanced: true })).toEqual([]);
  });

  it('mentions slow first calls in any case, without promising time', () => {
    const warmup = {
      has_warmup_issues: true,
      total_excess_ns: 2e7,
      outliers: [
        {
          kernel_name: 'k',
          device: 'GPU 0',
          workgroup: null,
          grid: null,
          calls: 5,
          first_duration_ns: 30_000,
          median_ns: 10_000,
          ratio: 3,
          warmup_calls: 1,
          excess_ns: 2e7,
        },
      ],
    };
    const facts = factsOf({ copy: 30 }, { warmup });
    expect(categories(facts)).toEqual(['Memory Transfer', 'Warmup']);
    const entry = only(facts, 'Warmup');
    expect(entry).toMatchObject({ priority: 'INFO', recoverable_ns: null, target: 'k', confidence: 0.8 });
    expect(entry.issue).toContain('3.0 times');
    const tiny = { ...warmup, outliers: warmup.outliers.map((outlier) => ({ ...outlier, excess_ns: 1.9e7 })) };
    expect(categories(factsOf({ copy: 30 }, { warmup: tiny }))).toEqual(['Memory Transfer']);
  });
});
