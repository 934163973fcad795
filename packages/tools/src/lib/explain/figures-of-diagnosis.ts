import type { DiagnoseTrace } from '../../catalog/diagnosis/diagnose-trace.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import { IDLE_IN } from '../diagnosis/host-work.js';
import { printable } from '../diagnosis/printable.js';
import { smallestGroup } from '../diagnosis/window-time.js';
import { ofRanks } from './figures-of-ranks.js';
import { ofWindow } from './found-figure.js';
import type { FoundFigure } from './found-figure.js';
import { EXPOSED_OF } from './proof-subject.js';

type Answer = DiagnoseTrace;

/** A figure in the answer of `diagnosis.diagnose_trace`. */
export function inDiagnosis(metric: string, answer: Answer, finding: Recommendation): FoundFigure | null {
  return (
    inWindow(metric, answer, finding) ??
    inRanges(metric, answer) ??
    inCalls(metric, answer, finding) ??
    inCopies(metric, answer, finding) ??
    inShortKernels(metric, answer) ??
    inKernel(metric, answer, finding) ??
    inRest(metric, answer, finding)
  );
}

function inWindow(metric: string, answer: Answer, { kernels = [] }: Recommendation): FoundFigure | null {
  const time = answer.execution_breakdown;
  if (time === null) return null;
  const { api_exposed_ns: apiNs, api_exposed_wait_ns: waitNs, idle_other_ns: idleNs, wall_ns: wallNs } = time;
  const devices = smallestGroup(time);
  const aloneNs = answer.hotspots.reduce(
    (sum, { name, exclusive_ns: ns }) => sum + (kernels.includes(name) ? ns : 0),
    0,
  );
  return ofWindow(
    metric,
    {
      copy_exposed: [time.copy_exposed_ns, 'execution_breakdown.copy_exposed_ns'],
      communication_exposed: [time.communication_exposed_ns, 'execution_breakdown.communication_exposed_ns'],
      api_exposed_wait: [waitNs, 'execution_breakdown.api_exposed_wait_ns'],
      api_exposed_without_wait: [apiNs - waitNs, 'api_exposed_ns - api_exposed_wait_ns'],
      idle_other: [idleNs, 'execution_breakdown.idle_other_ns'],
      gpu_empty: [apiNs + idleNs, 'api_exposed_ns + idle_other_ns'],
      gap_after_short: [
        Math.floor(Math.min(answer.short_kernels.gap_after_short_ns / devices, apiNs + idleNs)),
        'short_kernels.gap_after_short_ns / devices',
      ],
      small_grid_exclusive: [
        Math.floor(Math.min(aloneNs / devices, time.compute_ns)),
        'sum of exclusive_ns of the kernels / devices',
      ],
    },
    wallNs,
  );
}

/** Idle time under no API call while a range of the program is the innermost, over all causes. */
function inRanges(metric: string, { idle_causes: idle }: Answer): FoundFigure | null {
  if (!metric.startsWith(IDLE_IN)) return null;
  const name = metric.slice(IDLE_IN.length);
  const own = (idle?.causes ?? []).flatMap(({ top_ranges: ranges }) =>
    ranges.filter((range) => printable(range.name) === name),
  );
  if (own.length === 0) return null;
  return {
    value: own.reduce((sum, { total_ns: ns }) => sum + ns, 0),
    formula: `sum of idle_causes.causes[].top_ranges[].total_ns of ${name}`,
  };
}

function inCalls(metric: string, { api_breakdown: api }: Answer, { evidence }: Recommendation): FoundFigure | null {
  if (metric === 'launch_overhead_ns')
    return { value: api.launch_overhead_ns, formula: 'api_breakdown.launch_overhead_ns' };
  const named = evidence.find((entry) => entry.metric === 'call')?.value;
  const name = metric.startsWith(EXPOSED_OF) ? metric.slice(EXPOSED_OF.length) : named;
  const call = api.api_calls.find((candidate) => candidate.name === name);
  if (call === undefined) return null;
  if (metric === 'call') return { value: call.name, formula: 'api_breakdown.api_calls[].name' };
  if (metric === 'calls') return { value: call.calls, formula: `api_breakdown.api_calls, calls of ${call.name}` };
  return metric.startsWith('exposed_ns')
    ? { value: call.exposed_ns, formula: `api_breakdown.api_calls, exposed_ns of ${call.name}` }
    : null;
}

function inCopies(metric: string, { memory_analysis: copies }: Answer, { target }: Recommendation): FoundFigure | null {
  // Keys are directions; another target finds nothing.
  const own = Object.entries(copies).find(([direction]) => direction === target)?.[1];
  if (own === undefined) return null;
  const at = (field: string, value: number | null): FoundFigure => ({
    value,
    formula: `memory_analysis.${target ?? ''}.${field}`,
  });
  switch (metric) {
    case 'direction':
      return { value: target, formula: 'key of memory_analysis' };
    case 'copies':
      return at('count', own.count);
    case 'total_bytes':
      return at('total_bytes', own.total_bytes);
    case 'total_duration_ns':
      return at('total_duration_ns', own.total_duration_ns);
    case 'sized_duration_ns':
      return at('sized_duration_ns', own.sized_duration_ns);
    case 'bandwidth_gbps':
      return at('bandwidth_gbps', own.bandwidth_gbps);
    case 'peak_gbps':
      return at('peak_gbps', own.peak_gbps);
    case 'efficiency_pct':
      return at('efficiency_pct', own.efficiency_pct);
    case 'avg_bytes':
      return at('avg_bytes', own.avg_bytes);
    default:
      return null;
  }
}

function inShortKernels(metric: string, { short_kernels: short }: Answer): FoundFigure | null {
  switch (metric) {
    case 'launches':
      return { value: short.total_kernels, formula: 'short_kernels.total_kernels' };
    case 'short_kernel_count':
    case 'short_kernel_pct':
    case 'short_kernel_time_ns':
    case 'threshold_us':
      return { value: short[metric], formula: `short_kernels.${metric}` };
    default:
      return null;
  }
}

/** Metric of the evidence -> figure of a kernel's diagnosis. */
const KERNEL_FIGURES = {
  hbm_utilization_pct: 'bandwidth_utilization',
  mfma_utilization_pct: 'matrix_busy',
  valu_busy_pct: 'vector_busy',
  lds_conflicts_per_access: 'lds_conflicts',
  occupancy_measured_pct: 'occupancy_measured',
} as const;

function inKernel(metric: string, answer: Answer, { target }: Recommendation): FoundFigure | null {
  const diagnosis = answer.hotspots.find(({ name }) => name === target)?.diagnosis;
  const resource = answer.kernel_resources.kernels.find(({ name }) => name === target);
  const counters = answer.hardware_counters.metrics?.per_kernel[target ?? ''] ?? {};
  const name = Object.keys(KERNEL_FIGURES).find((known) => known === metric);
  if (diagnosis !== undefined && name !== undefined) {
    // One of its keys, as found.
    const figure = KERNEL_FIGURES[name as keyof typeof KERNEL_FIGURES];
    const { value } = diagnosis[figure];
    return { value: value === null || value <= 100 ? value : null, formula: `hotspots[].diagnosis.${figure}.value` };
  }
  switch (metric) {
    case 'limiter':
      return { value: diagnosis?.limiter ?? null, formula: 'hotspots[].diagnosis.limiter' };
    case 'l1_miss_frac':
      return {
        value: counters['L1MissRate']?.value ?? null,
        formula: 'hardware_counters.metrics.per_kernel, L1MissRate',
      };
    case 'waves_per_simd':
    case 'max_waves_per_simd':
    case 'limiting_resource':
      return {
        value: resource?.occupancy?.[metric] ?? null,
        formula: `kernel_resources.kernels[].occupancy.${metric}`,
      };
    case 'workgroups':
      return { value: resource?.blocks ?? null, formula: 'kernel_resources.kernels[].blocks' };
    case 'compute_units':
      return {
        value: answer.kernel_resources.arch_specs?.cu_count ?? null,
        formula: 'kernel_resources.arch_specs.cu_count',
      };
    default:
      return null;
  }
}

function inRest(metric: string, answer: Answer, { target }: Recommendation): FoundFigure | null {
  const outlier = answer.warmup.outliers
    .filter(({ kernel_name: name }) => name === target)
    .sort((left, right) => right.excess_ns - left.excess_ns)[0];
  switch (metric) {
    case 'first_duration_ns':
    case 'median_ns':
    case 'ratio':
    case 'excess_ns':
      return outlier === undefined ? null : { value: outlier[metric], formula: `warmup.outliers[].${metric}` };
    case 'dispatches':
    case 'clock_offset_ns':
      return { value: answer.trace_quality[metric], formula: `trace_quality.${metric}` };
    case 'has_counters':
      return { value: answer.hardware_counters.has_counters, formula: 'hardware_counters.has_counters' };
    case 'least_busy_ns':
    case 'most_busy_ns': {
      const busy = (answer.execution_breakdown?.devices ?? []).map(({ gpu_busy_ns: ns }) => ns);
      if (busy.length === 0) return null;
      const value = metric === 'least_busy_ns' ? Math.min(...busy) : Math.max(...busy);
      return { value, formula: 'execution_breakdown.devices[].gpu_busy_ns' };
    }
    case 'gpu_utilization_pct':
      return {
        value: answer.hardware_counters.metrics?.gpu_utilization_pct ?? null,
        formula: 'hardware_counters.metrics.gpu_utilization_pct',
      };
    default:
      return ofRanks(metric, answer);
  }
}
