/** The eight agents, in the order in which they are listed everywhere. */
export const AGENT_ROLES = [
  'root',
  'analysis',
  'recommendation',
  'correctness',
  'compute_specialist',
  'memory_specialist',
  'latency_specialist',
  'diff_specialist',
] as const;

export type AgentRole = (typeof AGENT_ROLES)[number];
