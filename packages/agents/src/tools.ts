// Everything that can be called by name, for servers: loading the declarations takes longer than a small analysis, so
// they are no part of the other entries.
import { TOOLS } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import { TASK_TOOLS } from './task-tools/index.js';

/** Tools of the catalogue that only read, in the order of the registry. */
export const READ_ONLY_TOOLS: readonly Tool[] = TOOLS.filter(({ toolClass }) => toolClass === 'read_only');

export { TASK_TOOLS };
export { AGENT_TOOLS } from './team/agent-tools.js';
export type { AgentTool } from './team/agent-tools.js';
export type { AgentOptions } from './runtime/agent-options.js';
export { toolSettings } from './runtime/agent-call.js';
export { processEnvironment, readConfigFile } from './runtime/environment.js';
export { readSettings } from './runtime/read-settings.js';
export {
  ToolError,
  arch,
  callTool,
  createToolContext,
  createTraceCache,
  inputJsonSchema,
  isPerfXpertError,
  kernelDisplayName,
  listCounters,
  openPredictions,
  outputJsonSchema,
  QUERY_TABLES,
  parseInput,
  regression,
  toWireError,
  wireName,
} from '@perfxpert/tools';
export type {
  Prediction,
  PredictionStore,
  Tool,
  ToolContext,
  ToolErrorCode,
  ToolSettings,
  TraceCache,
  WireError,
} from '@perfxpert/tools';
