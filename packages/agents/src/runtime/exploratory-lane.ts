import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ProposalDraftSchema, ProposalSchema } from '../team/proposal-schema.js';
import type { Proposal, ProposalDraft } from '../team/proposal-schema.js';
import { toolWireName } from './define-agent.js';
import type { Agent } from './define-agent.js';
import { canonicalJson } from './escaped-json.js';
import { fieldName } from './field-name.js';
import type { Creativity } from './settings.js';

/** Drafts of one answer that are looked at. */
export const MAX_PROPOSALS = 3;

/** What a proposal may refer to, from the record of the run, never from the words of a model. */
export interface EvidenceManifest {
  /** Keys of tools that the agent holds and that were called. */
  readonly tools: readonly string[];
  readonly kernels: readonly string[];
  readonly catalog: readonly string[];
}

/** Who proposes, and about what. */
export interface ProposalOrigin {
  readonly specialist: Proposal['specialist'];
  readonly manifest: EvidenceManifest;
  readonly provenance: Proposal['provenance'];
  /** What is done to the words of a model before they are kept. */
  readonly clean?: (text: string) => string;
}

/** The proposals that hold, and what was dropped, one line each. */
export interface Lane {
  readonly proposals: readonly Proposal[];
  readonly notes: readonly string[];
}

/** Whether an agent may propose in a run: only where the deployment, the run and the agent all allow it. */
export function effectiveTier(ceiling: Creativity, isLive: boolean, agent: Pick<Agent, 'capability'>): Creativity {
  return ceiling === 'exploratory' && isLive && agent.capability === 'additive_exploration' ? 'exploratory' : 'strict';
}

/** The tools that count as evidence: those on the agent's list that the record of the run holds. */
export function calledTools(agent: Pick<Agent, 'tools'>, called: readonly string[]): string[] {
  return agent.tools.filter((key) => called.includes(key) || called.includes(toolWireName(key)));
}

/** First 16 hex digits of SHA-256 over the canonical JSON of the arguments. */
export function workloadFingerprint(args: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex').slice(0, 16);
}

/** `pxp-exp-` and 16 hex digits of SHA-256 over what is proposed, for whom and for which workload; not over its evidence. */
export function proposalId(
  specialist: Proposal['specialist'],
  draft: Pick<ProposalDraft, 'title' | 'hypothesis' | 'mechanism' | 'target_kernel'>,
  traceFingerprint: string,
): string {
  const { title, hypothesis, mechanism, target_kernel: targetKernel } = draft;
  const identity = { specialist, title, hypothesis, mechanism, target_kernel: targetKernel };
  const text = canonicalJson({ ...identity, trace_fingerprint: traceFingerprint });
  return `pxp-exp-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/**
 * The proposals that a model's drafts come to. A draft is dropped if it is malformed, has no evidence, refers to something
 * that is not in the manifest, aims at a kernel that was not measured, is too sure of itself, or sets a field of ours. One
 * bad draft costs no other; what is no list is an empty lane. Nothing is thrown.
 */
export function buildLane(drafts: unknown, origin: ProposalOrigin): Lane {
  if (!Array.isArray(drafts)) return { proposals: [], notes: drafts === undefined ? [] : ['the lane was no list'] };
  const notes =
    drafts.length > MAX_PROPOSALS ? [`${drafts.length - MAX_PROPOSALS} drafts beyond the third were not read`] : [];
  const proposals = new Map<string, Proposal>();
  for (const [index, raw] of drafts.slice(0, MAX_PROPOSALS).entries()) {
    const outcome = buildProposal(raw, origin);
    if (typeof outcome === 'string') notes.push(`draft ${index + 1}: ${outcome}`);
    else if (!proposals.has(outcome.proposal_id)) proposals.set(outcome.proposal_id, outcome);
  }
  return { proposals: [...proposals.values()], notes };
}

function buildProposal(raw: unknown, { specialist, manifest, provenance, clean }: ProposalOrigin): Proposal | string {
  const parsed = v.safeParse(ProposalDraftSchema, raw);
  if (!parsed.success) return `is malformed at ${fieldName(parsed.issues[0], 'its top')}`;
  const draft = clean === undefined ? parsed.output : cleaned(parsed.output, clean);
  if (draft.evidence.length === 0) return 'has no evidence';
  const unknown = draft.evidence.find(({ kind, ref }) => !isKnown(kind, ref, manifest));
  if (unknown !== undefined) return `refers to a ${unknown.kind} that is not part of this run`;
  if (draft.target_kernel !== null && !manifest.kernels.includes(draft.target_kernel))
    return 'aims at a kernel that was not measured';
  const proposal = v.safeParse(ProposalSchema, {
    ...draft,
    proposal_id: proposalId(specialist, draft, provenance.trace_fingerprint),
    status: 'exploratory',
    specialist,
    provenance,
  });
  return proposal.success ? proposal.output : 'is malformed';
}

/** A draft with its words cleaned. Names stay as they are: they must be those of the run. */
function cleaned(draft: ProposalDraft, clean: (text: string) => string): ProposalDraft {
  const { verification, evidence, expected_effects: effects } = draft;
  return {
    ...draft,
    title: clean(draft.title),
    hypothesis: clean(draft.hypothesis),
    mechanism: clean(draft.mechanism),
    evidence: evidence.map((item) => ({ ...item, observation: clean(item.observation) })),
    expected_effects: effects.map((effect) => ({ ...effect, metric: clean(effect.metric) })),
    verification: {
      ...verification,
      metrics: verification.metrics.map(clean),
      success_criteria: verification.success_criteria.map((item) => ({ ...item, metric: clean(item.metric) })),
    },
    assumptions: draft.assumptions.map(clean),
    failure_modes: draft.failure_modes.map(clean),
  };
}

/** Exact names only: no other case, no spaces, nothing cut off. */
function isKnown(kind: 'tool' | 'kernel' | 'catalog', ref: string, manifest: EvidenceManifest): boolean {
  switch (kind) {
    case 'tool':
      return manifest.tools.some((key) => key === ref || toolWireName(key) === ref);
    case 'kernel':
      return manifest.kernels.includes(ref);
    case 'catalog':
      return manifest.catalog.includes(ref);
  }
}
