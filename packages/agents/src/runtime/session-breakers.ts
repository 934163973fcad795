import { createBreaker } from '@perfxpert/providers';
import type { Breaker } from '@perfxpert/providers';
import type { SessionStore } from './session-store.js';

const MAX_SESSIONS = 256;
/** What this process knows of the failures of each session; goes with its store. */
const known = new WeakMap<SessionStore, Map<string, Breaker>>();

/** The breaker of a session: a provider that failed twice in it is passed over for a minute, in later calls too. */
export function sessionBreaker(store: SessionStore, sessionId: string): Breaker {
  const breakers = known.get(store) ?? new Map<string, Breaker>();
  known.set(store, breakers);
  const breaker = breakers.get(sessionId) ?? createBreaker(() => Date.now());
  // The latest is last; old sessions are forgotten, not kept for ever.
  breakers.delete(sessionId);
  breakers.set(sessionId, breaker);
  const [oldest] = breakers.keys();
  if (breakers.size > MAX_SESSIONS && oldest !== undefined) breakers.delete(oldest);
  return breaker;
}
