export { isPerfXpertError, toWireError } from '@perfxpert/tools/analysis';
export type { PerfXpertError, ToolClass, WireError } from '@perfxpert/tools';
export type { Explanation } from '@perfxpert/tools';
export { explainFinding } from './pipeline/explain-finding.js';
export type { ExplainInput, ExplainOptions } from './pipeline/explain-finding.js';
export { exportTimeline, QUERY_TABLES, queryTrace } from '@perfxpert/tools/analysis';
export type { ExportSummary, QueryResult, TimelineFormat } from '@perfxpert/tools';
export { diffRuns, gateComparison } from '@perfxpert/tools/analysis';
export type { DiffKernel, GateCheck, GateOptions, RegressionGate, RunPaths, TraceDiff } from '@perfxpert/tools';
