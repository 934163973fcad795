import * as v from 'valibot';
import { RESULT_ENTRIES, openObjects, tracePath, wrappedInput } from './agent-common.js';
import { AgentAnalysisOutputSchema } from './analysis-schema.js';
import { ProposalsSchema } from './proposal-schema.js';

/** Findings as `agent_analysis` gives them: what the run adds there is taken too, and not looked at. */
const FindingsSchema = v.strictObject({
  ...AgentAnalysisOutputSchema.entries,
  metadata: v.optional(v.record(v.string(), v.unknown())),
});

export const RecommendationInputSchema = v.strictObject({
  findings: v.pipe(FindingsSchema, v.description('Answer of agent_analysis')),
  gfx_id: v.optional(
    v.nullable(
      v.pipe(v.string(), v.minLength(1), v.description('GPU, such as gfx942; default: that of the hottest kernel')),
    ),
  ),
  database_path: v.optional(
    v.nullable(tracePath('Trace of the findings: then entries carry measured evidence and bounds')),
  ),
  kernel_filter: v.optional(
    v.nullable(
      v.pipe(v.string(), v.minLength(1), v.description('Only entries about kernels whose name holds this text')),
    ),
  ),
  edit_history: v.optional(openObjects('Runs so far, oldest first, each with total_runtime_ns'), []),
  seen_recommendation_hashes: v.optional(
    v.pipe(v.array(v.string()), v.description('Hashes of entries that were given before: they are left out')),
    [],
  ),
});

export const SPECIALISTS_USED = ['compute', 'memory', 'latency', 'none'] as const;

export const RecommendationOutputSchema = v.strictObject({
  recommendations: openObjects(
    'Vetted entries in order; each with id, name, title, priority, category, issue, suggestion',
  ),
  specialist_used: v.pipe(v.picklist(SPECIALISTS_USED), v.description('Specialist of the class')),
  plateau_detected: v.optional(v.pipe(v.boolean(), v.description('The last runs have stopped changing')), false),
  exploratory_proposals: v.optional(ProposalsSchema, []),
});

export const AgentRecommendationInputSchema = wrappedInput(RecommendationInputSchema);
export const AgentRecommendationOutputSchema = v.object({ ...RecommendationOutputSchema.entries, ...RESULT_ENTRIES });

export type RecommendationInput = v.InferOutput<typeof RecommendationInputSchema>;
export type RecommendationOutput = v.InferOutput<typeof RecommendationOutputSchema>;
export type AgentRecommendationResult = v.InferOutput<typeof AgentRecommendationOutputSchema>;
