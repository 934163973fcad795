import type { DiffRunsInput, ToolOptions, TraceDiff } from '@perfxpert/tools';
import type * as v from 'valibot';
import type { Report } from './pipeline/report-schema.js';
import type { AgentOptions } from './runtime/agent-options.js';
import type { ModelAccessPlan } from './runtime/plan-model-access.js';
import type { AgentAnalysis, AgentAnalysisInputSchema } from './team/analysis-schema.js';
import type { AgentCorrectnessInputSchema, AgentCorrectnessResult } from './team/correctness-schema.js';
import type { AgentDiffInputSchema, AgentDiffResult } from './team/diff-schema.js';
import type { Proposal } from './team/proposal-schema.js';
import type { AgentRecommendationInputSchema, AgentRecommendationResult } from './team/recommendation-schema.js';
import type { RootInputSchema } from './team/root-schema.js';
import type { RootRun } from './team/run-root.js';
import type {
  AgentComputeInputSchema,
  AgentLatencyInputSchema,
  AgentMemoryInputSchema,
  AgentSpecialistResult,
} from './team/specialist-schema.js';

/** The code behind the agents, loaded by the first call: importing this package loads no catalogue and no SDK. */
const runs = () => import('./team/call-agent.js');

/** Input of an agent as a caller writes it: what its schema accepts, read-only all the way down. */
type Input<TSchema extends v.GenericSchema> = DeepReadonly<v.InferInput<TSchema>>;
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

export type AgentRootInput = Input<typeof RootInputSchema>;
export type AgentAnalysisInput = Input<typeof AgentAnalysisInputSchema>;
export type AgentRecommendationInput = Input<typeof AgentRecommendationInputSchema>;
export type AgentCorrectnessInput = Input<typeof AgentCorrectnessInputSchema>;
export type AgentComputeInput = Input<typeof AgentComputeInputSchema>;
export type AgentMemoryInput = Input<typeof AgentMemoryInputSchema>;
export type AgentLatencyInput = Input<typeof AgentLatencyInputSchema>;
export type AgentDiffInput = Input<typeof AgentDiffInputSchema>;

/**
 * The report of a trace, and an answer to a question about it. A model writes the words only if a provider is named; every
 * other field is the same with and without one.
 *
 * @throws errors with a `code`: INVALID_ARGUMENT, those of a trace that cannot be read, CANCELLED; in a live call those of
 * providers (AuthError, QuotaExceededError ...) and SessionTurnBudgetExceeded
 */
export async function agentRoot(input: AgentRootInput, options: AgentOptions = {}): Promise<RootRun> {
  return (await runs()).callRoot(input, options);
}

/** The question to a report, and who is to answer it. */
export interface ReportQuestion {
  readonly user_query?: string;
  readonly intent_hint?: string | null;
  readonly provider?: string | null;
  readonly airgap?: boolean;
  readonly session_id?: string | null;
}

/**
 * Root's words on a report that was made already (by `analyzeTrace`): narrative, lane, and what the run says of itself.
 * Errors of providers as in `agentRoot`.
 */
export async function answerReport(
  report: Report,
  question: ReportQuestion,
  options: AgentOptions = {},
): Promise<RootRun> {
  return (await runs()).callRootOn(report, question, options);
}

/**
 * Whether a call with these fields would ask a model, and whom; keys and addresses are checked, nothing is contacted.
 *
 * @throws UnknownProviderError, AuthError for a missing key or address, RecursionGuardViolation, FatalError for an address
 */
export async function checkModelAccess(
  fields: Pick<ReportQuestion, 'provider' | 'airgap'>,
  options: AgentOptions = {},
): Promise<ModelAccessPlan> {
  return (await import('./runtime/plan-model-access.js')).planModelAccess(fields, options);
}

/** Verdict, partition of time and hot kernels of a trace. Errors as `agentRoot`. */
export async function agentAnalysis(input: AgentAnalysisInput, options: AgentOptions = {}): Promise<AgentAnalysis> {
  return (await runs()).callAnalysis(input, options);
}

/** What to change for findings of `agentAnalysis`, in order. Errors as `agentRoot`. */
export async function agentRecommendation(
  input: AgentRecommendationInput,
  options: AgentOptions = {},
): Promise<AgentRecommendationResult> {
  return (await runs()).callRecommendation(input, options);
}

/** What follows from a verdict of the gates, in words; `metadata.verified` says whether our gates issued it. */
export async function agentCorrectness(
  input: AgentCorrectnessInput,
  options: AgentOptions = {},
): Promise<AgentCorrectnessResult> {
  return (await runs()).callCorrectness(input, options);
}

/** Techniques against limits of arithmetic. @throws UNKNOWN_ID for an unknown architecture */
export async function agentComputeSpecialist(
  input: AgentComputeInput,
  options: AgentOptions = {},
): Promise<AgentSpecialistResult> {
  return (await runs()).callCompute(input, options);
}

/** Techniques against limits of memory and copies. @throws UNKNOWN_ID for an unknown architecture */
export async function agentMemorySpecialist(
  input: AgentMemoryInput,
  options: AgentOptions = {},
): Promise<AgentSpecialistResult> {
  return (await runs()).callMemory(input, options);
}

/** Techniques against launch overhead and waiting. @throws UNKNOWN_ID for an unknown architecture */
export async function agentLatencySpecialist(
  input: AgentLatencyInput,
  options: AgentOptions = {},
): Promise<AgentSpecialistResult> {
  return (await runs()).callLatency(input, options);
}

/** Two traces compared, in words. Errors as `traceDiffDiffRuns`, and of providers in a live call. */
export async function agentDiffSpecialist(input: AgentDiffInput, options: AgentOptions = {}): Promise<AgentDiffResult> {
  return (await runs()).callDiff(input, options);
}

/** Two traces compared kernel by kernel: the tool `trace_diff.diff_runs`. */
export async function traceDiffDiffRuns(input: DiffRunsInput, options: ToolOptions = {}): Promise<TraceDiff> {
  return (await import('@perfxpert/tools')).traceDiff.diffRuns(input, options);
}

/** A value as a proposal of the exploratory lane, or null where it is none. */
export async function parseProposal(value: unknown): Promise<Proposal | null> {
  return (await import('./team/parse-proposal.js')).parseProposal(value);
}

/** The nine calls under one name. */
export const api = Object.freeze({
  agentRoot,
  agentAnalysis,
  agentRecommendation,
  agentCorrectness,
  agentComputeSpecialist,
  agentMemorySpecialist,
  agentLatencySpecialist,
  agentDiffSpecialist,
  traceDiffDiffRuns,
});
