import type { ToolSpec } from '@perfxpert/providers';
import { inputJsonSchema } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import { toolWireName } from './define-agent.js';

/** A tool as a model sees it: its name on the wire, its own description and input. */
export function toProviderTool(tool: Tool): ToolSpec {
  return {
    name: toolWireName(tool.key),
    description: tool.description,
    inputSchema: Object.fromEntries(Object.entries(inputJsonSchema(tool))),
  };
}
