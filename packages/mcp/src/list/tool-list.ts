import {
  AGENT_TOOLS,
  READ_ONLY_TOOLS,
  TASK_TOOLS,
  inputJsonSchema,
  outputJsonSchema,
  wireName,
} from '@perfxpert/agents/tools';
import type { Tool } from '@perfxpert/agents/tools';
import { wireTool } from './wire-tool.js';
import type { WireTool } from './wire-tool.js';

/** Name that clients and this list agree on. */
const NAME = /^[a-z0-9_]{1,64}$/;

/** A declaration, and which of the three lists it is from. */
export interface DeclaredTool {
  readonly tool: Tool;
  readonly kind: 'task' | 'agent' | 'catalogue';
}

/** Declarations of everything that may be called, task-sized tools first. */
export function declaredTools(): readonly DeclaredTool[] {
  return [
    ...TASK_TOOLS.map((tool) => ({ tool, kind: 'task' as const })),
    ...AGENT_TOOLS.map((tool) => ({ tool, kind: 'agent' as const })),
    ...READ_ONLY_TOOLS.map((tool) => ({ tool, kind: 'catalogue' as const })),
  ];
}

/**
 * The list of tools, made from their declarations when the package is built: the server itself reads the list and
 * loads the declarations only for the first call.
 *
 * @throws Error for two tools of one name, or a name that clients refuse.
 */
export function toolList(): readonly WireTool[] {
  const list = declaredTools().flatMap(({ tool, kind }) => {
    const shown = wireTool({
      tool,
      kind,
      name: wireName(tool.key),
      input: inputJsonSchema(tool),
      output: outputJsonSchema(tool),
    });
    return shown === null ? [] : [shown];
  });
  const names = new Set<string>();
  for (const { name, key } of list) {
    if (!NAME.test(name)) throw new Error(`${key}: ${name} is no name for the wire`);
    if (names.has(name)) throw new Error(`${name}: two tools have this name`);
    names.add(name);
  }
  return list;
}
