import type { Report } from '../pipeline/report-schema.js';
import type { AgentCall } from '../runtime/agent-call.js';
import { announced } from '../runtime/progress.js';
import { analyzeForAgents } from './analyze-for-agents.js';
import type { AnalysisInput, AnalysisOutput } from './analysis-schema.js';
import { hotKernelsOf } from './hot-kernels.js';

/** Findings, and the report that they are part of. */
export interface AnalysisRun {
  readonly findings: AnalysisOutput;
  readonly report: Report;
}

/**
 * The Analysis agent: verdict, partition and hot kernels of a trace. No model is asked: its words would not be shown. The
 * class, its confidence and all figures are those of the one diagnosis.
 */
export function runAnalysis(input: AnalysisInput, call: AgentCall): Promise<AnalysisRun> {
  return announced(call.progress, 'analysis', async () => {
    const { database_path: path, top_kernels: topKernels, min_duration_ns: minDurationNs, att_dir: attDir } = input;
    const report = await analyzeForAgents(
      {
        database_path: path,
        analysis_options: {
          top_kernels: topKernels,
          min_duration_ns: minDurationNs,
          ...(attDir === undefined || attDir === null ? {} : { att_dir: attDir }),
        },
      },
      call,
      'analysis',
    );
    return { findings: findingsOf(report), report };
  });
}

/** What a report tells the agents that come after. */
export function findingsOf(report: Report): AnalysisOutput {
  return {
    primary_bottleneck: report.summary.primary_bottleneck,
    confidence: report.summary.confidence,
    time_breakdown: timeBreakdownOf(report),
    hot_kernels: hotKernelsOf(report),
    counter_data_available: report.hardware_counters.has_counters,
  };
}

/** Parts of the window in percent; they add up to 100. Empty without a window. */
function timeBreakdownOf({ execution_breakdown: breakdown }: Report): Record<string, number> {
  if (breakdown === null || breakdown.wall_ns === 0) return {};
  const percentOf = (ns: number) => (100 * ns) / breakdown.wall_ns;
  return {
    kernel_pct: percentOf(breakdown.compute_ns),
    memcpy_pct: percentOf(breakdown.copy_exposed_ns),
    api_pct: percentOf(breakdown.api_exposed_ns),
    idle_pct: percentOf(breakdown.idle_other_ns),
  };
}
