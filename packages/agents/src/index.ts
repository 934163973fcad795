export { analyzeTrace, analyzeTraceWithTimeline } from './pipeline/analyze-trace.js';
export type { DrawnAnalysis } from './pipeline/analyze-trace.js';
export type {
  DeviceOverview,
  LaneEvents,
  LaneKind,
  TimelineLane,
  TimelineTrack,
  TimelineWindow,
  TraceDiff,
  TraceTimeline,
} from '@perfxpert/tools';
export { AnalyzeInputSchema } from './pipeline/analyze-input.js';
export type { AnalyzeInput, AnalyzeOptions } from './pipeline/analyze-input.js';
export { isCompared } from './pipeline/comparison-schema.js';
export type { Comparison, FailedComparison } from './pipeline/comparison-schema.js';
export { reportJsonSchema } from './pipeline/report-json-schema.js';
export { ReportSchema } from './pipeline/report-schema.js';
export type { Report } from './pipeline/report-schema.js';
export { REPORT_SCHEMA_VERSION } from './pipeline/report-version.js';
export {
  AuthError,
  CancelledError,
  FatalError,
  ProviderChainExhausted,
  ProviderError,
  QuotaExceededError,
  RateLimitError,
  TimeoutError,
  TransientError,
  UnknownProviderError,
} from '@perfxpert/providers/errors';
export {
  agentAnalysis,
  agentComputeSpecialist,
  agentCorrectness,
  agentDiffSpecialist,
  agentLatencySpecialist,
  agentMemorySpecialist,
  agentRecommendation,
  agentRoot,
  answerReport,
  api,
  checkModelAccess,
  parseProposal,
  traceDiffDiffRuns,
} from './api.js';
export type {
  AgentAnalysisInput,
  AgentComputeInput,
  AgentCorrectnessInput,
  AgentDiffInput,
  AgentLatencyInput,
  AgentMemoryInput,
  AgentRecommendationInput,
  AgentRootInput,
  ReportQuestion,
} from './api.js';
export { runGates, settlePatch } from './gates-api.js';
export type { GateRequest } from './gates-api.js';
export type { IssuedVerdict } from './gates/issue-verdict.js';
export type { JudgedPatch, SettledPatch } from './gates/settle-patch.js';
export {
  AgentConstructionError,
  GateCapReached,
  HandoffPolicyViolation,
  SessionTurnBudgetExceeded,
  ToolAllowlistViolation,
} from './runtime/agent-errors.js';
export type { AgentEvent } from './runtime/agent-event.js';
export type { ModelAccessPlan } from './runtime/plan-model-access.js';
export type { AgentOptions } from './runtime/agent-options.js';
export type { AgentAnalysis } from './team/analysis-schema.js';
export type { AgentCorrectnessResult, GateVerdict } from './team/correctness-schema.js';
export type { AgentDiffResult } from './team/diff-schema.js';
export type { Proposal } from './team/proposal-schema.js';
export type { AgentRecommendationResult } from './team/recommendation-schema.js';
export type { RootRun } from './team/run-root.js';
export type { AgentSpecialistResult } from './team/specialist-schema.js';
