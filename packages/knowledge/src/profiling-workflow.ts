import * as v from 'valibot';
import data from '../data/profiling_workflow.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { CountSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

/** What a step adds to a fingerprint: a trace option, `pmc:<counter>`, or a word. */
const TokenSchema = v.pipe(v.string(), v.regex(/^(--[a-z][a-z-]*|pmc:[A-Z0-9_]+|[a-z][a-z0-9_]*)$/));
const TokensSchema = v.pipe(v.array(TokenSchema), v.nonEmpty());
const FlagSchema = v.pipe(v.string(), v.regex(/^(--[a-z][a-z-]*|-[A-Za-z])$/));
const TierSchema = v.picklist([0, 1, 2, 3]);
/** Shape of data/profiling_workflow.json. */
export const ProfilingWorkflowSchema = v.strictObject({
  ladder: v.pipe(
    v.array(
      v.strictObject({
        cost_s: CountSchema,
        name: TextSchema,
        covers: TokensSchema,
        real_command: v.exactOptional(TextSchema),
      }),
    ),
    v.nonEmpty(),
  ),
  goals: v.strictObject({
    compute_bound_diagnosis: TokensSchema,
    memory_bandwidth: TokensSchema,
    stall_analysis: TokensSchema,
    timeline: TokensSchema,
    status: TextSchema,
  }),
  state_machine: v.array(
    v.strictObject({ tier: TierSchema, goal: SnakeNameSchema, next_tier: TierSchema, action: TextSchema }),
  ),
  tiers: v.strictObject({ 0: TextSchema, 1: TextSchema, 2: TextSchema, 3: TextSchema }),
  rocprofv3_flags: v.strictObject({
    original_allowlist: v.strictObject({
      no_value: v.array(FlagSchema),
      value: v.array(FlagSchema),
      multi_value: v.array(FlagSchema),
      optional_bool: v.array(FlagSchema),
      output_path: v.array(FlagSchema),
    }),
    not_real_in_aug_2025: v.array(TextSchema),
    real_and_useful: v.array(FlagSchema),
    never_allow: v.array(FlagSchema),
  }),
  deprecated_tools: v.array(TextSchema),
  current_tools: v.array(TextSchema),
});

/** The data file as it is. */
export type ProfilingWorkflow = DeepReadonly<v.InferOutput<typeof ProfilingWorkflowSchema>>;
/** One collection step: cost in seconds (rough), name, and what it adds to a fingerprint. */
export type LadderStep = ProfilingWorkflow['ladder'][number];
/** A step of the tiers: at `tier` with `goal`, do `action` and be at `next_tier`. */
export type WorkflowTransition = ProfilingWorkflow['state_machine'][number];

/** How data is collected, step by step (data/profiling_workflow.json). */
export const profilingWorkflowCatalogue = lazyCatalogue('profiling_workflow.json', data, ProfilingWorkflowSchema);

/** Collection steps, cheapest first. */
export function profilingLadder(): readonly LadderStep[] {
  return profilingWorkflowCatalogue().ladder;
}

/** What each goal needs, by goal name, in the order of the file. */
export function profilingGoals(): ReadonlyMap<string, readonly string[]> {
  const { goals } = profilingWorkflowCatalogue();
  return new Map(
    Object.entries(goals).flatMap(([name, tokens]) => (typeof tokens === 'string' ? [] : [[name, tokens]])),
  );
}

/** The step that follows at a tier with a goal; null for an unknown pair. */
export function workflowTransition(tier: number, goal: string): WorkflowTransition | null {
  const { state_machine: transitions } = profilingWorkflowCatalogue();
  return transitions.find((entry) => entry.tier === tier && entry.goal === goal) ?? null;
}
