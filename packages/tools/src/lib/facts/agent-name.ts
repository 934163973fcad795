import type { TraceAgent } from '@perfxpert/rocpd';

/** Name of an agent within its process: type, and index among agents of that type, else its id (`GPU 0`, `CPU 1`). */
export function agentName({ type, typeIndex, id }: TraceAgent): string {
  return `${type} ${String(typeIndex ?? id)}`;
}
