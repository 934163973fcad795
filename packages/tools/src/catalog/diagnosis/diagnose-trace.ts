import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { diagnose } from '../../lib/diagnosis/diagnose.js';
import { factsOfOpenTrace } from '../../lib/facts/facts-of-open-trace.js';
import { collectThermal } from '../../lib/gpu-monitor/collect-thermal.js';
import { DEFAULT_TOP_KERNELS } from '../../lib/facts/create-merge-context.js';
import { ApiBreakdownSchema } from '../../schemas/api-breakdown.js';
import { CommunicationSchema } from '../../schemas/communication.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { DiagnosticSchema } from '../../schemas/diagnostic.js';
import { ExecutionBreakdownSchema } from '../../schemas/execution-breakdown.js';
import { HardwareCountersSchema } from '../../schemas/hardware-counters.js';
import { HotspotSchema } from '../../schemas/hotspot.js';
import { IdleCausesSchema } from '../../schemas/idle-causes.js';
import { KernelCategoriesSchema } from '../../schemas/kernel-categories.js';
import { KernelResourcesSchema } from '../../schemas/kernel-resources.js';
import { MemoryAnalysisSchema } from '../../schemas/memory-analysis.js';
import { RanksSchema } from '../../schemas/ranks.js';
import { RecommendationSchema } from '../../schemas/recommendation.js';
import { ShortKernelsSchema } from '../../schemas/short-kernels.js';
import { ThermalSchema } from '../../schemas/thermal.js';
import { TraceQualitySchema } from '../../schemas/trace-quality.js';
import { VerdictSchema } from '../../schemas/verdict.js';
import { WarmupSchema } from '../../schemas/warmup.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const DiagnoseTraceInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  top_kernels: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000), v.description('Kernels to list')),
    DEFAULT_TOP_KERNELS,
  ),
});

export const DiagnoseTraceOutputSchema = v.object({
  verdict: VerdictSchema,
  recommendations: v.pipe(v.array(RecommendationSchema), v.description('By what they can save at most')),
  execution_breakdown: v.nullable(ExecutionBreakdownSchema),
  hotspots: v.array(HotspotSchema),
  memory_analysis: MemoryAnalysisSchema,
  api_breakdown: ApiBreakdownSchema,
  kernel_resources: KernelResourcesSchema,
  hardware_counters: HardwareCountersSchema,
  kernel_categories: KernelCategoriesSchema,
  short_kernels: ShortKernelsSchema,
  warmup: WarmupSchema,
  communication: v.nullable(CommunicationSchema),
  ranks: v.nullable(RanksSchema),
  thermal: v.nullable(ThermalSchema),
  idle_causes: v.nullable(IdleCausesSchema),
  trace_quality: TraceQualitySchema,
  diagnostics: v.array(DiagnosticSchema),
});

export type DiagnoseTraceInput = ReadonlyInput<v.InferInput<typeof DiagnoseTraceInputSchema>>;
export type DiagnoseTrace = v.InferOutput<typeof DiagnoseTraceOutputSchema>;

/**
 * Verdict and recommendations of a trace with all the facts that they rest on: what evidence cites can be looked up in
 * the answer. A trace without GPU work has `execution_breakdown` null and the verdict `data_insufficient`.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function diagnoseTrace(input: DiagnoseTraceInput, options: ToolOptions = {}): Promise<DiagnoseTrace> {
  return callTool(diagnoseTraceTool, input, options);
}

export const diagnoseTraceTool = defineTool({
  key: 'diagnosis.diagnose_trace',
  description:
    'The whole deterministic diagnosis of a rocpd trace: what bounds it, what to do first with the time each step can ' +
    'save at most, and every fact behind it. Use instead of single tools when the question is why a program is slow. ' +
    'Example: database_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: DiagnoseTraceInputSchema,
  outputSchema: DiagnoseTraceOutputSchema,
  run: (input, context) =>
    withTrace(context, input.database_path, (trace) => judgeTrace(trace, input.top_kernels, context)),
});

async function judgeTrace(trace: Trace, topKernels: number, context: ToolContext): Promise<DiagnoseTrace> {
  const { signal, progressCallback } = context;
  const facts = await factsOfOpenTrace(trace, {
    topKernels,
    ...(signal === undefined ? {} : { signal }),
    ...(progressCallback === undefined ? {} : { progressCallback }),
  });
  const diagnosis = diagnose(facts, { thermal: await collectThermal(context) });
  return {
    verdict: diagnosis.verdict,
    recommendations: [...diagnosis.recommendations],
    execution_breakdown: facts.executionBreakdown,
    hotspots: [...diagnosis.hotspots],
    memory_analysis: facts.memoryAnalysis,
    api_breakdown: facts.apiBreakdown,
    kernel_resources: facts.kernelResources,
    hardware_counters: facts.hardwareCounters,
    kernel_categories: [...facts.kernelCategories],
    short_kernels: facts.shortKernels,
    warmup: facts.warmup,
    communication: facts.communication,
    ranks: facts.ranks,
    thermal: diagnosis.thermal,
    idle_causes: facts.idleCauses,
    trace_quality: facts.traceQuality,
    diagnostics: [...facts.diagnostics, ...diagnosis.diagnostics],
  };
}
