import { ProviderError, CancelledError } from '@perfxpert/providers';
import { schemaToJson } from '@perfxpert/tools';
import * as v from 'valibot';
import type { AgentCall } from '../runtime/agent-call.js';
import type { AgentRole } from '../runtime/agent-role.js';
import { createHash } from 'node:crypto';
import { buildLane, calledTools, effectiveTier, workloadFingerprint } from '../runtime/exploratory-lane.js';
import { canonicalJson } from '../runtime/escaped-json.js';
import { knowledgeExcerpts } from '../runtime/knowledge-excerpts.js';
import { announced } from '../runtime/progress.js';
import { runAgent } from '../runtime/run-agent.js';
import { agentOf } from './agents.js';
import { wordsCleaner } from './narrative-answer.js';
import { withPredictions } from './predict-techniques.js';
import { ProposalDraftSchema } from './proposal-schema.js';
import type { Proposal } from './proposal-schema.js';
import type { SpecialistKind } from './rank-techniques.js';
import type { SpecialistFacts } from './specialist-metrics.js';
import type { SpecialistOutput } from './specialist-schema.js';
import { specialistOffer } from './specialist-techniques.js';
import type { Offer } from './specialist-techniques.js';

/** What a specialist looks at. `input` is what a model would see of it. */
export interface SpecialistSubject {
  readonly gfxId: string | null;
  readonly facts: SpecialistFacts;
  /** Trace to predict from; null: nothing is predicted. */
  readonly databasePath: string | readonly string[] | null;
  /** Whether the caller brought counters of his own. */
  readonly hasCounterData: boolean;
  readonly input: Readonly<Record<string, unknown>>;
}

const ROLES: Readonly<Record<SpecialistKind, AgentRole>> = {
  compute: 'compute_specialist',
  memory: 'memory_specialist',
  latency: 'latency_specialist',
};
const INSTRUCTION =
  'The techniques in the data are fixed. If the facts suggest something that is not among them, and a tool or a measured ' +
  'kernel supports it, propose it; otherwise give an empty list.';

/**
 * A specialist: its techniques in order, each with a prediction where there is a trace, and, where exploration is allowed and a model is there, its proposals in a lane of
 * their own. A model changes nothing else, and one that fails costs the lane only.
 */
export function runSpecialist(
  kind: SpecialistKind,
  subject: SpecialistSubject,
  call: AgentCall,
): Promise<SpecialistOutput> {
  return announced(call.progress, ROLES[kind], async () => {
    const offer = await withPredictions(specialistOffer(kind, subject.gfxId, subject.facts), subject, call.toolContext);
    return {
      techniques: offer.techniques.map((technique) => ({ ...technique })),
      confidence: offer.confidence,
      citations: [...offer.citations],
      exploratory_proposals: await propose(kind, subject, offer, call),
    };
  });
}

async function propose(
  kind: SpecialistKind,
  { gfxId, facts, input }: SpecialistSubject,
  offer: Offer,
  call: AgentCall,
): Promise<Proposal[]> {
  const agent = agentOf(ROLES[kind]);
  if (effectiveTier(call.creativity, call.models !== null, agent) === 'strict') return [];
  const kernels = facts.hotKernels.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return inLane(call, async () => {
    const run = await runAgent(
      agent,
      {
        instruction: INSTRUCTION,
        facts: { input, techniques: offer.techniques },
        answerSchema: proposalsSchema(),
        excerpts: knowledgeExcerpts(agent.role, null, gfxId),
      },
      call,
    );
    const lane = buildLane(run.structuredOutput?.['exploratory_proposals'], {
      specialist: kind,
      manifest: {
        tools: calledTools(
          agent,
          run.toolCalls.map(({ name }) => name),
        ),
        kernels,
        catalog: offer.techniques.map(({ name }) => name),
      },
      clean: wordsCleaner(call),
      provenance: {
        provider: run.provider ?? '',
        model: run.model ?? '',
        trace_fingerprint: workloadFingerprint([kind, gfxId, kernels]),
        fence_sha256: agent.fenceSha256,
        catalog_sha256: createHash('sha256').update(canonicalJson(offer.techniques)).digest('hex'),
      },
    });
    noteDropped(call, lane.notes);
    return [...lane.proposals];
  });
}

/** Work of the lane: a service that fails costs the lane, not the vetted answer. @throws CancelledError, and what is no provider error */
export async function inLane(call: AgentCall, work: () => Promise<Proposal[]>): Promise<Proposal[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof CancelledError) throw error;
    call.warnings.push(`EXPLORATION_FAILED: No proposals were made (${error.code}). The vetted entries are complete.`);
    return [];
  }
}

/** Tells which drafts were dropped. */
export function noteDropped(call: AgentCall, notes: readonly string[]): void {
  if (notes.length > 0) call.warnings.push(`PROPOSALS_DROPPED: ${notes.join('; ')}.`);
}

/** The form in which proposals are asked for. */
export function proposalsSchema(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schemaToJson(v.strictObject({ exploratory_proposals: v.array(ProposalDraftSchema) }))),
  );
}
