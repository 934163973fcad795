import { describe, expect, it } from '@jest/globals';
import { EMPTY_API_BREAKDOWN, EMPTY_SHORT_KERNELS } from '../../../../src/lib/facts/empty-sections.js';
import type { TraceFacts } from '../../../../src/lib/facts/trace-facts.js';
import { apiCall, buildFacts, factsOf, hotspot, partition, quality } from '../../../__fixtures__/facts.js';
import { categories, only } from '../findings.js';

describe('rules about host and launches', () => {
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
    expect(issue).toContain('hipLaunchKernel x1,200 (3.00 ms), hipGetDevice x7 (1.00 µs)');
    expect(target).toBe('hipLaunchKernel');
  });

  it('reports an idle GPU above 20 % and bounds it by idle and waiting time', () => {
    const entry = only(factsOf({ idle: 15, api: 10, wait: 6 }), 'GPU Utilization');
    // 21 % of 2e9 ns
    expect(entry).toMatchObject({ id: 'ROCPD-UTILIZATION-002', priority: 'HIGH', recoverable_ns: 420_000_000 });
    // 15 % + 10 % of 2 s run nothing: as much as the verdict says, in parts that add up to it
    expect(entry.issue).toBe(
      'The GPU runs nothing for 25.0% of the window (500 ms): 120 ms of it in calls that wait, 80.0 ms in other API calls, 300 ms outside any API call.',
    );
    expect(categories(factsOf({ idle: 14, api: 6, wait: 6 }))).not.toContain('GPU Utilization');
    expect(categories(factsOf({ idle: 15, api: 10 }))).not.toContain('GPU Utilization');
    expect(categories(factsOf({ idle: 15, api: 10.1 }))).toContain('GPU Utilization');
  });

  it('RG-12 calls a short run start-up and names the call that most of it goes to', () => {
    const executionBreakdown = partition({ wall: 5e8, idle: 1e7, api: 4.8e8 });
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      api_calls: [apiCall('hipModuleLoad', { class: 'compile', calls: 4, exposed_ns: 4.7e8 })],
    };
    const facts = factsOf({}, { executionBreakdown, apiBreakdown });
    const entry = only(facts, 'Runtime Initialization');
    expect(entry).toMatchObject({ priority: 'INFO', target: 'hipModuleLoad', recoverable_ns: null });
    expect(entry.issue).toContain('hipModuleLoad takes 470 ms of the rest in 4 calls');
    expect(entry.evidence).toContainEqual(expect.objectContaining({ metric: 'exposed_ns', value: 4.7e8 }));
    expect(categories(facts)).not.toContain('API Overhead');
    // Clocks that disagree by 100 ms: no call can be set against the empty time.
    const doubtful = factsOf(
      {},
      { executionBreakdown, apiBreakdown, traceQuality: quality({ clock_offset_ns: -1e8 }) },
    );
    expect(only(doubtful, 'Runtime Initialization').target).toBeNull();
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

  it('hard input 18: advises on no call where clocks disagree, only to record again', () => {
    const traceQuality = quality({ dispatches: 1000, clock_offset_ns: -5_000_000 });
    const facts = factsOf({ api: 20, wait: 1, idle: 10 }, { traceQuality });
    expect(categories(facts)).not.toContain('API Overhead');
    const entry = only(facts, 'GPU Utilization');
    expect(entry.title).toContain('clocks that agree');
    // All of the 30 % of 2e9 ns in which the GPU runs nothing
    expect(entry.recoverable_ns).toBe(600_000_000);
    expect(entry.evidence).toContainEqual(expect.objectContaining({ metric: 'clock_offset_ns', value: -5_000_000 }));
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
    expect(entry.issue).toContain('2,000');
    expect(only(facts(launches(1001, 100, 1.6e8)), 'Launch Overhead').issue).toContain('1,001 launches');
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
    // the calls, the gaps and the idle time are the same 17.985 ms: one entry speaks for them
    expect(categories(facts)).toEqual(['Launch Overhead', 'Kernel Hotspot']);
    const entry = only(facts, 'Launch Overhead');
    expect(entry.recoverable_ns).toBe(17_985_000);
    expect(entry.evidence.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(['gap_after_short_ns', 'api_exposed_without_wait_ns', 'idle_other_ns', 'gpu_empty_ns']),
    );
  });
});
