import * as v from 'valibot';
import { CALL_ENTRIES, RESULT_ENTRIES, named, openObjects, share, words } from './agent-common.js';
import { ProposalsSchema } from './proposal-schema.js';

export const DiffSpecialistInputSchema = v.strictObject({
  baseline_db: named('Trace to compare with'),
  new_db: named('Trace to judge'),
  top_kernels: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Kernels compared in detail')),
    20,
  ),
  user_intent: v.optional(words('What the reader wants to know'), 'summarize the diff'),
});

const KernelDeltasSchema = v.pipe(
  v.strictObject({
    regressions: v.optional(openObjects('Slower kernels, worst first'), []),
    improvements: v.optional(openObjects('Faster kernels, best first'), []),
    exploratory_proposals: v.optional(ProposalsSchema, []),
  }),
  v.description('Changed kernels, which are given, and unproven ideas under exploratory_proposals'),
);

export const DiffSpecialistOutputSchema = v.strictObject({
  wall_delta_pct: v.pipe(v.number(), v.description('Change of summed kernel time, percent; above 0 = slower')),
  kernel_deltas: v.optional(KernelDeltasSchema, { regressions: [], improvements: [], exploratory_proposals: [] }),
  verdict: v.pipe(v.picklist(['improved', 'regressed', 'neutral']), v.description('Verdict of the comparison')),
  narrative: words('The comparison in words'),
  confidence: share('By how much the hot kernels of both runs are the same'),
});

const { kernel_deltas: deltas, ...plainEntries } = DiffSpecialistOutputSchema.entries;

export const AgentDiffInputSchema = v.strictObject({ ...DiffSpecialistInputSchema.entries, ...CALL_ENTRIES });
/** The answer has the three lists of `kernel_deltas` at its top. */
export const AgentDiffOutputSchema = v.object({ ...plainEntries, ...deltas.wrapped.entries, ...RESULT_ENTRIES });

export type DiffSpecialistInput = v.InferOutput<typeof DiffSpecialistInputSchema>;
export type AgentDiffResult = v.InferOutput<typeof AgentDiffOutputSchema>;
