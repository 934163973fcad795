import { describe, expect, it } from '@jest/globals';
import { EMPTY_API_BREAKDOWN, EMPTY_SHORT_KERNELS } from '../../../src/lib/facts/empty-sections.js';
import { recommend } from '../../../src/lib/diagnosis/recommend.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import {
  MI300X_DEVICE,
  apiCall,
  buildFacts,
  copies,
  counters,
  factsOf,
  hotspot,
  partition,
  partitionPct,
  quality,
  resource,
  resources,
} from '../../__fixtures__/facts.js';

const categories = (facts: TraceFacts, options = {}) => recommend(facts, options).map((entry) => entry.category);
const only = (facts: TraceFacts, category: string, options = {}) => {
  const found = recommend(facts, options).filter((entry) => entry.category === category);
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe('recommend, transfers', () => {
  it('RG-1 reports exposed copies of 25 % as one HIGH entry, without filler', () => {
    // 25 % of 2e9 ns are 5e8 ns
    const facts = factsOf({ copy: 25 }, { memoryAnalysis: { 'Host-to-Device': copies() } });
    const entries = recommend(facts);
    expect(entries.map(({ id, category, priority }) => [id, category, priority])).toEqual([
      ['ROCPD-MEMCPY-001', 'Memory Transfer', 'HIGH'],
    ]);
    expect(entries[0]).toMatchObject({
      target: 'Host-to-Device',
      recoverable_ns: 500_000_000,
      estimated_saving_ns: 500_000_000,
      recoverable_pct: 25,
      confidence: 0.7,
    });
    expect(entries[0]!.issue).toContain('25.0%');
    expect(entries[0]!.estimated_impact).toContain('At most 500 ms (25.0% of the window)');
  });

  it('RG-2 stays silent about copies at exactly 20 %', () => {
    expect(categories(factsOf({ copy: 20 }))).not.toContain('Memory Transfer');
    expect(categories(factsOf({ copy: 20.1 }))).toContain('Memory Transfer');
  });

  it('does not count copies that kernels cover', () => {
    expect(categories(factsOf({ copyHidden: 60 }))).not.toContain('Memory Transfer');
  });

  it.each([
    ['pins slow large ones', { bandwidth_gbps: 10.5, efficiency_pct: 16.7 }, /pin/i],
    ['batches small ones', { avg_bytes: 4096, small_copy_frac: 0.9 }, /batch/i],
    ['overlaps those at link rate', {}, /overlap/i],
  ])('%s', (_what, figures, title) => {
    const facts = factsOf({ copy: 40 }, { memoryAnalysis: { 'Host-to-Device': copies(figures) } });
    expect(only(facts, 'Memory Transfer').title).toMatch(title);
  });

  it('RG-8 reports a slow direction against its peak', () => {
    // 5 of 63 GB/s is 7.9 %; 4e8 ns of copies, 92.1 % of it could go, but only 3 % of 2e9 = 6e7 ns is exposed
    const slow = copies({ bandwidth_gbps: 5, efficiency_pct: 7.9 });
    const entry = only(factsOf({ copy: 3 }, { memoryAnalysis: { 'Host-to-Device': slow } }), 'Memory Bandwidth');
    expect(entry).toMatchObject({ id: 'ROCPD-MEMBW-001', priority: 'MEDIUM', recoverable_ns: 60_000_000 });
    expect(entry.issue).toContain('5.00 GB/s');
  });

  it.each([
    ['at link rate', {}, 3],
    ['of unknown rate', { bandwidth_gbps: null, efficiency_pct: null }, 3],
    ['of rate 0', { bandwidth_gbps: 0, efficiency_pct: 0 }, 3],
    ['below 64 KiB', { bandwidth_gbps: 5, efficiency_pct: 7.9, avg_bytes: 1024 }, 3],
    ['at half of the peak', { bandwidth_gbps: 31.5, efficiency_pct: 50 }, 3],
    ['that kernels cover', { bandwidth_gbps: 5, efficiency_pct: 7.9 }, 0.9],
    ['of less than 1 % of the window', { bandwidth_gbps: 5, efficiency_pct: 7.9, total_duration_ns: 1e7 }, 3],
  ])('RG-8 says nothing about copies %s', (_what, figures, exposedPct) => {
    const facts = factsOf({ copy: exposedPct }, { memoryAnalysis: { 'Host-to-Device': copies(figures) } });
    expect(categories(facts)).not.toContain('Memory Bandwidth');
  });

  it('falls back to 10 GB/s where no peak is known', () => {
    const unknown = { peak_gbps: null, efficiency_pct: null };
    const at = (gbps: number) =>
      categories(
        factsOf({ copy: 3 }, { memoryAnalysis: { 'Peer-to-Peer': copies({ ...unknown, bandwidth_gbps: gbps }) } }),
      );
    expect(at(9.99)).toContain('Memory Bandwidth');
    expect(at(10)).not.toContain('Memory Bandwidth');
  });

  it('numbers the directions of one rule', () => {
    const slow = copies({ bandwidth_gbps: 5, efficiency_pct: 7.9 });
    const facts = factsOf({ copy: 3 }, { memoryAnalysis: { 'Host-to-Device': slow, 'Device-to-Host': slow } });
    const ids = recommend(facts)
      .filter((entry) => entry.category === 'Memory Bandwidth')
      .map((entry) => entry.id);
    expect(ids).toEqual(['ROCPD-MEMBW-001', 'ROCPD-MEMBW-002']);
  });

  it('reports collectives that nothing covers', () => {
    const kernel = hotspot('ncclDevKernel_Generic(args)', 73, { category: 'NCCL' });
    const entry = only(factsOf({ communication: 64 }, { hotspots: [kernel] }), 'Communication');
    // 64 % of 2e9 ns
    expect(entry).toMatchObject({ target: kernel.name, recoverable_ns: 1_280_000_000, priority: 'HIGH' });
    expect(categories(factsOf({ communication: 20 }))).not.toContain('Communication');
    expect(categories(factsOf({ communication: 64 }, { hotspots: [kernel] }))).not.toContain('Kernel Hotspot');
  });
});

describe('recommend, host and launches', () => {
  it('RG-3 reports API time of 20 % that is no waiting', () => {
    const entry = only(factsOf({ api: 20 }), 'API Overhead');
    expect(entry).toMatchObject({ id: 'ROCPD-API-001', priority: 'MEDIUM', recoverable_ns: 400_000_000 });
    expect(entry.issue).toContain('20.0%');
    expect(categories(factsOf({ api: 15 }))).not.toContain('API Overhead');
    expect(categories(factsOf({ api: 20, wait: 6 }))).not.toContain('API Overhead');
  });

  it('names launch time and the most exposed calls', () => {
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      total_api_ns: 10_000_000,
      launch_overhead_ns: 4_000_000,
      by_class: [{ class: 'launch' as const, calls: 1200, self_ns: 4_000_000, exposed_ns: 3_000_000 }],
      api_calls: [
        apiCall('hipDeviceSynchronize', { class: 'sync', exposed_ns: 9_000_000 }),
        apiCall('hipLaunchKernel', { calls: 1200, exposed_ns: 3_000_000 }),
        apiCall('hipGetDevice', { class: 'other', calls: 7, exposed_ns: 1000 }),
      ],
    };
    const { issue, target } = only(factsOf({ api: 30 }, { apiBreakdown }), 'API Overhead');
    // 4 of 10 ms
    expect(issue).toContain('Launch calls take 4.00 ms, 40.0% of all API time');
    expect(issue).toContain('hipLaunchKernel x1200 (3.00 ms), hipGetDevice x7 (1.00 µs)');
    expect(target).toBe('hipLaunchKernel');
  });

  it('reports an idle GPU above 20 % and bounds it by idle and waiting time', () => {
    const entry = only(factsOf({ idle: 15, api: 10, wait: 6 }), 'GPU Utilization');
    // 21 % of 2e9 ns
    expect(entry).toMatchObject({ id: 'ROCPD-UTILIZATION-002', priority: 'HIGH', recoverable_ns: 420_000_000 });
    expect(categories(factsOf({ idle: 14, api: 6, wait: 6 }))).not.toContain('GPU Utilization');
    expect(categories(factsOf({ idle: 15, api: 10 }))).not.toContain('GPU Utilization');
    expect(categories(factsOf({ idle: 15, api: 10.1 }))).toContain('GPU Utilization');
  });

  it('advises against the call that waits', () => {
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      api_calls: [apiCall('hipDeviceSynchronize', { class: 'sync', calls: 512 })],
    };
    const entry = only(factsOf({ api: 30, wait: 25 }, { apiBreakdown }), 'GPU Utilization');
    expect(entry.target).toBe('hipDeviceSynchronize');
    expect(entry.title).toContain('hipDeviceSynchronize');
  });

  it('asks for API calls where none were recorded', () => {
    const facts = factsOf({ idle: 80 }, { apiBreakdown: EMPTY_API_BREAKDOWN });
    const entry = only(facts, 'GPU Utilization');
    expect(entry.title).toContain('Record API calls');
    expect(entry.commands.map((command) => command.full_command).join()).toContain('--sys-trace');
  });

  it('RG-12 calls a short run of start-up what it is', () => {
    const facts = buildFacts({
      executionBreakdown: partition({ wall: 500_000_000, idle: 490_000_000 }),
      traceQuality: quality(),
      apiBreakdown: { ...EMPTY_API_BREAKDOWN, has_api_data: true },
    });
    expect(categories(facts)).toEqual(['Runtime Initialization']);
    const busyApi = { ...facts, executionBreakdown: partition({ wall: 500_000_000, api: 490_000_000 }) };
    expect(categories(busyApi)).toEqual(['Runtime Initialization']);
  });

  it('RG-13 does not for a run of 10 s, nor at 5 % kernel time, nor where waits explain it', () => {
    const at = (parts: Parameters<typeof partition>[0]) =>
      categories(factsOf({}, { executionBreakdown: partition(parts) }));
    expect(at({ wall: 10e9, api: 9.5e9 })).toContain('API Overhead');
    expect(at({ wall: 10e9, api: 9.5e9 })).not.toContain('Runtime Initialization');
    expect(at({ wall: 1e8, api: 9.5e7 })).not.toContain('Runtime Initialization');
    expect(at({ wall: 1e8, api: 9.6e7, wait: 9e7 })).toEqual(['GPU Utilization']);
  });

  const launches = (total: number, shortPct: number, gap: number) => ({
    ...EMPTY_SHORT_KERNELS,
    total_kernels: total,
    short_kernel_count: Math.round((total * shortPct) / 100),
    short_kernel_pct: shortPct,
    gap_after_short_ns: gap,
  });

  it('RG-7, RG-17 reports many short launches with gaps behind them', () => {
    // 8 % of 2e9 ns are gaps
    const facts = (shortKernels: TraceFacts['shortKernels']) =>
      factsOf({ idle: 5, api: 5 }, { shortKernels, hotspots: [hotspot('tiny', 72.5)] });
    const entry = only(facts(launches(2000, 100, 1.6e8)), 'Launch Overhead');
    expect(entry).toMatchObject({ id: 'ROCPD-LAUNCH-001', priority: 'MEDIUM', recoverable_ns: 160_000_000 });
    expect(entry.issue).toContain('2000');
    expect(only(facts(launches(1001, 100, 1.6e8)), 'Launch Overhead').issue).toContain('1001 launches');
    expect(categories(facts(launches(1000, 100, 1.6e8)))).not.toContain('Launch Overhead');
    expect(categories(facts(launches(2000, 50, 1.6e8)))).not.toContain('Launch Overhead');
    expect(categories(facts(launches(2000, 100, 1e8)))).not.toContain('Launch Overhead');
  });

  it('reports gaps behind few short kernels as launch efficiency, and never twice', () => {
    const few = factsOf({ idle: 10 }, { shortKernels: launches(60, 90, 1.01e8) });
    expect(only(few, 'Launch Efficiency')).toMatchObject({ priority: 'MEDIUM', recoverable_ns: 101_000_000 });
    const many = factsOf({ idle: 10 }, { shortKernels: launches(2000, 90, 1.01e8) });
    expect(categories(many)).not.toContain('Launch Efficiency');
    expect(categories(factsOf({ idle: 10 }, { shortKernels: launches(60, 90, 1e8) }))).not.toContain(
      'Launch Efficiency',
    );
  });

  it('never promises more than the time without GPU work', () => {
    const entry = only(factsOf({ idle: 6 }, { shortKernels: launches(2000, 100, 1e9) }), 'Launch Overhead');
    expect(entry.recoverable_ns).toBe(120_000_000);
  });

  it('RG-16 finds API overhead, a hotspot and launch overhead of 1200 launches', () => {
    // 1200 kernels of 5 us every 20 us: wall 1199 * 20,000 + 5000 = 23,985,000; compute 6,000,000 ns; launch calls of
    // 10 us between them; gaps 1199 * 15,000 = 17,985,000 ns
    const facts = buildFacts({
      executionBreakdown: partition({ wall: 23_985_000, api: 11_990_000, idle: 5_995_000 }),
      traceQuality: quality({ dispatches: 1200 }),
      hotspots: [hotspot('tiny', 100, { calls: 1200, total_duration: 6_000_000 })],
      shortKernels: launches(1200, 100, 17_985_000),
      apiBreakdown: {
        ...EMPTY_API_BREAKDOWN,
        has_api_data: true,
        total_api_ns: 12_000_000,
        launch_overhead_ns: 12_000_000,
        by_class: [{ class: 'launch', calls: 1200, self_ns: 12_000_000, exposed_ns: 11_990_000 }],
        api_calls: [apiCall('hipLaunchKernelGGL', { calls: 1200, exposed_ns: 11_990_000 })],
      },
    });
    // by what they can save: 17.985 ms, 11.99 ms, 5.995 ms, unknown
    expect(categories(facts)).toEqual(['Launch Overhead', 'API Overhead', 'GPU Utilization', 'Kernel Hotspot']);
  });
});

describe('recommend, kernels', () => {
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
    ['Mixed Bottleneck Kernel', { HBM_BW: 2400, VALUBusy: 42 }],
  ])('names %s from measured utilisation', (category, metrics) => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('k', 75)],
        hardwareCounters: counters({}, { k: metrics }),
        devices: [MI300X_DEVICE],
      },
    );
    expect(categories(facts)).toEqual([category]);
  });

  it('groups kernels that share a limit', () => {
    const chain = ['add', 'mul', 'gelu'].map((name) => hotspot(name, 25, { exclusive_ns: 300_000_000 }));
    const metrics = { HBM_BW: 4300 };
    const facts = factsOf(
      {},
      {
        hotspots: chain,
        hardwareCounters: counters({}, { add: metrics, mul: metrics, gelu: metrics }),
        devices: [MI300X_DEVICE],
      },
    );
    const entry = only(facts, 'Memory-Bound Kernel');
    // 3 * 300 ms; fewer bytes can shrink all of it
    expect(entry).toMatchObject({ target: 'add', recoverable_ns: 900_000_000 });
    expect(entry.issue).toContain('75.0%');
    expect(entry.issue).toContain('80.8%'); // 4300 of 5324.8 GB/s
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

describe('recommend, thread traces', () => {
  const att = (hitcount: number, latency: number, stall: number) => ({
    has_att_data: true,
    kernels: [
      {
        name: 'hot_kernel',
        stall_category: 'att_vmem_latency',
        top_stalling_instructions: [
          {
            pc_offset: '0x0000',
            hitcount,
            total_latency_cycles: latency,
            stall_cycles: stall,
            stall_ratio: stall / latency,
            source_line: 'k.hip:5',
          },
        ],
      },
    ],
  });

  it('RG-14 names kernel, offset and line of a stall', () => {
    const entry = only(factsOf({}), 'ATT VMEM Latency', { att: att(8192, 200, 160) });
    expect(entry).toMatchObject({ priority: 'HIGH', target: 'hot_kernel', confidence: 0.85 });
    for (const part of ['hot_kernel', '0x0000', 'k.hip:5', '80%', '160 of 200']) expect(entry.issue).toContain(part);
  });

  it.each([
    [0.6, 'HIGH'],
    [0.59, 'MEDIUM'],
    [0.4, 'MEDIUM'],
  ])('grades a stall of %p as %s', (ratio, priority) => {
    expect(only(factsOf({}), 'ATT VMEM Latency', { att: att(8192, 100, 100 * ratio) }).priority).toBe(priority);
  });

  it('RG-15 reports the thread trace once where nothing in it stalls enough', () => {
    for (const quiet of [att(64, 100, 95), att(99, 100, 95), att(8192, 100, 39)])
      expect(categories(factsOf({}), { att: quiet })).toEqual(['ATT Analysis']);
  });

  it('says nothing about a thread trace without data', () => {
    expect(categories(factsOf({ copy: 30 }), { att: { has_att_data: false, kernels: [] } })).toEqual([
      'Memory Transfer',
    ]);
  });
});

describe('recommend, little or nothing to say', () => {
  it('RG-9 asks for data where the trace holds none', () => {
    for (const facts of [buildFacts(), factsOf({})]) {
      const entries = recommend(facts);
      expect(entries.map(({ id, category, priority }) => [id, category, priority])).toEqual([
        ['ROCPD-INFO-001', 'Performance', 'INFO'],
      ]);
      expect(entries[0]!.commands.length).toBeGreaterThan(0);
    }
  });

  it('gives no advice where counters show a kernel at its peak', () => {
    const facts = factsOf(
      { idle: 1 },
      {
        hotspots: [hotspot('gemm', 95)],
        hardwareCounters: counters({ utilizationPct: 99 }, { gemm: { MfmaUtil: 85 } }),
      },
    );
    expect(recommend(facts)).toEqual([]);
  });

  it('withholds findings about time where most dispatches have no length', () => {
    const facts = buildFacts({
      executionBreakdown: partitionPct({ copy: 40, idle: 40 }),
      traceQuality: quality({ dispatches: 3, zero_duration_dispatches: 2 }),
      hotspots: [hotspot('k', 100)],
    });
    const entries = recommend(facts);
    expect(entries.map((entry) => entry.category)).toEqual(['Performance']);
    expect(entries[0]!.issue).toContain('2 of 3 dispatches');
  });

  it('withholds findings about idle time where a tenth of the dispatches is missing', () => {
    const at = (missing: number) =>
      categories(factsOf({ idle: 50 }, { traceQuality: quality({ lossy: true, missing_frac: missing }) }));
    expect(at(0.1)).toContain('GPU Utilization');
    expect(at(0.11)).not.toContain('GPU Utilization');
  });

  it('does not call the pauses of a counter recording idle time', () => {
    const facts = factsOf({ idle: 90 }, { hardwareCounters: counters(), apiBreakdown: EMPTY_API_BREAKDOWN });
    expect(categories(facts)).toEqual(['Performance']);
  });
});
