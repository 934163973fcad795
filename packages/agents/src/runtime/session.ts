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
  /** Hashes of entries that were given before. */
  seenHashes(): string[];
  addSeenHashes(hashes: readonly string[]): void;
  /** Patches that were judged, oldest first. */
  edits(): Record<string, unknown>[];
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
export function createSession(row: SessionRow, { store: kept, maxTurns, now }: SessionContext): Session {
  let store = kept;
  let failure: string | null = null;
  let begun = row;
  /** Work with the store; where it fails, with one in memory from then on. */
  const safely = <T>(work: (current: SessionStore) => T): T => {
    try {
      return work(store);
    } catch (error) {
      if (!isPerfXpertError(error) || error instanceof SessionTurnBudgetExceeded || failure !== null) throw error;
      failure = error.message;
      store = openSessions({ stateDir: null });
      begun = store.begin(begun, now());
      return work(store);
    }
  };
  begun = safely((current) => current.begin(row, now()));
  return {
    id: begun.id,
    creativity: begun.creativity,
    get store() {
      return store;
    },
    get failure() {
      return failure;
    },
    reserveTurn: (agent, provider) =>
      safely((current) => current.reserveTurn(begun.id, { agent, provider }, maxTurns, now())),
    settleTurn: (number, end) => safely((current) => current.settleTurn(begun.id, number, end)),
    tokensUsed: () => safely((current) => current.tokensUsed(begun.id)),
    seenHashes: () => safely((current) => current.seenHashes(begun.id)),
    addSeenHashes: (hashes) => safely((current) => current.addSeenHashes(begun.id, hashes)),
    edits: () => safely((current) => current.edits(begun.id)),
  };
}
