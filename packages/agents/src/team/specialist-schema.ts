import * as v from 'valibot';
import { RESULT_ENTRIES, named, openObject, openObjects, share, tracePath, wrappedInput } from './agent-common.js';
import { ProposalsSchema } from './proposal-schema.js';

const gfxId = named('GPU architecture, such as gfx942');
const hotKernels = openObjects(
  'Hot kernels, hottest first: name, and what is known (percent_of_total, metrics, count, duration_ns); open rows',
);

const databasePath = v.optional(v.nullable(tracePath('Trace of the kernels: then each technique gets a prediction')));

export const ComputeSpecialistInputSchema = v.strictObject({
  gfx_id: gfxId,
  hot_kernels: hotKernels,
  counter_data: v.optional(openObject('Metrics by id; vgpr_used counts as vgpr_per_thread'), {}),
  source_hints: v.optional(openObject('What the sources tell, by metric id'), {}),
  database_path: databasePath,
});

export const MemorySpecialistInputSchema = v.strictObject({
  gfx_id: gfxId,
  hot_kernels: hotKernels,
  memcpy_data: v.optional(openObject('Copies: memcpy_pct (0..100), avg_memcpy_size_mb, num_streams_used, bytes'), {}),
  counter_data: v.optional(openObject('Metrics by id'), {}),
  database_path: databasePath,
});

export const LatencySpecialistInputSchema = v.strictObject({
  gfx_id: gfxId,
  hot_kernels: hotKernels,
  api_overhead_pct: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(100),
      v.description('Host API calls while the GPU ran nothing, percent'),
    ),
    0,
  ),
  avg_kernel_duration_us: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.description('Mean kernel duration, microseconds'))),
  ),
  database_path: databasePath,
});

export const SpecialistOutputSchema = v.strictObject({
  techniques: openObjects('Catalogue entries, best first: name, rationale, expected_impact, effort, risk, status'),
  confidence: share('Preconditions that hold, of those that hold or are unknown; 0.3 where none is known'),
  citations: v.optional(v.pipe(v.array(v.string()), v.description('Where the ranges come from')), []),
  exploratory_proposals: v.optional(ProposalsSchema, []),
});

export const AgentComputeInputSchema = wrappedInput(ComputeSpecialistInputSchema);
export const AgentMemoryInputSchema = wrappedInput(MemorySpecialistInputSchema);
export const AgentLatencyInputSchema = wrappedInput(LatencySpecialistInputSchema);
export const AgentSpecialistOutputSchema = v.object({ ...SpecialistOutputSchema.entries, ...RESULT_ENTRIES });

export type ComputeSpecialistInput = v.InferOutput<typeof ComputeSpecialistInputSchema>;
export type MemorySpecialistInput = v.InferOutput<typeof MemorySpecialistInputSchema>;
export type LatencySpecialistInput = v.InferOutput<typeof LatencySpecialistInputSchema>;
export type SpecialistOutput = v.InferOutput<typeof SpecialistOutputSchema>;
export type AgentSpecialistResult = v.InferOutput<typeof AgentSpecialistOutputSchema>;
