import type { Straggler } from '../../schemas/ranks.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import type { WindowTime } from './window-time.js';

/** A rank that holds up the others, and what of the window that takes. */
export interface StragglerTime {
  readonly straggler: Straggler;
  /** Most that can be won back, whole nanoseconds of the window. */
  readonly ns: number;
  /** What of uncovered communication is put down to it, at most all; 0 where nobody waits in a collective. */
  readonly communicationNs: number;
}

/**
 * The straggler's bound as part of the window, in which the windows of groups of processes are added up: one that is
 * waited for in several counts in each. The bound is at most the least uncovered communication among the ranks that wait
 * (`findStraggler`), which may be more than the mean over all ranks: the straggler itself waits least. Null without a
 * straggler, where times can't be judged, and where no communication is uncovered.
 */
export function stragglerTime(facts: TraceFacts, time: WindowTime | null): StragglerTime | null {
  const straggler = facts.ranks?.straggler ?? null;
  if (straggler === null || time === null) return null;
  const isWaiting = straggler.basis === 'collectives';
  const ns = Math.floor(Math.min(straggler.bound_ns * straggler.window_count, time.wallNs));
  if (ns <= 0 || (isWaiting && time.communicationExposedNs <= 0)) return null;
  return { straggler, ns, communicationNs: isWaiting ? Math.min(ns, time.communicationExposedNs) : 0 };
}
