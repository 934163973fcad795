import type { ApiBreakdown } from '../../schemas/api-breakdown.js';
import type { HardwareCounters } from '../../schemas/hardware-counters.js';
import type { KernelResources } from '../../schemas/kernel-resources.js';
import type { ShortKernels } from '../../schemas/short-kernels.js';
import type { TraceQuality } from '../../schemas/trace-quality.js';
import type { Warmup } from '../../schemas/warmup.js';

/** What stands for sections that could not be computed. */
export const EMPTY_API_BREAKDOWN: ApiBreakdown = {
  has_api_data: false,
  total_api_ns: 0,
  launch_overhead_ns: 0,
  by_class: [],
  api_calls: [],
  api_call_count: 0,
};

export const EMPTY_KERNEL_RESOURCES: KernelResources = { arch: null, arch_specs: null, kernels: [] };

export const EMPTY_HARDWARE_COUNTERS: HardwareCounters = { has_counters: false, metrics: null, counters: null };

export const EMPTY_WARMUP: Warmup = { has_warmup_issues: false, outliers: [], total_excess_ns: 0 };

export const EMPTY_SHORT_KERNELS: ShortKernels = {
  threshold_us: 10,
  total_kernels: 0,
  short_kernel_count: 0,
  short_kernel_pct: 0,
  short_kernel_time_ns: 0,
  short_kernel_time_pct: 0,
  gap_after_short_ns: 0,
  histogram: [],
  top_offenders: [],
};

export const EMPTY_TRACE_QUALITY: TraceQuality = {
  processes: 0,
  dispatches: 0,
  copies: 0,
  api_calls: 0,
  markers: 0,
  unclosed_markers: 0,
  other_regions: 0,
  total_kernel_ns: 0,
  dropped_intervals: 0,
  null_times: 0,
  negative_durations: 0,
  zero_duration_dispatches: 0,
  unnamed_kernels: 0,
  dispatches_without_grid: 0,
  unknown_size_copies: 0,
  host_copies: 0,
  zero_length_api_calls: 0,
  bad_extdata: 0,
  launch_calls: null,
  launches_without_dispatch: null,
  dispatches_without_launch: null,
  lossy: false,
  missing_frac: null,
  clock_offset_ns: null,
  duplicate_files: 0,
};
