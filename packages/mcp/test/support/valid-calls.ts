import fs from 'node:fs';
import path from 'node:path';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { KernelSpec, TraceSpec } from '@perfxpert/rocpd/testing';

/** A tool by its key, and input that it accepts. */
export type ValidCall = readonly [key: string, input: Record<string, unknown>];

const kernel = (name: string, startNs: number, lengthNs: number): KernelSpec => ({
  name,
  startNs,
  endNs: startNs + lengthNs,
  workgroup: [256, 1, 1],
  grid: [65_536, 1, 1],
});

/** Two hundred kernels of two names, an upload in front; `slower` is the time added to each of the second name. */
function program(slower: number): TraceSpec {
  const step = 10_000;
  return {
    kernels: Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? kernel('gemm_nt', 20_000 + index * step, 5000)
        : kernel('reduce_sum', 20_000 + index * step, 2000 + slower),
    ),
    copies: [{ startNs: 0, endNs: 15_000, bytes: 1 << 20 }],
    regions: [{ name: 'hipLaunchKernel', startNs: 0, endNs: 1000, category: 'HIP_RUNTIME_API' }],
  };
}

export interface ExampleFiles {
  readonly before: string;
  readonly after: string;
  readonly monitor: string;
}

/** Writes the traces and the monitor log that the calls are about. */
export function writeExamples(folder: string): ExampleFiles {
  const files = {
    before: path.join(folder, 'before.db'),
    after: path.join(folder, 'after.db'),
    monitor: path.join(folder, 'monitor.json'),
  };
  buildTrace(program(0), { path: files.before });
  buildTrace(program(4000), { path: files.after });
  const card = { 'Temperature (Sensor junction) (C)': '71.0', 'Average Graphics Package Power (W)': '310.0' };
  fs.writeFileSync(files.monitor, JSON.stringify({ card0: card }));
  return files;
}

/** A valid call of every tool that only reads, in the order of the list. */
export function validCalls({ before, after, monitor }: ExampleFiles): readonly ValidCall[] {
  const trace = { database_path: before };
  const db = { db_path: before };
  return [
    ['analyze_trace', trace],
    ['list_kernels', { ...trace, name_contains: 'g', sort_by: 'calls' }],
    ['explain_kernel', { ...trace, kernel_name: 'gemm_nt' }],
    ['compare_traces', { baseline_db: before, new_db: after }],
    ['suggest_next_profile', trace],
    ['query_trace', { ...trace, sql: 'SELECT name, count(*) FROM kernels GROUP BY name ORDER BY name' }],
    ['trace_analysis.time_breakdown', trace],
    ['trace_analysis.hotspots', trace],
    ['diagnosis.diagnose_trace', trace],
    ['trace_diff.diff_runs', { baseline_db: before, new_db: after }],
    ['regression.identify_hot_kernels', db],
    ['regression.extract_kernel_runtimes_from_db', db],
    ['regression.compare_runs', { db_before: before, db_after: after }],
    ['bottleneck.classify_from_metrics', { metrics: { valu_util_frac: 0.85 } }],
    ['bottleneck.lookup_signatures', { bottleneck_type: 'latency' }],
    ['bottleneck.prioritize_by_amdahl', { execution_time_frac: 0.45 }],
    ['topdown.classify_overhead', { memcpy_frac: 0.5, api_frac: 0.1, idle_frac: 0.2 }],
    ['tracelens.compute_interval_timeline', db],
    ['tracelens.analyze_kernels_by_category', db],
    ['tracelens.analyze_short_kernels', db],
    ['tracelens.categorize_kernel_name', { name: 'gemm_nt' }],
    ['tracelens.classify_overhead', { idle_frac: 0.3, wasted_frac: 0.1 }],
    ['tracelens.lookup_metrics', {}],
    ['dependency_graph.reconstruct_dag', db],
    ['kernel_fusion.find_fusion_candidates', { ...db, max_gap_ns: 10_000 }],
    ['roofline.classify', { flops: 1e12, bytes: 1e11, gfx_id: 'gfx942' }],
    ['roofline.plot_points', db],
    ['sol.sanity_check', { achieved_flops_per_sec: 5e13, kernel_type: 'fp64', gfx_id: 'gfx942' }],
    ['sol.classify_utilization', { frac: 0.8 }],
    ['arch.lookup_peaks', { gfx_id: 'gfx942' }],
    ['arch.lookup_ridge_point', { gfx_id: 'gfx942' }],
    ['arch.occupancy_specs_table', {}],
    ['interconnect.lookup_peaks', { gfx_id: 'gfx942' }],
    ['rccl_analysis.analyze_collectives', db],
    ['unified_memory.analyze_paging', db],
    ['gpu_runtime_monitor.parse_amd_smi_json', { path: monitor }],
    ['gpu_runtime_monitor.parse_rocm_smi_json', { path: monitor }],
    ['gpu_runtime_monitor.analyze_thermal', { metrics: { samples: [{ gpu_id: 0, temp_c: 71, power_w: 310 }] } }],
    ['gpu_discovery.discover_runtime_gpu_specs', {}],
    ['occupancy.lookup_waves_per_eu', { vgpr_count: 96, gfx_id: 'gfx942' }],
    ['occupancy.suggest_vgpr_reduction', { current_vgpr: 140, occupancy_frac: 0.4, kernel_time_frac: 0.3 }],
    ['counters.lookup_info', { name: 'SQ_WAVES' }],
    ['counters.validate_for_gpu', { counter_list: ['SQ_WAVES', 'FETCH_SIZE'], gpu_arch: 'gfx942' }],
    ['metrics.compute_gpu_utilization', { grbm_gui_active: 50, grbm_count: 100 }],
    ['metrics.compute_l1_miss_rate', { tcp_tcc_read_req: 10, tcp_total_read: 100 }],
    ['metrics.compute_l2_hit_rate', { tcc_hit: 80, tcc_miss: 20 }],
    ['metrics.compute_hbm_bandwidth', { fetch_kib: 1000, write_kib: 500, duration_ns: 1e6 }],
    ['metrics.compute_latency', { accum_prev_hires: 1000, insts_vmem: 10, insts_lds: 5, busy_cycles: 2000 }],
    ['memory.classify_cache_performance', { l1_hit_rate: 0.5, l2_hit_rate: 0.7 }],
    ['att.classify_stall_reason', { stall_code: 'INTERLOCK_VMEM' }],
    ['att.classify_stall_ratio', { stall_ratio: 0.6 }],
    ['compute_techniques.catalog', { gfx_id: 'gfx942' }],
    ['memory_techniques.catalog', { gfx_id: 'gfx942' }],
    ['latency_techniques.catalog', { gfx_id: 'gfx942' }],
    ['compiler.lookup_flags', {}],
    ['compiler.explain_flag', { flag_name: '-O3' }],
    ['pragma.lookup_pragmas', {}],
    ['pragma.explain_pragma', { pragma_name: 'clang_loop_unroll_full' }],
    ['pragma.suggest_pragmas_for_kernel', { kernel_name: 'gemm_nt', signals: { hotspot_pct: 40 } }],
    ['predict_impact.list_supported_changes', {}],
    [
      'predict_impact.predict_change_impact',
      { baseline_db: before, kernel_name: 'gemm_nt', change_type: 'vgpr_reduction' },
    ],
    ['profiling.fill_gap', { current_fingerprint: ['sys-trace'], goal: 'counters' }],
    ['workflow.next_step', { tier: 1, goal: 'measure' }],
    ['trace_fingerprint.fingerprint', { cmd: 'rocprofv3 --pmc SQ_WAVES -- ./app' }],
    ['plateau.check', { history: [{ total_runtime_ns: 100 }, { total_runtime_ns: 99 }] }],
    ['intent.classify', { user_query: 'why is my kernel slow' }],
  ];
}
