import type { AgentTool } from './agent-tools.js';

/** The eight agents as tools, in their order. A promise, because their schemas are loaded only when somebody asks. */
export async function loadAgentTools(): Promise<readonly AgentTool[]> {
  return (await import('./agent-tools.js')).AGENT_TOOLS;
}
