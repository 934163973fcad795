import type { DiagnoseOptions } from '../../../src/lib/diagnosis/rule-input.js';
import { EMPTY_API_BREAKDOWN, EMPTY_SHORT_KERNELS } from '../../../src/lib/facts/empty-sections.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import {
  MI300X_DEVICE,
  apiCall,
  buildFacts,
  copies,
  counters,
  factsOf,
  hotspot,
  resource,
  resources,
} from '../../__fixtures__/facts.js';

/** Traces that together make every rule speak, with the options they need. */
export function richFacts(): { readonly facts: TraceFacts; readonly options: DiagnoseOptions }[] {
  const apiBreakdown = {
    ...EMPTY_API_BREAKDOWN,
    has_api_data: true,
    total_api_ns: 10_000_000,
    by_class: [{ class: 'launch' as const, calls: 2000, self_ns: 4_000_000, exposed_ns: 3_000_000 }],
    api_calls: [apiCall('hipLaunchKernel', { calls: 2000 }), apiCall('hipDeviceSynchronize', { class: 'sync' })],
  };
  const allocations = {
    ...EMPTY_API_BREAKDOWN,
    has_api_data: true,
    total_api_ns: 600_000_000,
    by_class: [{ class: 'alloc' as const, calls: 50, self_ns: 600_000_000, exposed_ns: 600_000_000 }],
    api_calls: [apiCall('hipMalloc', { class: 'alloc', calls: 50, exposed_ns: 600_000_000 })],
  };
  const shortKernels = (total: number) => ({
    ...EMPTY_SHORT_KERNELS,
    total_kernels: total,
    short_kernel_count: total,
    short_kernel_pct: 100,
    gap_after_short_ns: 400_000_000,
    top_offenders: [{ name: 'void ns::tiny<int>(int)', count: total, avg_us: 2, total_ns: 2000 * total }],
  });
  const slow = copies({ bandwidth_gbps: 5, efficiency_pct: 7.9 });
  const hot = (metrics: Readonly<Record<string, number>>, category = 'Other'): Partial<TraceFacts> => ({
    hotspots: [
      hotspot('void ns::hot<float>(int)', 90, {
        category,
        source_locations: [{ file: 'hot.hip', line: 3, kind: 'definition' }],
      }),
    ],
    hardwareCounters: counters({ utilizationPct: 95 }, { 'void ns::hot<float>(int)': metrics }),
    devices: [MI300X_DEVICE],
    kernelResources: resources(resource('void ns::hot<float>(int)', { blocks: 40, fills_gpu: false })),
  });
  const instruction = {
    pc_offset: '0x10',
    hitcount: 8192,
    total_latency_cycles: 200,
    stall_cycles: 160,
    stall_ratio: 0.8,
    source_line: '',
  };
  const att = (hitcount: number) => ({
    has_att_data: true,
    kernels: [
      {
        name: 'void ns::hot<float>(int)',
        stall_category: 'att_barrier',
        top_stalling_instructions: [{ ...instruction, hitcount }],
      },
    ],
  });
  const outlier = {
    kernel_name: 'void ns::hot<float>(int)',
    device: 'GPU 0',
    workgroup: null,
    grid: null,
    calls: 5,
    first_duration_ns: 30_000_000,
    median_ns: 1_000_000,
    ratio: 30,
    warmup_calls: 1,
    excess_ns: 29_000_000,
  };
  const warmup = { has_warmup_issues: true, outliers: [outlier], total_excess_ns: 29_000_000 };
  const nccl = hotspot('ncclDevKernel_Generic(x)', 60, { category: 'NCCL' });
  return [
    { facts: buildFacts(), options: {} },
    { facts: factsOf({ copy: 35 }, { memoryAnalysis: { 'Host-to-Device': slow }, warmup }), options: {} },
    { facts: factsOf({ copy: 35 }, { memoryAnalysis: { 'Device-to-Device': copies() } }), options: {} },
    { facts: factsOf({ communication: 50 }, { hotspots: [nccl] }), options: { att: att(8192) } },
    { facts: factsOf({ api: 30, wait: 25 }, { apiBreakdown }), options: { att: att(5) } },
    { facts: factsOf({ api: 30, idle: 10 }, { apiBreakdown, shortKernels: shortKernels(2000) }), options: {} },
    { facts: factsOf({ idle: 40 }, { apiBreakdown, shortKernels: shortKernels(60) }), options: {} },
    { facts: factsOf({ idle: 40 }, { apiBreakdown: EMPTY_API_BREAKDOWN }), options: {} },
    {
      facts: factsOf(
        { idle: 98 },
        { executionBreakdown: { ...factsOf({ idle: 98 }).executionBreakdown!, wall_ns: 9e8 } },
      ),
      options: {},
    },
    { facts: factsOf({}, hot({})), options: { advanced: true } },
    { facts: factsOf({}, hot({ VALUBusy: 82, MfmaUtil: 0 }, 'GEMM')), options: { advanced: true } },
    { facts: factsOf({}, hot({ OccupancyPercent: 10 })), options: {} },
    { facts: factsOf({}, hot({ LdsBankConflictPerAccess: 31 })), options: {} },
    { facts: factsOf({}, hot({ hbm_bw_utilization: 0.45, VALUBusy: 42 })), options: {} },
    { facts: factsOf({}, { hardwareCounters: counters({ utilizationPct: 40 }) }), options: {} },
    { facts: factsOf({ api: 30 }, { apiBreakdown: allocations }), options: {} },
    {
      facts: factsOf({ idle: 30 }, { apiBreakdown: EMPTY_API_BREAKDOWN, shortKernels: shortKernels(60) }),
      options: {},
    },
    { facts: factsOf({ copy: 10 }, { memoryAnalysis: { 'Host-to-Device': slow } }), options: {} },
    {
      // A third of kernel time: too little for the rules about what bounds half of it.
      facts: factsOf(
        { copy: 1 },
        {
          ...hot({ hbm_bw_utilization: 0.2, L1MissRate: 0.95 }),
          hotspots: [hotspot('void ns::hot<float>(int)', 30)],
          kernelResources: resources(resource('void ns::hot<float>(int)')),
          memoryAnalysis: { 'Host-to-Device': copies() },
        },
      ),
      options: {},
    },
  ];
}
