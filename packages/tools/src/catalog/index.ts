import type { Tool } from '../tool/define-tool.js';
import { hotspotsTool } from './trace-analysis/hotspots.js';
import { timeBreakdownTool } from './trace-analysis/time-breakdown.js';

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [timeBreakdownTool, hotspotsTool];
