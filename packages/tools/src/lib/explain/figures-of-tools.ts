import type { AnalyzeCollectives } from '../../catalog/rccl-analysis/analyze-collectives.js';
import type { TimeBreakdown } from '../../catalog/trace-analysis/time-breakdown.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { Evidence, Recommendation } from '../../schemas/recommendation.js';
import type { ThermalAnalysis } from '../../schemas/thermal-analysis.js';
import { ofWindow } from './found-figure.js';
import type { FoundFigure } from './found-figure.js';

/** A figure in the answer of `trace_analysis.time_breakdown`. */
export function inBreakdown(metric: string, answer: TimeBreakdown): FoundFigure | null {
  if (!answer.has_data) return null;
  const { total_wall_ns: wallNs, kernel_frac: kernel, memcpy_frac: copy, idle_frac: idle, api_frac: api } = answer;
  return ofWindow(
    metric,
    {
      wall: [wallNs, 'total_wall_ns'],
      compute: [kernel * wallNs, 'kernel_frac x total_wall_ns'],
      copy_exposed: [copy * wallNs, 'memcpy_frac x total_wall_ns'],
      idle_other: [idle * wallNs, 'idle_frac x total_wall_ns'],
      api_exposed: [api * wallNs, 'api_frac x total_wall_ns'],
      gpu_busy: [(kernel + copy) * wallNs, '(kernel_frac + memcpy_frac) x total_wall_ns'],
    },
    wallNs,
  );
}

/** A figure in the answer of `trace_analysis.hotspots`, summed over the kernels of the finding. */
export function inHotspots(
  metric: string,
  answer: readonly Hotspot[],
  { kernels = [], target }: Recommendation,
): FoundFigure | null {
  const names = kernels.length > 0 ? kernels : [target ?? ''];
  const own = answer.filter(({ name }) => names.includes(name));
  const [first] = own;
  if (first === undefined) return null;
  const sum = (pick: (hotspot: Hotspot) => number): FoundFigure => ({
    value: own.reduce((total, hotspot) => total + pick(hotspot), 0),
    formula: own.length === 1 ? `${metric} of the kernel` : `sum of ${metric} over ${own.length} kernels`,
  });
  switch (metric) {
    case 'percent_of_total':
      return sum((hotspot) => hotspot.percent_of_total);
    case 'total_duration':
      return sum((hotspot) => hotspot.total_duration);
    case 'exclusive_ns':
      return sum((hotspot) => hotspot.exclusive_ns);
    case 'calls': {
      const leader = own.find(({ name }) => name === target) ?? first;
      return { value: leader.calls, formula: 'calls of the kernel' };
    }
    default:
      return null;
  }
}

/** A figure in the answer of `gpu_runtime_monitor.analyze_thermal`. */
export function inThermal(metric: string, answer: ThermalAnalysis): FoundFigure | null {
  const at = (value: Evidence['value']): FoundFigure => ({ value, formula: metric });
  switch (metric) {
    case 'throttling_gpus':
      return {
        value: answer.per_gpu.filter(({ verdict }) => verdict === 'throttling').length,
        formula: "entries of per_gpu whose verdict is 'throttling'",
      };
    case 'max_temp_c':
      return at(answer.max_temp_c);
    case 'max_power_w':
      return at(answer.max_power_w);
    case 'throttle_events':
      return at(answer.throttle_events);
    case 'reported_throttle_events':
      return at(answer.reported_throttle_events);
    case 'power_throttle_suspected':
      return at(answer.power_throttle_suspected);
    default:
      return null;
  }
}

/** A figure in the answer of `rccl_analysis.analyze_collectives`. */
export function inCollectives(metric: string, answer: AnalyzeCollectives): FoundFigure | null {
  const { summary } = answer;
  if (metric === 'collectives') return { value: summary.op_count, formula: 'summary.op_count' };
  if (metric === 'overlap_pct') return { value: summary.overlap_pct, formula: 'summary.overlap_pct' };
  return null;
}
