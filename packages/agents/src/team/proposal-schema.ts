import * as v from 'valibot';

/** Most that a model may claim to be sure of an idea that nothing has proven. */
export const MAX_PROPOSAL_CONFIDENCE = 0.5;
const DEFAULT_PROPOSAL_CONFIDENCE = 0.3;
const MAX_ITEMS = 10;

/** A text with its meaning. Not that of the agents' schemas: the report holds proposals, and is drawn without agents. */
const words = (description: string) => v.pipe(v.string(), v.description(description));
const bounded = (most: number, description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.description(description));
const sentences = (least: number, description: string) =>
  v.pipe(v.array(bounded(300, 'One sentence')), v.minLength(least), v.maxLength(MAX_ITEMS), v.description(description));

export const EvidenceItemSchema = v.strictObject({
  kind: v.picklist(['tool', 'kernel', 'catalog']),
  ref: bounded(200, 'Tool that was called, kernel that was measured, or entry of the catalogue'),
  observation: bounded(500, 'What was seen there; words of the model, unverified'),
});

export const ExpectedEffectSchema = v.strictObject({
  metric: bounded(100, 'Figure that should move'),
  direction: v.picklist(['increase', 'decrease', 'unchanged']),
});

export const SuccessCriterionSchema = v.strictObject({
  metric: bounded(100, 'Figure to judge by'),
  op: v.picklist(['<', '<=', '>', '>=', '==']),
  baseline: v.optional(v.picklist(['measured', 'target']), 'measured'),
});

export const VerificationPlanSchema = v.strictObject({
  metrics: sentences(1, 'Figures to measure'),
  success_criteria: v.pipe(v.array(SuccessCriterionSchema), v.maxLength(MAX_ITEMS)),
  requires_full_gate_cascade: v.literal(true),
});

/** What a model fills in. */
export const ProposalDraftSchema = v.strictObject({
  title: bounded(120, 'What to try'),
  hypothesis: bounded(1000, 'What is believed'),
  mechanism: bounded(1000, 'Why it should help'),
  target_kernel: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(500), v.description('Kernel it is about'))),
    null,
  ),
  evidence: v.pipe(v.array(EvidenceItemSchema), v.maxLength(MAX_ITEMS)),
  expected_effects: v.pipe(v.array(ExpectedEffectSchema), v.minLength(1), v.maxLength(MAX_ITEMS)),
  verification: VerificationPlanSchema,
  assumptions: v.optional(sentences(0, 'What it rests on'), []),
  failure_modes: sentences(1, 'How it can fail'),
  confidence: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_PROPOSAL_CONFIDENCE), v.description('0 to 0.5')),
    DEFAULT_PROPOSAL_CONFIDENCE,
  ),
});

/** A proposal: the draft, and what only the runtime may say. Nothing in it is proven. */
export const ProposalSchema = v.strictObject({
  ...ProposalDraftSchema.entries,
  target_kernel: v.nullable(v.string()),
  assumptions: v.array(v.string()),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_PROPOSAL_CONFIDENCE)),
  proposal_id: bounded(64, 'pxp-exp- and 16 hex digits'),
  status: v.literal('exploratory'),
  specialist: v.picklist(['compute', 'memory', 'latency', 'diff']),
  provenance: v.strictObject({
    provider: words('Service that was asked'),
    model: words('Model that answered'),
    trace_fingerprint: words('Workload it was made for'),
    fence_sha256: words('SHA-256 of the instructions'),
    catalog_sha256: words('SHA-256 of the techniques that were offered'),
  }),
});

export type ProposalDraft = v.InferOutput<typeof ProposalDraftSchema>;
export type Proposal = v.InferOutput<typeof ProposalSchema>;

/** The lane of proposals: always there, mostly empty, never mixed with the vetted entries. */
export const ProposalsSchema = v.pipe(
  v.array(ProposalSchema),
  v.description('Unproven ideas of a model, apart from the vetted entries; empty without a model'),
);
