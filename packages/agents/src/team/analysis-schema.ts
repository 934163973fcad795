import * as v from 'valibot';
import { BOTTLENECK_TYPES, RESULT_ENTRIES, openObjects, share, tracePath, wrappedInput } from './agent-common.js';

export const AnalysisInputSchema = v.strictObject({
  database_path: tracePath('Trace to judge'),
  top_kernels: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Kernels to list')), 10),
  att_dir: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.description('Folder of a thread trace')))),
  min_duration_ns: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Shorter dispatches stay out of the list, nanoseconds')),
    0,
  ),
});

const percent = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.description(`${description}, percent 0..100 of the window`));

export const AnalysisOutputSchema = v.strictObject({
  primary_bottleneck: v.pipe(v.picklist(BOTTLENECK_TYPES), v.description('Class of the one verdict')),
  confidence: share('How sure the verdict is'),
  time_breakdown: v.pipe(
    v.record(v.string(), percent('Part of the window')),
    v.description('kernel_pct, memcpy_pct, api_pct, idle_pct: exact partition of the window, percent; empty without'),
  ),
  hot_kernels: openObjects('Hotspots with gfx_id and metrics (values by metric id, null = not measured)'),
  counter_data_available: v.pipe(v.boolean(), v.description('Whether the trace holds counters')),
});

export const AgentAnalysisInputSchema = wrappedInput(AnalysisInputSchema);
export const AgentAnalysisOutputSchema = v.object({ ...AnalysisOutputSchema.entries, ...RESULT_ENTRIES });

export type AnalysisInput = v.InferOutput<typeof AnalysisInputSchema>;
export type AnalysisOutput = v.InferOutput<typeof AnalysisOutputSchema>;
export type AgentAnalysis = v.InferOutput<typeof AgentAnalysisOutputSchema>;
