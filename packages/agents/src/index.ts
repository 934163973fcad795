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
export { REPORT_SCHEMA_VERSION, ReportSchema } from './pipeline/report-schema.js';
export type { Report } from './pipeline/report-schema.js';
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
} from '@perfxpert/providers';
