import { analyzeTrace } from '../pipeline/analyze-trace.js';
import type { AnalyzeInput, AnalyzeOptions } from '../pipeline/analyze-input.js';
import type { Report } from '../pipeline/report-schema.js';
import type { AgentCall } from '../runtime/agent-call.js';
import type { AgentRole } from '../runtime/agent-role.js';

/** The deterministic report of an input, with the settings of the call. Errors as `analyzeTrace`. */
export function analyzeForAgents(input: AnalyzeInput, call: AgentCall, role: AgentRole): Promise<Report> {
  return analyzeTrace(input, analyzeOptions(call, role));
}

/** The settings of a call as the pipeline takes them. */
export function analyzeOptions({ settings, options, progress }: AgentCall, role: AgentRole): AnalyzeOptions {
  const { timestamps, sourceDateEpoch, signal } = options;
  const { gpuMonitorLog, regressionThresholdPct, hotKernelCoveragePct } = settings;
  return {
    ...(timestamps === undefined ? {} : { timestamps }),
    ...(sourceDateEpoch === undefined ? {} : { sourceDateEpoch }),
    ...(signal === undefined ? {} : { signal }),
    ...(gpuMonitorLog === null ? {} : { gpuMonitorLog }),
    ...(regressionThresholdPct === null ? {} : { regressionThresholdPct }),
    ...(hotKernelCoveragePct === null ? {} : { hotKernelCoveragePct }),
    ...(progress === null ? {} : { progressCallback: (stage: string) => progress.stage(role, stage) }),
  };
}
