// Everything that can be called by name, for servers: loading the declarations takes longer than a small analysis, so
// they are no part of the other entries.
import { TOOLS } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import { TASK_TOOLS } from './task-tools/index.js';

/** Tools of the catalogue that only read, in the order of the registry. */
export const READ_ONLY_TOOLS: readonly Tool[] = TOOLS.filter(({ toolClass }) => toolClass === 'read_only');

/** The agents as tools. */
export const AGENT_TOOLS: readonly Tool[] = [];

export { TASK_TOOLS };
export {
  ToolError,
  arch,
  callTool,
  createToolContext,
  createTraceCache,
  inputJsonSchema,
  isPerfXpertError,
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
