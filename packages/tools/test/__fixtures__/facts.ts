import type { ApiCall } from '../../src/schemas/api-breakdown.js';
import type { ExecutionBreakdown } from '../../src/schemas/execution-breakdown.js';
import type { DerivedMetric, HardwareCounters } from '../../src/schemas/hardware-counters.js';
import type { Hotspot } from '../../src/schemas/hotspot.js';
import type { KernelResource, KernelResources, Occupancy } from '../../src/schemas/kernel-resources.js';
import type { CopyStatistics } from '../../src/schemas/memory-analysis.js';
import type { TraceQuality } from '../../src/schemas/trace-quality.js';
import type { TraceFacts } from '../../src/lib/facts/trace-facts.js';
import {
  EMPTY_API_BREAKDOWN,
  EMPTY_HARDWARE_COUNTERS,
  EMPTY_KERNEL_RESOURCES,
  EMPTY_SHORT_KERNELS,
  EMPTY_TRACE_QUALITY,
  EMPTY_WARMUP,
} from '../../src/lib/facts/empty-sections.js';

/** Facts of a trace without any rows, with the sections given in their place. */
export function buildFacts(overrides: Partial<TraceFacts> = {}): TraceFacts {
  return {
    trace: { files: [], duplicateFiles: [] },
    processes: [],
    devices: [],
    executionBreakdown: null,
    hotspots: [],
    listedHotspots: [],
    kernelNameCount: overrides.hotspots?.length ?? 0,
    kernelNames: (overrides.hotspots ?? []).map(({ name }) => name),
    memoryAnalysis: {},
    copyStreamCount: null,
    apiBreakdown: EMPTY_API_BREAKDOWN,
    kernelResources: EMPTY_KERNEL_RESOURCES,
    hardwareCounters: EMPTY_HARDWARE_COUNTERS,
    roofline: null,
    kernelCategories: [],
    shortKernels: EMPTY_SHORT_KERNELS,
    warmup: EMPTY_WARMUP,
    communication: null,
    idleCauses: null,
    steps: null,
    ranks: null,
    traceQuality: EMPTY_TRACE_QUALITY,
    diagnostics: [],
    ...overrides,
  };
}

/** Parts of a window in nanoseconds; what is left out is 0, `compute` is the rest of the wall. */
export interface PartitionParts {
  readonly wall?: number;
  readonly communication?: number;
  readonly copy?: number;
  readonly copyHidden?: number;
  readonly api?: number;
  readonly wait?: number;
  readonly idle?: number;
  readonly kernelTime?: number;
  readonly devices?: number;
}

/** A partition that adds up. Wall defaults to 2e9 ns, so that one percent is 2e7 ns and the run is no short one. */
export function partition(parts: PartitionParts = {}): ExecutionBreakdown {
  const { wall = 2e9, communication = 0, copy = 0, copyHidden = 0, api = 0, wait = 0, idle = 0 } = parts;
  const compute = wall - copy - api - idle;
  const pct = (ns: number) => (wall === 0 ? 0 : (100 * ns) / wall);
  const entries = {
    wall_ns: wall,
    compute_ns: compute,
    copy_exposed_ns: copy,
    copy_hidden_ns: copyHidden,
    communication_exposed_ns: communication,
    api_exposed_ns: api,
    api_exposed_wait_ns: wait,
    idle_other_ns: idle,
    gpu_busy_ns: compute + copy,
    compute_pct: pct(compute),
    copy_exposed_pct: pct(copy),
    copy_hidden_pct: pct(copyHidden),
    communication_exposed_pct: pct(communication),
    api_exposed_pct: pct(api),
    api_exposed_wait_pct: pct(wait),
    idle_other_pct: pct(idle),
    gpu_busy_pct: pct(compute + copy),
    concurrency: compute === 0 ? null : 1,
    kernel_time_ns: parts.kernelTime ?? compute,
  };
  const device = (index: number) => ({
    ...entries,
    guid: 'g',
    agent_id: index,
    label: `GPU ${index}`,
    gfx_id: 'gfx942',
    group: 0,
  });
  return {
    ...entries,
    group_count: 1,
    devices: Array.from({ length: parts.devices ?? 1 }, (_, index) => device(index)),
  };
}

/** The same by percents of a window of 2e9 ns. */
export function partitionPct(parts: Omit<PartitionParts, 'wall' | 'devices' | 'kernelTime'>): ExecutionBreakdown {
  const scaled = Object.entries(parts).map(([key, percent]) => [key, Math.round(Number(percent) * 2e7)]);
  return partition(Object.fromEntries(scaled));
}

/** Facts with dispatches, a partition by percents and, unless given, API data. */
export function factsOf(
  parts: Omit<PartitionParts, 'wall' | 'devices' | 'kernelTime'>,
  overrides: Partial<TraceFacts> = {},
): TraceFacts {
  return buildFacts({
    executionBreakdown: partitionPct(parts),
    traceQuality: quality(),
    apiBreakdown: { ...EMPTY_API_BREAKDOWN, has_api_data: true },
    ...overrides,
  });
}

export function quality(overrides: Partial<TraceQuality> = {}): TraceQuality {
  return { ...EMPTY_TRACE_QUALITY, processes: 1, dispatches: 100, ...overrides };
}

/** A kernel that ran 10 times, alone. */
export function hotspot(name: string, percentOfTotal: number, overrides: Partial<Hotspot> = {}): Hotspot {
  const total = overrides.total_duration ?? Math.round(percentOfTotal * 1e7);
  return {
    rank: 1,
    name,
    category: 'Other',
    calls: 10,
    total_duration: total,
    avg_duration: total / 10,
    min_duration: total / 10,
    max_duration: total / 10,
    percent_of_total: percentOfTotal,
    median_duration: total / 10,
    p95_duration: total / 10,
    stddev_duration: 0,
    cv: 0,
    first_duration: total / 10,
    exclusive_ns: total,
    pct_of_busy: percentOfTotal,
    severity: 'HIGH',
    severity_label: 'CRITICAL',
    variants: [],
    variant_count: 1,
    agents: ['GPU 0'],
    ...overrides,
  };
}

/** Copies of one direction: 10 of 1 MiB at 50 GB/s on a link of 63. */
export function copies(overrides: Partial<CopyStatistics> = {}): CopyStatistics {
  return {
    count: 10,
    unknown_size_count: 0,
    zero_duration_count: 0,
    total_bytes: 10 * 1_048_576,
    total_duration_ns: 400_000_000,
    sized_duration_ns: 400_000_000,
    avg_bytes: 1_048_576,
    median_bytes: 1_048_576,
    avg_duration_ns: 40_000_000,
    bandwidth_gbps: 50,
    aggregate_gbps: 50,
    median_gbps: 50,
    p95_gbps: 50,
    size_histogram: [],
    small_copy_frac: 0,
    peak_gbps: 63,
    peak_source: 'PCIe Gen5 x16',
    efficiency_pct: 79.4,
    ...overrides,
  };
}

export function apiCall(name: string, overrides: Partial<ApiCall> = {}): ApiCall {
  return {
    name,
    family: 'hip',
    class: 'launch',
    calls: 100,
    total_ns: 1_000_000,
    self_ns: 1_000_000,
    exposed_ns: 500_000,
    avg_ns: 10_000,
    ...overrides,
  };
}

/** Counters of the whole trace and, by kernel name, derived metrics in their usual units. */
export function counters(
  metrics: { readonly utilizationPct?: number; readonly avgWaves?: number } = {},
  perKernel: Readonly<Record<string, Readonly<Record<string, number>>>> = {},
): HardwareCounters {
  const derivedOf = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, derived(value)]));
  return {
    has_counters: true,
    metrics: {
      gpu_utilization_pct: metrics.utilizationPct ?? null,
      avg_waves: metrics.avgWaves ?? null,
      max_waves: metrics.avgWaves ?? null,
      min_waves: metrics.avgWaves ?? null,
      waves_launched: null,
      derived: {},
      per_kernel: Object.fromEntries(Object.entries(perKernel).map(([name, values]) => [name, derivedOf(values)])),
    },
    counters: {},
  };
}

export function derived(value: number | null): DerivedMetric {
  return { value, unit: 'percent', reason: null, dispatch_count: 1, mixed_passes: false };
}

/** A GPU with 304 compute units, as an MI300X agent. */
export function resources(...kernels: readonly KernelResource[]): KernelResources {
  return {
    arch: 'gfx942',
    arch_specs: {
      max_waves_per_simd: 8,
      vgprs_per_simd: 512,
      lds_per_cu_bytes: 65_536,
      wavefront_size: 64,
      simds_per_cu: 4,
      cu_count: 304,
    },
    kernels: [...kernels],
  };
}

export function resource(
  name: string,
  overrides: Partial<KernelResource> = {},
  occupancy: Partial<Occupancy> = {},
): KernelResource {
  return {
    name,
    vgpr: 32,
    accum_vgpr: 0,
    sgpr: 32,
    lds_bytes: 0,
    scratch_bytes: 0,
    block: '256x1x1',
    grid: '256000x1x1',
    blocks: 1000,
    total_waves: 4000,
    waves_per_cu: 13.2,
    fills_gpu: true,
    variant_count: 1,
    occupancy: {
      waves_per_simd: 8,
      max_waves_per_simd: 8,
      percent: 100,
      limiting_resource: 'none',
      vgpr_limited: 8,
      lds_limited: 8,
      block_limited: 8,
      ...occupancy,
    },
    occupancy_reason: null,
    ...overrides,
  };
}

/** The MI300X that the other fixtures run on. */
export const MI300X_DEVICE: TraceFacts['devices'][number] = {
  processIndex: 0,
  agentId: 0,
  label: 'GPU 0',
  agent: {
    id: 0,
    type: 'GPU',
    gfxId: 'gfx942',
    productName: 'AMD Instinct MI300X',
    absoluteIndex: 0,
    logicalIndex: 0,
    typeIndex: 0,
    hardware: { cu_count: 304 },
  },
};
