import { plateau, profiling } from '@perfxpert/tools';
import type { Recommendation } from '@perfxpert/tools';
import type { Report } from '../pipeline/report-schema.js';
import type { AgentCall } from '../runtime/agent-call.js';
import { handOff } from '../runtime/handoff.js';
import { announced } from '../runtime/progress.js';
import { recommendationHashV1, recommendationHashV2 } from '../runtime/recommendation-hash.js';
import { agentOf } from './agents.js';
import { analyzeForAgents } from './analyze-for-agents.js';
import type { AnalysisOutput } from './analysis-schema.js';
import { entriesOfOffer, recordingSteps, specialistOf, triageEntry } from './recommendation-entries.js';
import type { NextStep } from './recommendation-entries.js';
import type { RecommendationInput, RecommendationOutput } from './recommendation-schema.js';
import { runSpecialist } from './run-specialist.js';
import type { SpecialistSubject } from './run-specialist.js';
import { specialistOffer } from './specialist-techniques.js';

/** The list, and what the answer's metadata says of it. */
export interface RecommendationRun {
  readonly output: RecommendationOutput;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What the caller knows beside the input. */
export interface RecommendationContext {
  /** The report of the trace, where it was made already. */
  readonly report: Report | null;
  /** Whether entries that the session gave before are left out, and these are noted. */
  readonly usesSession: boolean;
}

/**
 * The Recommendation agent: the recommender's list where there is a trace, else the techniques of the specialist of the class
 * that nothing measured contradicts. No model is asked for entries, order or routing; the specialist may add to its lane.
 */
export function runRecommendation(
  input: RecommendationInput,
  call: AgentCall,
  context: RecommendationContext,
): Promise<RecommendationRun> {
  return announced(call.progress, 'recommendation', async () => {
    const { findings, database_path: path, kernel_filter: filter } = input;
    const gfxId = input.gfx_id ?? gfxOf(findings);
    const report =
      context.report ??
      (path === undefined || path === null
        ? null
        : await analyzeForAgents({ database_path: path }, call, 'recommendation'));
    const kind = specialistOf(findings.primary_bottleneck);
    const subject = subjectOf(findings, gfxId, report, path ?? null);
    const lane = kind === null ? [] : (await handedToSpecialist(kind, subject, call)).exploratory_proposals;
    const vetted = report === null ? entriesWithoutTrace(findings, subject) : report.recommendations;
    const matching =
      filter === undefined || filter === null ? vetted : vetted.filter((entry) => isAbout(entry, filter));
    const fresh = withoutSeen(matching, gfxId, input, call, context);
    const isPlateau = hasPlateau(input, call, context);
    return {
      output: {
        recommendations: fresh.map((entry) => ({ ...entry })),
        specialist_used: kind ?? 'none',
        plateau_detected: isPlateau,
        exploratory_proposals: lane,
      },
      metadata: {
        recommendation_hashes: fresh.map((entry) => hashesOf(entry, gfxId)),
        next_steps: nextSteps(findings, isPlateau),
      },
    };
  });
}

function handedToSpecialist(
  kind: NonNullable<ReturnType<typeof specialistOf>>,
  subject: SpecialistSubject,
  call: AgentCall,
) {
  handOff(agentOf('recommendation'), agentOf(`${kind}_specialist`));
  return runSpecialist(kind, subject, call);
}

function entriesWithoutTrace(findings: AnalysisOutput, subject: SpecialistSubject): Recommendation[] {
  const kind = specialistOf(findings.primary_bottleneck);
  if (kind === null) return findings.primary_bottleneck === 'mixed' ? [triageEntry(findings)] : [];
  return entriesOfOffer(specialistOffer(kind, subject.gfxId, subject.facts), findings);
}

function subjectOf(
  findings: AnalysisOutput,
  gfxId: string | null,
  report: Report | null,
  path: RecommendationInput['database_path'] | null,
): SpecialistSubject {
  const { time_breakdown: breakdown, hot_kernels: hotKernels } = findings;
  const api = breakdown['api_pct'];
  const copies = breakdown['memcpy_pct'];
  const data = {
    ...(api === undefined ? {} : { api_overhead_pct: api }),
    ...(copies === undefined ? {} : { memcpy_pct: copies }),
  };
  const thermal = report?.thermal === undefined ? {} : { thermal: report.thermal };
  // A model names a trace to a tool only by a path that it was given.
  const inputs = path ?? report?.metadata.inputs.map((file) => file.path) ?? [];
  const trace = inputs.length === 0 ? {} : { database_path: inputs };
  const input = { gfx_id: gfxId, hot_kernels: hotKernels, ...data, ...thermal, ...trace };
  // Entries of a trace carry the predictions of the recommender.
  return { gfxId, facts: { hotKernels, data: [data] }, databasePath: null, hasCounterData: false, input };
}

function gfxOf({ hot_kernels: hotKernels }: AnalysisOutput): string | null {
  const gfxId = hotKernels[0]?.['gfx_id'];
  return typeof gfxId === 'string' && gfxId !== '' ? gfxId : null;
}

function isAbout({ target, kernels = [] }: Recommendation, filter: string): boolean {
  return [target ?? '', ...kernels].some((name) => name.includes(filter));
}

function hashesOf({ id, name, target }: Recommendation, gfxId: string | null) {
  return { id, v1: recommendationHashV1(name), v2: recommendationHashV2(name, target, gfxId) };
}

/** Entries whose hash, old or new, was not seen; the order stays. */
function withoutSeen(
  entries: readonly Recommendation[],
  gfxId: string | null,
  { seen_recommendation_hashes: given }: RecommendationInput,
  { session }: AgentCall,
  { usesSession }: RecommendationContext,
): Recommendation[] {
  const diary = usesSession ? session : null;
  const seen = new Set([...given, ...(diary?.seenHashes() ?? [])]);
  const fresh = entries.filter((entry) => {
    const { v1, v2 } = hashesOf(entry, gfxId);
    return !seen.has(v1) && !seen.has(v2);
  });
  diary?.addSeenHashes(fresh.map((entry) => hashesOf(entry, gfxId).v2));
  return fresh;
}

/** Whether the last three runs have stopped changing; rows without a run time do not count. */
function hasPlateau(
  input: RecommendationInput,
  { session }: AgentCall,
  { usesSession }: RecommendationContext,
): boolean {
  const stored = usesSession && session !== null ? session.edits() : [];
  const history = [...stored, ...input.edit_history].flatMap((row) => {
    const total = row['total_runtime_ns'];
    return typeof total === 'number' && total >= 0 && Number.isFinite(total) ? [{ total_runtime_ns: total }] : [];
  });
  return plateau.check({ history }).plateau_detected;
}

function nextSteps(findings: AnalysisOutput, isPlateau: boolean): NextStep[] {
  if (findings.primary_bottleneck === 'data_insufficient') return recordingSteps();
  if (!isPlateau) return [];
  const fingerprint = findings.counter_data_available ? ['--kernel-trace', '--sys-trace'] : ['--sys-trace'];
  const deeper = profiling.fillGap({ current_fingerprint: fingerprint, goal: 'stall_analysis' });
  return [
    {
      step: `the last runs have stopped changing: profile deeper${deeper === null ? '' : ` (${deeper.name})`}`,
      command: deeper?.command ?? null,
    },
  ];
}
