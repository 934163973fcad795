export { isPerfXpertError, toWireError } from '@perfxpert/tools';
export type { PerfXpertError, ToolClass, WireError } from '@perfxpert/tools';
export type { Explanation } from '@perfxpert/tools';
export { explainFinding } from './pipeline/explain-finding.js';
export type { ExplainInput, ExplainOptions } from './pipeline/explain-finding.js';
