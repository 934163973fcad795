import { parseInput } from '@perfxpert/tools';
import type { Report } from '../pipeline/report-schema.js';
import { beginCall } from '../runtime/agent-call.js';
import type { AgentCall } from '../runtime/agent-call.js';
import type { AgentOptions, CallFields } from '../runtime/agent-options.js';
import { deepFreeze } from '../runtime/deep-freeze.js';
import { runMetadata, runWarnings } from '../runtime/run-metadata.js';
import type { AgentAnalysis } from './analysis-schema.js';
import { AgentAnalysisInputSchema } from './analysis-schema.js';
import { AgentCorrectnessInputSchema } from './correctness-schema.js';
import type { AgentCorrectnessResult } from './correctness-schema.js';
import { AgentDiffInputSchema } from './diff-schema.js';
import type { AgentDiffResult } from './diff-schema.js';
import { AgentRecommendationInputSchema } from './recommendation-schema.js';
import type { AgentRecommendationResult } from './recommendation-schema.js';
import { RootInputSchema } from './root-schema.js';
import { runAnalysis } from './run-analysis.js';
import { runCorrectness } from './run-correctness.js';
import { runDiff } from './run-diff.js';
import { runRecommendation } from './run-recommendation.js';
import { runRoot, runRootOn } from './run-root.js';
import type { RootRun } from './run-root.js';
import { runSpecialist } from './run-specialist.js';
import type { SpecialistSubject } from './run-specialist.js';
import type { SpecialistKind } from './rank-techniques.js';
import { AgentComputeInputSchema, AgentLatencyInputSchema, AgentMemoryInputSchema } from './specialist-schema.js';
import type { AgentSpecialistResult, ComputeSpecialistInput } from './specialist-schema.js';

/** Calls Root with raw input. @throws ToolError INVALID_ARGUMENT, and as `runRoot` */
export async function callRoot(raw: unknown, options: AgentOptions): Promise<RootRun> {
  const input = parseInput('agent_root', RootInputSchema, raw);
  return deepFreeze(await runRoot(input, beginCall('root', input, options)));
}

/** Calls Root on a report that was made already. Errors of providers. */
export async function callRootOn(report: Report, raw: unknown, options: AgentOptions): Promise<RootRun> {
  const input = parseInput('answer_report', RootInputSchema, raw);
  return deepFreeze(await runRootOn(report, input, beginCall('root', input, options)));
}

/** Calls Analysis with raw input. Errors as `analyzeTrace`. */
export async function callAnalysis(raw: unknown, options: AgentOptions): Promise<AgentAnalysis> {
  const fields = parseInput('agent_analysis', AgentAnalysisInputSchema, raw);
  const call = beginCall('analysis', fields, options);
  const { findings, report } = await runAnalysis(fields.input, call);
  const { summary, profiling_info: profiling } = report;
  return finished(findings, fields, call, {
    driver: summary.driver,
    evidence: summary.evidence ?? [],
    would_change: summary.would_change ?? null,
    gpus: profiling.gpus,
    wall_ns: report.execution_breakdown?.wall_ns ?? null,
    notices: report.warnings,
  });
}

/** Calls Recommendation with raw input. Errors as `analyzeTrace` where a trace is given. */
export async function callRecommendation(raw: unknown, options: AgentOptions): Promise<AgentRecommendationResult> {
  const fields = parseInput('agent_recommendation', AgentRecommendationInputSchema, raw);
  const call = beginCall('recommendation', fields, options);
  const { output, metadata } = await runRecommendation(fields.input, call, {
    report: null,
    usesSession: isSessionNamed(fields),
  });
  const { plateau_detected: isPlateau = false, exploratory_proposals: proposals = [], ...others } = output;
  const answer = { ...others, plateau_detected: isPlateau, exploratory_proposals: proposals };
  return finished(answer, fields, call, metadata);
}

/** Calls Correctness with raw input. */
export async function callCorrectness(raw: unknown, options: AgentOptions): Promise<AgentCorrectnessResult> {
  const fields = parseInput('agent_correctness', AgentCorrectnessInputSchema, raw);
  const call = beginCall('correctness', fields, options);
  const { verified, ...answer } = await runCorrectness(fields.input, call);
  return finished(answer, fields, call, { verified });
}

/** Calls the compute specialist with raw input. @throws KnowledgeError UNKNOWN_ID for an unknown architecture */
export async function callCompute(raw: unknown, options: AgentOptions): Promise<AgentSpecialistResult> {
  const fields = parseInput('agent_compute_specialist', AgentComputeInputSchema, raw);
  const { source_hints: hints, counter_data: counters } = fields.input;
  return callSpecialist('compute', subjectOf(fields.input, [hints, counters], counters), fields, options);
}

/** Calls the memory specialist with raw input. Errors likewise. */
export async function callMemory(raw: unknown, options: AgentOptions): Promise<AgentSpecialistResult> {
  const fields = parseInput('agent_memory_specialist', AgentMemoryInputSchema, raw);
  const { memcpy_data: copies, counter_data: counters } = fields.input;
  return callSpecialist('memory', subjectOf(fields.input, [copies, counters], counters), fields, options);
}

/** Calls the latency specialist with raw input. Errors likewise. */
export async function callLatency(raw: unknown, options: AgentOptions): Promise<AgentSpecialistResult> {
  const fields = parseInput('agent_latency_specialist', AgentLatencyInputSchema, raw);
  const { api_overhead_pct: api, avg_kernel_duration_us: average } = fields.input;
  const data = {
    // 0 is what the field holds where nobody measured it.
    ...(api === 0 ? {} : { api_overhead_pct: api }),
    ...(average === undefined || average === null ? {} : { avg_kernel_duration_us: average }),
  };
  return callSpecialist('latency', subjectOf(fields.input, [data], {}), fields, options);
}

/** Calls the diff specialist with raw input. Errors as `traceDiff.diffRuns`. */
export async function callDiff(raw: unknown, options: AgentOptions): Promise<AgentDiffResult> {
  const fields = parseInput('agent_diff_specialist', AgentDiffInputSchema, raw);
  const { baseline_db, new_db, top_kernels, user_intent } = fields;
  const call = beginCall('diff_specialist', fields, options);
  const { warnings, ...answer } = await runDiff({ baseline_db, new_db, top_kernels, user_intent }, call);
  call.warnings.push(...warnings);
  const lists = {
    regressions: answer.regressions.map((row) => ({ ...row })),
    improvements: answer.improvements.map((row) => ({ ...row })),
    exploratory_proposals: [...answer.exploratory_proposals],
  };
  return finished({ ...answer, ...lists }, fields, call, {});
}

/** What a specialist looks at, from its input. */
function subjectOf(
  input: Pick<ComputeSpecialistInput, 'gfx_id' | 'hot_kernels' | 'database_path'>,
  data: SpecialistSubject['facts']['data'],
  counters: Readonly<Record<string, unknown>>,
): SpecialistSubject {
  return {
    gfxId: input.gfx_id,
    facts: { hotKernels: input.hot_kernels, data },
    databasePath: input.database_path ?? null,
    hasCounterData: Object.keys(counters).length > 0,
    input: { ...input },
  };
}

async function callSpecialist(
  kind: SpecialistKind,
  subject: SpecialistSubject,
  fields: CallFields,
  options: AgentOptions,
): Promise<AgentSpecialistResult> {
  const call = beginCall(`${kind}_specialist`, fields, options);
  const { citations = [], exploratory_proposals: proposals = [], ...others } = await runSpecialist(kind, subject, call);
  return finished({ ...others, citations, exploratory_proposals: proposals }, fields, call, {});
}

/** The answer with what the run adds; frozen. */
function finished<T extends object>(
  answer: T,
  fields: CallFields,
  call: AgentCall,
  metadata: Readonly<Record<string, unknown>>,
): T & { metadata: Record<string, unknown>; warnings?: string[] } {
  const warnings = runWarnings(call);
  return deepFreeze({
    ...answer,
    metadata: { ...runMetadata(call, isSessionNamed(fields)), ...metadata },
    ...(warnings.length === 0 ? {} : { warnings }),
  });
}

function isSessionNamed({ session_id: id }: CallFields): boolean {
  return (id ?? null) !== null;
}
