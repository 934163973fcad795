import type { AgentRole } from './agent-role.js';
import type { Creativity } from './settings.js';

/**
 * Whether a field of an agent's answer could come from a model: words of Root, Correctness and Diff; proposals of the
 * specialists (which Recommendation calls) where exploration is allowed. Where not, nobody is asked and no key is needed.
 */
export function needsModel(role: AgentRole, tier: Creativity): boolean {
  switch (role) {
    case 'root':
    case 'correctness':
    case 'diff_specialist':
      return true;
    case 'analysis':
      return false;
    case 'recommendation':
    case 'compute_specialist':
    case 'memory_specialist':
    case 'latency_specialist':
      return tier === 'exploratory';
  }
}
