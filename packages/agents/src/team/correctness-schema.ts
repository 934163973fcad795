import * as v from 'valibot';
import { RESULT_ENTRIES, openObject, openObjects, words, wrappedInput } from './agent-common.js';

export const GATES = ['compile', 'sol', 'bitwise', 'regression', 'anchors'] as const;
export type GateName = (typeof GATES)[number];
export const VERDICT_STATUSES = ['pass', 'reject', 'regressed'] as const;

export const KernelDeltaSchema = v.object({
  kernel: words('Kernel name'),
  delta_pct: v.pipe(v.number(), v.description('Change of its summed time, percent')),
  was_hot: v.optional(v.pipe(v.boolean(), v.description('Hot before the change')), false),
});

/** One gate and what came of it. */
export const GateOutcomeSchema = v.object({
  gate: v.picklist(GATES),
  ok: v.pipe(v.boolean(), v.description('True only where the gate was run and passed')),
  outcome: v.picklist(['pass', 'fail', 'skipped', 'error', 'not_run']),
  reason: words('Why, in one line'),
  ms: v.pipe(v.number(), v.minValue(0), v.description('Milliseconds that it took')),
  raw: v.optional(v.record(v.string(), v.unknown())),
});

/** The verdict of the gates on a patch. `verdict_id` is there only on those that the gates themselves issued. */
export const GateVerdictSchema = v.strictObject({
  status: v.picklist(VERDICT_STATUSES),
  failing_gate: v.optional(v.nullable(v.picklist(GATES)), null),
  detail: v.optional(words('What was found'), ''),
  delta_pct: v.optional(v.nullable(v.pipe(v.number(), v.description('Change of the kernel time, percent'))), null),
  metrics: v.optional(openObject('Figures of the gates'), {}),
  rejected_patch_sha: v.optional(v.nullable(words('SHA of the patch; null on pass')), null),
  per_kernel_deltas: v.optional(
    v.pipe(
      v.union([v.array(KernelDeltaSchema), v.record(v.string(), v.number())]),
      v.description('Changes of kernels, percent: by name, or as a list'),
    ),
    [],
  ),
  verdict_id: v.optional(v.nullable(words('Id under which the gates issued it'))),
  gates: v.optional(v.array(GateOutcomeSchema)),
  complete: v.optional(v.pipe(v.boolean(), v.description('All five gates were run'))),
});

export const CorrectnessInputSchema = v.strictObject({
  gate_verdict: v.pipe(GateVerdictSchema, v.description('Finished verdict of the gates')),
  kernel_name: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.description('Kernel that was changed')))),
  last_technique: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.description('Technique that was tried')))),
  source_dir: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.description('Project of the patch')))),
  edit_history: v.optional(openObjects('Attempts so far, oldest first'), []),
});

export const CorrectnessOutputSchema = v.strictObject({
  verdict: v.pipe(v.picklist(VERDICT_STATUSES), v.description('Status of the gates, unchanged')),
  action: v.pipe(v.picklist(['accept', 'revert', 'reject_and_log']), v.description('What follows from it')),
  narrative: words('The verdict in words'),
  alternative_technique: v.optional(v.nullable(words('Technique to try instead; null = none known')), null),
  follow_up_task_id: v.optional(v.nullable(words('Task that was made; null = none')), null),
});

export const AgentCorrectnessInputSchema = wrappedInput(CorrectnessInputSchema);
export const AgentCorrectnessOutputSchema = v.object({ ...CorrectnessOutputSchema.entries, ...RESULT_ENTRIES });

export type KernelDelta = v.InferOutput<typeof KernelDeltaSchema>;
export type GateOutcome = v.InferOutput<typeof GateOutcomeSchema>;
export type GateVerdict = v.InferOutput<typeof GateVerdictSchema>;
export type CorrectnessInput = v.InferOutput<typeof CorrectnessInputSchema>;
export type AgentCorrectnessResult = v.InferOutput<typeof AgentCorrectnessOutputSchema>;
