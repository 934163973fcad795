import type { IndexArray } from '../columns.js';
import type { TraceAgent } from '../trace.js';

/** Index of an agent by its row id; the number of agents for an id without a row. */
export function agentIndexOf(agents: readonly TraceAgent[]): (id: number) => number {
  const indices = new Map(agents.map(({ id }, index) => [id, index]));
  return (id) => indices.get(id) ?? agents.length;
}

/** Agents are at most 65,534 (see `readAgents`), so their indices fit 16 bits. */
export function toAgentColumn(column: IndexArray): Uint16Array {
  return column instanceof Uint16Array ? column : Uint16Array.from(column);
}
