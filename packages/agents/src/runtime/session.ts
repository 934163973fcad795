import { isPerfXpertError } from '@perfxpert/tools';
import { SessionTurnBudgetExceeded } from './agent-errors.js';
import { openSessions } from './session-store.js';
import type { SessionRow, SessionStore, TurnEnd } from './session-store.js';
import type { Creativity } from './settings.js';

/** One session: its id, what was pinned when it began, and its turns. */
export interface Session {
  readonly id: string;
  readonly creativity: Creativity;
  readonly store: SessionStore;
  /** Why the state folder could not be used and all is in memory; null while it could. */
  readonly failure: string | null;
  /** @throws SessionTurnBudgetExceeded */
  reserveTurn(agent: string, provider: string): number;
  settleTurn(number: number, end: TurnEnd): void;
  tokensUsed(): number;
}

/** What surrounds a session. */
export interface SessionContext {
  readonly store: SessionStore;
  readonly maxTurns: number;
  readonly now: () => Date;
}

/**
 * Begins a session, or goes on with the one of that id. Where the state folder can't be written, the session lives in
 * memory: an analysis must not fail because its diary can't be kept.
 */
export function createSession(row: SessionRow, context: SessionContext): Session {
  const { maxTurns, now } = context;
  let { store } = context;
  let failure: string | null = null;
  let begun: SessionRow;
  try {
    begun = store.begin(row, now());
  } catch (error) {
    if (!isPerfXpertError(error) || error instanceof SessionTurnBudgetExceeded) throw error;
    failure = error.message;
    store = openSessions({ stateDir: null });
    begun = store.begin(row, now());
  }
  return {
    id: begun.id,
    creativity: begun.creativity,
    store,
    failure,
    reserveTurn: (agent, provider) => store.reserveTurn(begun.id, { agent, provider }, maxTurns, now()),
    settleTurn: (number, end) => store.settleTurn(begun.id, number, end),
    tokensUsed: () => store.tokensUsed(begun.id),
  };
}
