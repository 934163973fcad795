import { traceDiff } from '@perfxpert/tools';
import type { DiffKernel, TraceDiff } from '@perfxpert/tools';
import { createHash } from 'node:crypto';
import type { AgentCall } from '../runtime/agent-call.js';
import { canonicalJson } from '../runtime/escaped-json.js';
import { buildLane, calledTools, effectiveTier, workloadFingerprint } from '../runtime/exploratory-lane.js';
import { announced } from '../runtime/progress.js';
import { runAgent } from '../runtime/run-agent.js';
import type { AgentRunResult } from '../runtime/run-agent.js';
import { agentOf } from './agents.js';
import { diffNarrative } from './diff-narrative.js';
import type { DiffSpecialistInput } from './diff-schema.js';
import { narrativeOf, narrativeSchema, wordsCleaner } from './narrative-answer.js';
import type { Proposal } from './proposal-schema.js';
import { noteDropped, proposalsSchema } from './run-specialist.js';

export interface DiffRun {
  readonly wall_delta_pct: number;
  readonly regressions: readonly DiffKernel[];
  readonly improvements: readonly DiffKernel[];
  readonly verdict: TraceDiff['verdict'];
  readonly narrative: string;
  readonly confidence: number;
  readonly exploratory_proposals: readonly Proposal[];
  readonly warnings: readonly string[];
}

/** Confidence by how far the hot kernels of both runs are the same ones. */
const CONFIDENCE = { same: 0.9, other: 0.7, changed: 0.55 } as const;

/**
 * The Diff specialist: the comparison of two traces, its verdict, and its words. A model changes the words, and the lane
 * where exploration is allowed.
 *
 * @throws as `traceDiff.diffRuns`
 */
export function runDiff(input: DiffSpecialistInput, call: AgentCall): Promise<DiffRun> {
  return announced(call.progress, 'diff_specialist', async () => {
    const { baseline_db: baseline, new_db: next, top_kernels: topKernels } = input;
    const diff = await traceDiff.diffRuns(
      { baseline_db: baseline, new_db: next, top_kernels: topKernels },
      call.toolContext,
    );
    const confidence = diffConfidence(diff);
    const run = await runAgent(
      agentOf('diff_specialist'),
      {
        instruction: 'Answer the question with this comparison.',
        facts: factsOf(input, diff, confidence),
        answerSchema: answerSchema(call),
        excerpts: '',
      },
      call,
    );
    return {
      wall_delta_pct: diff.wall_delta_pct,
      regressions: diff.primary_regressions,
      improvements: diff.primary_improvements,
      verdict: diff.verdict,
      narrative: narrativeOf(run, call) ?? diffNarrative(diff),
      confidence,
      exploratory_proposals: laneOf(run, diff, call),
      warnings: diff.warnings,
    };
  });
}

/** 0.9 where the hot kernels of both runs are the same, 0.55 where one appeared or vanished, else 0.7. */
export function diffConfidence({ per_kernel: kernels }: Pick<TraceDiff, 'per_kernel'>): number {
  const isGoneOrNew = kernels.some(
    ({ change, was_hot: wasHot, is_hot: isHot }) => (change === 'added' && isHot) || (change === 'removed' && wasHot),
  );
  if (isGoneOrNew) return CONFIDENCE.changed;
  return kernels.every(({ was_hot: wasHot, is_hot: isHot }) => wasHot === isHot) ? CONFIDENCE.same : CONFIDENCE.other;
}

const LISTED = 10;

function factsOf(input: DiffSpecialistInput, diff: TraceDiff, confidence: number): Readonly<Record<string, unknown>> {
  const row = ({ name, delta_ns, delta_pct, was_hot, explained_by, calls_baseline, calls_new }: DiffKernel) => ({
    name,
    delta_ns,
    delta_pct,
    was_hot,
    explained_by,
    calls_baseline,
    calls_new,
  });
  return {
    user_intent: input.user_intent,
    // For the tools: a model names a trace only by a path that it was given.
    baseline_db: input.baseline_db,
    new_db: input.new_db,
    verdict: diff.verdict,
    verdict_basis: diff.verdict_basis,
    verdict_delta_pct: diff.verdict_delta_pct,
    wall_delta_pct: diff.wall_delta_pct,
    confidence,
    regressions: diff.primary_regressions.slice(0, LISTED).map(row),
    improvements: diff.primary_improvements.slice(0, LISTED).map(row),
    totals: diff.totals,
    summary: diff.narrative,
  };
}

function isExploring(call: AgentCall): boolean {
  return effectiveTier(call.creativity, call.models !== null, agentOf('diff_specialist')) === 'exploratory';
}

function answerSchema(call: AgentCall): Readonly<Record<string, unknown>> {
  const words = narrativeSchema();
  if (!isExploring(call)) return words;
  return {
    ...words,
    properties: { ...Object(words['properties']), kernel_deltas: proposalsSchema() },
    required: ['narrative', 'kernel_deltas'],
  };
}

function laneOf(run: AgentRunResult, diff: TraceDiff, call: AgentCall): readonly Proposal[] {
  if (!isExploring(call)) return [];
  const agent = agentOf('diff_specialist');
  const kernels = [...diff.primary_regressions, ...diff.primary_improvements].map(({ name }) => name);
  const deltas = run.structuredOutput?.['kernel_deltas'];
  const drafts =
    typeof deltas === 'object' && deltas !== null && 'exploratory_proposals' in deltas
      ? deltas.exploratory_proposals
      : undefined;
  const called = run.toolCalls.map(({ name }) => name);
  const lane = buildLane(drafts, {
    specialist: 'diff',
    // The comparison itself was made by the runtime with the agent's own tool.
    manifest: { tools: calledTools(agent, [...called, 'trace_diff.diff_runs']), kernels, catalog: [] },
    clean: wordsCleaner(call),
    provenance: {
      provider: run.provider ?? '',
      model: run.model ?? '',
      trace_fingerprint: workloadFingerprint(['diff', kernels]),
      fence_sha256: agent.fenceSha256,
      catalog_sha256: createHash('sha256').update(canonicalJson([])).digest('hex'),
    },
  });
  noteDropped(call, lane.notes);
  return lane.proposals;
}
