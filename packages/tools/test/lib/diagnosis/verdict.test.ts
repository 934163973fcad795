import { describe, expect, it } from '@jest/globals';
import { judge } from '../../../src/lib/diagnosis/verdict.js';
import { EMPTY_API_BREAKDOWN, EMPTY_SHORT_KERNELS } from '../../../src/lib/facts/empty-sections.js';
import {
  apiCall,
  buildFacts,
  copies,
  counters,
  factsOf,
  hotspot,
  partition,
  quality,
  resource,
  resources,
} from '../../__fixtures__/facts.js';

const short = (total: number, shortPct: number, gap = 0) => ({
  ...EMPTY_SHORT_KERNELS,
  total_kernels: total,
  short_kernel_pct: shortPct,
  gap_after_short_ns: gap,
});

describe('judge, causes outside the kernels', () => {
  it('JR-5 blames exposed copies of 35 %', () => {
    expect(judge(factsOf({ copy: 35, idle: 15 }))).toMatchObject({
      primary_bottleneck: 'memory_transfer',
      driver: 'exposed_copy',
      confidence: 0.85,
    });
  });

  it('is less sure of 20 to 30 %, and blames nothing at 20 %', () => {
    expect(judge(factsOf({ copy: 30 })).confidence).toBe(0.7);
    expect(judge(factsOf({ copy: 30.1 })).confidence).toBe(0.85);
    expect(judge(factsOf({ copy: 20.1 })).driver).toBe('exposed_copy');
    expect(judge(factsOf({ copy: 20 })).driver).toBe('gpu_bound');
  });

  it('calls slow large copies pageable', () => {
    const slow = copies({ bandwidth_gbps: 10.5, efficiency_pct: 16.7 });
    expect(judge(factsOf({ copy: 60 }, { memoryAnalysis: { 'Host-to-Device': slow } })).driver).toBe('pageable_copy');
  });

  it('JR-6 blames latency for 30 % idle time', () => {
    expect(judge(factsOf({ copy: 10, idle: 30 }))).toMatchObject({
      primary_bottleneck: 'latency',
      driver: 'cpu_bound_host',
      confidence: 0.75,
    });
  });

  it('blames API overhead where calls that do not wait fill the gaps', () => {
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      by_class: [{ class: 'alloc' as const, calls: 10, self_ns: 1, exposed_ns: 1 }],
      api_calls: [apiCall('hipMalloc', { class: 'alloc' })],
    };
    const verdict = judge(factsOf({ api: 16 }, { apiBreakdown }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'api_overhead', driver: 'allocation' });
    expect(verdict.overall_assessment).toContain('hipMalloc');
    expect(judge(factsOf({ api: 15 })).driver).toBe('gpu_bound');
  });

  it('blames the waiting call and names it', () => {
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      api_calls: [apiCall('hipMemcpyWithStream', { class: 'sync', calls: 1 })],
    };
    // 463 of 474 ms
    const executionBreakdown = partition({ wall: 474e6, api: 463e6, wait: 463e6, idle: 1e6 });
    const verdict = judge(factsOf({}, { executionBreakdown, apiBreakdown }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'device_sync', confidence: 0.75 });
    expect(verdict.overall_assessment).toBe(
      'The GPU runs nothing for 97.9% of the window (464 ms of 474 ms): the host waits 463 ms of it in hipMemcpyWithStream (1 call).',
    );
  });

  it.each([
    // 60 kernels, as many calls; 60 kernels, launched through several functions.
    [60, '60 kernels one by one through hipLaunchKernel, 51.3 µs'],
    [26, '60 kernels one by one (26 calls of hipLaunchKernel), 51.3 µs'],
  ])('names the launch call that has %i calls, and no launches of others', (calls, text) => {
    const apiBreakdown = {
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      api_calls: [apiCall('hipLaunchKernel', { class: 'launch', calls })],
    };
    // 3.08 ms over 60 dispatches: 51.3 us each
    const executionBreakdown = partition({ wall: 3_500_000, api: 280_000, idle: 2_800_000 });
    const extras = { executionBreakdown, apiBreakdown, traceQuality: quality({ dispatches: 60 }) };
    const verdict = judge(factsOf({}, { ...extras, shortKernels: short(60, 90) }));
    expect(verdict.driver).toBe('launch_bound');
    expect(verdict.overall_assessment).toContain(text);
  });

  it('blames launches where most kernels are short and the host does not wait', () => {
    const traceQuality = quality({ dispatches: 60 });
    // 88 % of 3.5 ms over 60 dispatches: 51 us each
    const executionBreakdown = partition({ wall: 3_500_000, api: 280_000, idle: 2_800_000 });
    const facts = factsOf({}, { executionBreakdown, traceQuality, shortKernels: short(60, 90) });
    expect(judge(facts)).toMatchObject({ primary_bottleneck: 'latency', driver: 'launch_bound' });
    expect(judge({ ...facts, shortKernels: short(60, 50) }).driver).toBe('cpu_bound_host');
    // 0.1 ms and more without work per dispatch is no cadence of launches
    expect(judge({ ...facts, shortKernels: short(30, 90) }).driver).toBe('cpu_bound_host');
  });

  it('does not guess who waits where no API calls were recorded', () => {
    expect(judge(factsOf({ idle: 80 }, { apiBreakdown: EMPTY_API_BREAKDOWN }))).toMatchObject({
      primary_bottleneck: 'latency',
      driver: 'gpu_idle',
      confidence: 0.6,
    });
  });

  it('hard input 19: says that kernels were recorded but left out for their times', () => {
    const traceQuality = quality({ dispatches: 0, copies: 1, api_calls: 2, dropped_intervals: 60 });
    expect(judge(buildFacts({ traceQuality })).overall_assessment).toBe(
      'No activity to judge: 0 kernels, 1 copy and 2 API calls were recorded with usable times, and 60 rows without.',
    );
  });

  it('hard input 18: does not say who keeps the GPU waiting where clocks disagree', () => {
    const at = (offsetNs: number | null) =>
      judge(
        factsOf(
          { api: 30, idle: 10 },
          {
            traceQuality: quality({ dispatches: 1000, clock_offset_ns: offsetNs }),
            apiBreakdown: { ...EMPTY_API_BREAKDOWN, has_api_data: true, api_calls: [apiCall('hipMalloc')] },
          },
        ),
      );
    const verdict = at(-5_000_000);
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'gpu_idle', confidence: 0.6 });
    expect(verdict.overall_assessment).toBe(
      'The GPU runs nothing for 40.0% of the window (800 ms of 2.00 s): the clocks of host and GPU disagree by 5.00 ms, so who keeps it waiting is unknown.',
    );
    expect(verdict.key_findings[0]).toContain('time without GPU work 40.0%');
    // 2 * 40 us * 1000 dispatches = 80 ms, a tenth of 800 ms: still judged
    expect(at(-40_000)).toEqual(at(null));
    expect(at(-40_001).driver).toBe('gpu_idle');
  });

  it('blames collectives that nothing covers and names their kernel', () => {
    const hotspots = [hotspot('ncclDevKernel_Generic(args)', 73, { category: 'NCCL' })];
    const verdict = judge(factsOf({ communication: 64 }, { hotspots }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'memory_transfer', driver: 'rccl_exposed', confidence: 0.85 });
    expect(verdict.overall_assessment).toContain('64.0% of the window');
    expect(verdict.overall_assessment).toContain('ncclDevKernel_Generic');
    expect(judge(factsOf({ communication: 31 })).confidence).toBe(0.7);
    expect(judge(factsOf({ communication: 20 })).driver).toBe('gpu_bound');
  });

  it('calls two causes of about the same size mixed', () => {
    // 21 / 28 is 0.75, 20.9 / 28 is not
    const verdict = judge(factsOf({ copy: 28, idle: 21 }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'mixed', driver: 'mixed', confidence: 0.5 });
    expect(verdict.overall_assessment).toMatch(/28\.0%.*21\.0%/);
    // 22 of 35 is below two thirds
    expect(judge(factsOf({ copy: 35, idle: 22 })).driver).toBe('exposed_copy');
  });

  it('calls a short run start-up, unless the host waits for it', () => {
    const executionBreakdown = partition({ wall: 5e8, idle: 4.9e8 });
    expect(judge(factsOf({}, { executionBreakdown }))).toMatchObject({
      primary_bottleneck: 'latency',
      driver: 'runtime_initialization',
    });
  });

  it('names the call that start-up consists of', () => {
    const executionBreakdown = partition({ wall: 5e8, api: 4.8e8 });
    const calls = (exposed: number) => ({
      ...EMPTY_API_BREAKDOWN,
      has_api_data: true,
      api_calls: [apiCall('hipModuleLoad', { class: 'compile', calls: 4, exposed_ns: exposed })],
    });
    const verdict = judge(factsOf({}, { executionBreakdown, apiBreakdown: calls(4.7e8) }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'api_overhead', driver: 'runtime_initialization' });
    expect(verdict.overall_assessment).toContain('the rest is start-up, 470 ms of it in hipModuleLoad (4 calls)');
    // A quarter of 480 ms of empty time is 120 ms.
    const little = judge(factsOf({}, { executionBreakdown, apiBreakdown: calls(1.19e8) }));
    expect(little.overall_assessment).not.toContain('hipModuleLoad');
  });
});

describe('judge, kernels', () => {
  it('JR-7 calls a busy GPU without counters GPU-bound and asks for counters', () => {
    const verdict = judge(factsOf({ copy: 5, api: 5, idle: 10 }));
    expect(verdict).toMatchObject({ primary_bottleneck: 'mixed', driver: 'gpu_bound', confidence: 0.6 });
    expect(verdict.key_findings.join(' ')).toContain('GPU-bound, counters needed');
  });

  it('JR-7 takes the class from counters that show it', () => {
    const facts = (metrics: Readonly<Record<string, number>>) =>
      factsOf(
        { copy: 5, api: 5, idle: 10 },
        {
          hotspots: [hotspot('void ns::k<float>(int)', 75)],
          hardwareCounters: counters({}, { 'void ns::k<float>(int)': metrics }),
        },
      );
    expect(judge(facts({ MfmaUtil: 60 }))).toMatchObject({
      primary_bottleneck: 'compute',
      driver: 'mfma',
      confidence: 0.8,
    });
    const memory = judge(facts({ hbm_bw_utilization: 0.808 }));
    expect(memory).toMatchObject({ primary_bottleneck: 'memory_transfer', driver: 'hbm_bandwidth', confidence: 0.8 });
    expect(memory.overall_assessment).toBe(
      'k (75.0% of kernel time) is bound by HBM bandwidth: HBM at 80.8% of its peak.',
    );
    expect(judge(facts({}))).toMatchObject({ primary_bottleneck: 'mixed', driver: 'gpu_bound', confidence: 0.5 });
  });

  it('needs the class of more than half of the kernel time', () => {
    const at = (share: number) =>
      judge(factsOf({}, { hotspots: [hotspot('k', share)], hardwareCounters: counters({}, { k: { MfmaUtil: 60 } }) }))
        .primary_bottleneck;
    expect([at(50.1), at(50)]).toEqual(['compute', 'mixed']);
  });

  it('ignores a utilisation above the physical peak', () => {
    const facts = factsOf(
      {},
      { hotspots: [hotspot('k', 90)], hardwareCounters: counters({}, { k: { MfmaUtil: 160 } }) },
    );
    expect(judge(facts).driver).toBe('gpu_bound');
  });

  it('says that matrix products run on the vector units', () => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('matmul', 90, { category: 'GEMM' })],
        hardwareCounters: counters({}, { matmul: { VALUBusy: 82, MfmaUtil: 0 } }),
      },
    );
    expect(judge(facts)).toMatchObject({ primary_bottleneck: 'compute', driver: 'no_mfma' });
  });

  it('judges grids too small for the GPU as latency', () => {
    const facts = factsOf(
      {},
      {
        hotspots: [hotspot('solve', 90, { exclusive_ns: 1_100_000_000 })],
        kernelResources: resources(resource('solve', { blocks: 40, fills_gpu: false })),
      },
    );
    const verdict = judge(facts);
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'small_grid' });
    expect(verdict.overall_assessment).toContain('40 workgroups for 304 compute units');
  });

  it('cannot tell from kernels alone', () => {
    const facts = factsOf({ idle: 1 }, { apiBreakdown: EMPTY_API_BREAKDOWN, hotspots: [hotspot('wf', 95)] });
    expect(judge(facts)).toMatchObject({
      primary_bottleneck: 'data_insufficient',
      driver: 'no_counters',
      confidence: 0,
    });
  });

  it('names no cause where none stands out', () => {
    // kernels 70 % are not above 70 %, nothing else is decisive
    expect(judge(factsOf({ copy: 15, idle: 15 }))).toMatchObject({
      primary_bottleneck: 'mixed',
      driver: 'mixed',
      confidence: 0.5,
    });
    expect(judge(factsOf({ copy: 14.9, idle: 15 })).driver).toBe('gpu_bound');
  });
});

describe('judge, data that cannot carry a verdict', () => {
  it('finds no activity in an empty trace', () => {
    const verdict = judge(buildFacts());
    expect(verdict).toMatchObject({
      primary_bottleneck: 'data_insufficient',
      driver: 'no_gpu_activity',
      confidence: 0,
      scores: [],
    });
  });

  it('reports launches without dispatches and judges nothing', () => {
    const traceQuality = quality({ dispatches: 0, api_calls: 90, launch_calls: 40, launches_without_dispatch: 40 });
    const verdict = judge(buildFacts({ traceQuality }));
    expect(verdict.driver).toBe('no_gpu_activity');
    expect(verdict.key_findings).toContain('40 launch calls have no dispatch: the trace is incomplete.');
  });

  it('does not judge copies without kernels', () => {
    const executionBreakdown = partition({ copy: 2e9 });
    const facts = buildFacts({ executionBreakdown, traceQuality: quality({ dispatches: 0, copies: 4 }) });
    expect(judge(facts)).toMatchObject({ primary_bottleneck: 'data_insufficient', driver: 'no_kernels' });
  });

  it('judges no times that are mostly zero', () => {
    const at = (zero: number) =>
      judge(factsOf({ copy: 50 }, { traceQuality: quality({ dispatches: 10, zero_duration_dispatches: zero }) }))
        .driver;
    expect([at(5), at(6)]).toEqual(['exposed_copy', 'zero_durations']);
    const allZero = factsOf(
      {},
      { executionBreakdown: partition({ wall: 0 }), traceQuality: quality({ zero_duration_dispatches: 100 }) },
    );
    expect(judge(allZero).driver).toBe('zero_durations');
  });

  it('scales confidence by what is missing and drops idle time beyond a tenth', () => {
    const at = (missing: number) =>
      judge(factsOf({ idle: 40 }, { traceQuality: quality({ lossy: true, missing_frac: missing }) }));
    // 0.75 * 0.9 = 0.675, to even 0.68 by its binary value
    expect(at(0.1)).toMatchObject({ driver: 'cpu_bound_host', confidence: 0.68 });
    expect(at(0.2).driver).toBe('gpu_bound');
    expect(at(0.2).key_findings.join(' ')).toContain('20.0% of the dispatches are missing');
  });

  it('judges kernels of a counter recording by busy time, not by its pauses', () => {
    const facts = factsOf(
      { idle: 95 },
      {
        apiBreakdown: EMPTY_API_BREAKDOWN,
        hotspots: [hotspot('copy', 100)],
        hardwareCounters: counters({}, { copy: { hbm_bw_utilization: 0.75 } }),
      },
    );
    expect(judge(facts)).toMatchObject({
      driver: 'hbm_bandwidth',
      scores: [{ bottleneck: 'memory_transfer', score: 1 }],
    });
  });
});
