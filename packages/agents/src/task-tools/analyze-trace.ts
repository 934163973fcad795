import { defineTool, diagnosis, ExecutionBreakdownSchema, VerdictSchema } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { warningLine } from '../pipeline/warning-line.js';
import { AdviceSchema, adviceOf } from './advice.js';
import { DatabasePathSchema } from './database-path.js';
import type { Diagnosed } from './diagnosed.js';
import { KernelRowSchema, kernelRow } from './kernel-row.js';

const { devices: _devices, ...sharesOfTime } = ExecutionBreakdownSchema.entries;

export const AnalyzeTraceInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  top_kernels: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Kernels to list')),
    5,
  ),
  top_recommendations: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50), v.description('Recommendations to list')),
    3,
  ),
});

export const AnalyzeTraceOutputSchema = v.object({
  has_data: v.pipe(v.boolean(), v.description('False without GPU work: there is nothing to judge then')),
  primary_bottleneck: VerdictSchema.entries.primary_bottleneck,
  driver: VerdictSchema.entries.driver,
  confidence: VerdictSchema.entries.confidence,
  overall_assessment: VerdictSchema.entries.overall_assessment,
  recommendations: v.pipe(v.array(AdviceSchema), v.description('What to do, by what it can save at most')),
  recommendation_count: v.pipe(v.number(), v.description('How many there are in all')),
  time: v.pipe(
    v.nullable(v.object(sharesOfTime)),
    v.description('Where the window went: compute + copy_exposed + api_exposed + idle_other = wall'),
  ),
  hot_kernels: v.array(KernelRowSchema),
  key_findings: VerdictSchema.entries.key_findings,
  missing: v.pipe(
    v.array(v.object({ data: v.string(), how_to_collect: v.string() })),
    v.description('Data that could change the verdict, with the command line that records it'),
  ),
  warnings: v.pipe(v.array(v.string()), v.description('CODE: what to know before trusting a figure')),
});

type Input = v.InferOutput<typeof AnalyzeTraceInputSchema>;
type Output = v.InferOutput<typeof AnalyzeTraceOutputSchema>;

/** The task-sized analysis: verdict, first advice and hot kernels of a trace, small enough for a model's context. */
export const analyzeTraceTool = defineTool({
  key: 'analyze_trace',
  description:
    'Start here. What bounds a GPU trace (rocpd, .db or .rpd), why, and what to do first: verdict with driver, where ' +
    'the time went, hottest kernels, recommendations with ids and the most each can save. Then explain_kernel or ' +
    'explain_finding. Example: {"database_path": "trace.db"}.',
  toolClass: 'read_only',
  inputSchema: AnalyzeTraceInputSchema,
  outputSchema: AnalyzeTraceOutputSchema,
  run: analyze,
});

async function analyze(input: Input, context: ToolContext): Promise<Output> {
  const found = await diagnosis.diagnoseTrace(
    { database_path: input.database_path, top_kernels: Math.max(input.top_kernels, 10) },
    context,
  );
  const { verdict, recommendations, diagnostics } = found;
  return {
    has_data: found.execution_breakdown !== null,
    primary_bottleneck: verdict.primary_bottleneck,
    driver: verdict.driver,
    confidence: verdict.confidence,
    overall_assessment: verdict.overall_assessment,
    recommendations: recommendations.slice(0, input.top_recommendations).map(adviceOf),
    recommendation_count: recommendations.length,
    time: timeOf(found),
    hot_kernels: found.hotspots.slice(0, input.top_kernels).map(kernelRow),
    key_findings: verdict.key_findings,
    missing: (verdict.would_change?.missing ?? []).map(({ data, how_to_collect: command }) => ({
      data,
      how_to_collect: command,
    })),
    warnings: diagnostics.filter(({ severity }) => severity !== 'info').map(warningLine),
  };
}

function timeOf({ execution_breakdown: breakdown }: Diagnosed): Output['time'] {
  if (breakdown === null) return null;
  const { devices: _listed, ...shares } = breakdown;
  return shares;
}
