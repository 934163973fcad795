import type { Tool } from '@perfxpert/tools';
import { analyzeTraceTool } from './analyze-trace.js';
import { compareTracesTool } from './compare-traces.js';
import { explainFindingTool } from './explain-finding.js';
import { explainKernelTool } from './explain-kernel.js';
import { listKernelsTool } from './list-kernels.js';
import { queryTraceTool } from './query-trace.js';
import { suggestNextProfileTool } from './suggest-next-profile.js';

/** Tools of the size of a task, in the order in which a reader needs them. */
export const TASK_TOOLS: readonly Tool[] = [
  analyzeTraceTool,
  listKernelsTool,
  explainKernelTool,
  explainFindingTool,
  compareTracesTool,
  suggestNextProfileTool,
  queryTraceTool,
];
