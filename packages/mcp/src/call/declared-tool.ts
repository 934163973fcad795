import { declaredTools } from '../list/tool-list.js';
import type { DeclaredTool } from '../list/tool-list.js';

const tools = new Map(declaredTools().map((declared) => [declared.tool.key, declared]));

/** The declaration of a tool. @throws Error for a key that the list does not have: a bug of ours */
export function declaredTool(key: string): DeclaredTool {
  const declared = tools.get(key);
  if (declared === undefined) throw new Error(`no tool ${key}`);
  return declared;
}
