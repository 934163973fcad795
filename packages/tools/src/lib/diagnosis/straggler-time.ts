import type { Straggler } from '../../schemas/ranks.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import type { WindowTime } from './window-time.js';

/** A rank that holds up the others, and what of the window that takes. */
export interface StragglerTime {
  readonly straggler: Straggler;
  /** Most that can be won back, whole nanoseconds of the window. */
  readonly ns: number;
  /** Of it what is communication that nothing covers: all of it, but 0 where nobody waits in a collective. */
  readonly communicationNs: number;
}

/**
 * The straggler's bound as part of the window, in which the windows of groups of processes are added up: one that is
 * waited for in several counts in each. Waiting in collectives is part of the communication that no other kernel covers,
 * so it is at most that. Null without a straggler, or where times can't be judged.
 */
export function stragglerTime(facts: TraceFacts, time: WindowTime | null): StragglerTime | null {
  const straggler = facts.ranks?.straggler ?? null;
  if (straggler === null || time === null) return null;
  const boundNs = straggler.bound_ns * straggler.window_count;
  const isWaiting = straggler.basis === 'collectives';
  const ns = Math.floor(Math.min(boundNs, isWaiting ? time.communicationExposedNs : time.wallNs));
  return ns <= 0 ? null : { straggler, ns, communicationNs: isWaiting ? ns : 0 };
}
