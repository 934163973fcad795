import { HandoffPolicyViolation } from './agent-errors.js';
import type { Agent } from './define-agent.js';

/** Work that one agent hands to another. A record: the runtime calls the target, no model does. */
export interface Handoff {
  readonly source: string;
  readonly target: string;
}

/**
 * A handoff that the policy allows: exactly one layer down, to an agent on the source's own list.
 *
 * @throws HandoffPolicyViolation
 */
export function handOff(source: Agent, target: Agent): Handoff {
  const refuse = (reason: string): never => {
    throw new HandoffPolicyViolation(`${source.name} may not hand work to ${target.name}: ${reason}.`, {
      source: source.role,
      target: target.role,
    });
  };
  if (source.layer === 2 && target.layer === 2) refuse('specialists do not hand work to each other');
  if (target.layer <= source.layer) refuse('work goes down only');
  if (target.layer !== source.layer + 1) refuse('no layer may be skipped');
  if (!source.handoffs.includes(target.role)) refuse('it is not on its list');
  return Object.freeze({ source: source.role, target: target.role });
}
