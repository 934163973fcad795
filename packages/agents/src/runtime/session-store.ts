import { openStore } from '@perfxpert/tools';
import type { Store, StoreDatabase } from '@perfxpert/tools';
import type { Usage } from '@perfxpert/providers';
import { SessionTurnBudgetExceeded } from './agent-errors.js';
import type { Creativity } from './settings.js';

/** Only added to, never changed. */
const MIGRATIONS = [
  `create table sessions (
     id text primary key,
     provider text,
     creativity text not null,
     created_at text not null
   ) strict;
   create table turns (
     session_id text not null,
     number integer not null,
     agent text not null,
     provider text not null,
     model text,
     status text not null,
     input_tokens integer not null default 0,
     output_tokens integer not null default 0,
     usage_json text,
     error_code text,
     at text not null,
     primary key (session_id, number)
   ) strict;
   create table verdicts (
     id text primary key,
     session_id text not null,
     number integer not null,
     status text not null,
     is_complete integer not null,
     kernel text,
     technique text,
     patch_sha text,
     digest text not null,
     body_json text not null,
     at text not null
   ) strict;
   create table seen_hashes (
     session_id text not null,
     hash text not null,
     primary key (session_id, hash)
   ) strict;
   create table edits (
     session_id text not null,
     number integer not null,
     body_json text not null,
     primary key (session_id, number)
   ) strict;`,
];

/** A session: what it was begun with. `creativity` is pinned for its whole life. */
export interface SessionRow {
  readonly id: string;
  readonly provider: string | null;
  readonly creativity: Creativity;
}

/** One turn of a model, as it is kept. */
export interface TurnRow {
  readonly number: number;
  readonly agent: string;
  readonly provider: string;
  readonly model: string | null;
  /** `started`: its answer was never recorded. */
  readonly status: 'started' | 'answered' | 'failed';
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A verdict that the gates issued. */
export interface VerdictRow {
  readonly id: string;
  readonly sessionId: string;
  readonly status: string;
  readonly isComplete: boolean;
  readonly kernel: string | null;
  readonly technique: string | null;
  readonly patchSha: string | null;
  /** SHA-256 of what the verdict says; another content is another verdict. */
  readonly digest: string;
  readonly body: string;
}

/** How a turn ended. */
export interface TurnEnd {
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly errorCode: string | null;
}

/** The sessions of a state folder. Every method is one transaction: a process that is killed loses none that returned. */
export interface SessionStore {
  /** The session of an id; begun with these values where there is none. */
  begin(session: SessionRow, now: Date): SessionRow;
  find(id: string): SessionRow | null;
  /**
   * Takes the next turn, before the model is asked.
   *
   * @throws SessionTurnBudgetExceeded where `most` are used up
   */
  reserveTurn(id: string, turn: { readonly agent: string; readonly provider: string }, most: number, now: Date): number;
  settleTurn(id: string, number: number, end: TurnEnd): void;
  turns(id: string): TurnRow[];
  /** Input and output tokens of all turns. */
  tokensUsed(id: string): number;
  /**
   * Keeps the verdict that `make` makes of those that the session has (oldest first), which no other process can change
   * meanwhile. What `make` throws is thrown, and nothing is kept.
   */
  addVerdict<T extends VerdictRow>(sessionId: string, make: (earlier: readonly VerdictRow[]) => T, now: Date): T;
  findVerdict(id: string): VerdictRow | null;
  /** Verdicts of a session, oldest first. */
  verdicts(sessionId: string): VerdictRow[];
  seenHashes(id: string): string[];
  addSeenHashes(id: string, hashes: readonly string[]): void;
  edits(id: string): Record<string, unknown>[];
  addEdit(id: string, edit: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/**
 * Opens the sessions of a state folder (`sessions.db`, made at the first write); null keeps them in memory. Methods throw
 * the errors of the store: PERMISSION_DENIED, BUSY, DAMAGED, SCHEMA_UNSUPPORTED.
 */
export function openSessions({ stateDir }: { readonly stateDir: string | null }): SessionStore {
  const store: Store = openStore({ stateDir, fileName: 'sessions.db', migrations: MIGRATIONS });
  const read = <T>(query: (database: StoreDatabase) => T, whenEmpty: T): T => store.read(query, whenEmpty);
  return {
    begin: (session, now) =>
      store.write((database) => {
        const insert = 'insert or ignore into sessions (id, provider, creativity, created_at) values (?, ?, ?, ?)';
        database.prepare(insert).run(session.id, session.provider, session.creativity, now.toISOString());
        return findSession(database, session.id) ?? session;
      }),
    find: (id) => read((database) => findSession(database, id), null),
    reserveTurn: (id, turn, most, now) =>
      store.write((database) => {
        const used = countOf(database, 'select count(*) from turns where session_id = ?', id);
        if (used >= most) throw outOfTurns(id, most);
        database
          .prepare('insert into turns (session_id, number, agent, provider, status, at) values (?, ?, ?, ?, ?, ?)')
          .run(id, used + 1, turn.agent, turn.provider, 'started', now.toISOString());
        return used + 1;
      }),
    settleTurn: (id, number, { model, usage, errorCode }) =>
      store.write((database) => {
        database
          .prepare(
            `update turns set model = ?, status = ?, input_tokens = ?, output_tokens = ?, usage_json = ?, error_code = ?
             where session_id = ? and number = ?`,
          )
          .run(
            model,
            errorCode === null ? 'answered' : 'failed',
            usage?.inputTokens ?? 0,
            usage?.outputTokens ?? 0,
            usage === null ? null : JSON.stringify(usage),
            errorCode,
            id,
            number,
          );
      }),
    turns: (id) =>
      read(
        (database) =>
          database
            .prepare(
              `select number, agent, provider, model, status, input_tokens as inputTokens, output_tokens as outputTokens
               from turns where session_id = ? order by number`,
            )
            .all(id) as TurnRow[], // columns of a strict table of ours
        [],
      ),
    tokensUsed: (id) =>
      read(
        (database) =>
          countOf(
            database,
            'select coalesce(sum(input_tokens + output_tokens), 0) from turns where session_id = ?',
            id,
          ),
        0,
      ),
    addVerdict: (sessionId, make, now) =>
      store.write((database) => {
        const earlier = selectVerdicts(database, 'session_id = ?', sessionId);
        const verdict = make(earlier);
        insertVerdict(database, verdict, earlier.length + 1, now);
        return verdict;
      }),
    findVerdict: (id) => read((database) => selectVerdicts(database, 'id = ?', id)[0] ?? null, null),
    verdicts: (sessionId) => read((database) => selectVerdicts(database, 'session_id = ?', sessionId), []),
    seenHashes: (id) =>
      read(
        (database) =>
          database
            .prepare('select hash from seen_hashes where session_id = ? order by hash')
            .pluck()
            .all(id)
            .map(String),
        [],
      ),
    addSeenHashes: (id, hashes) =>
      store.write((database) => {
        const insert = database.prepare('insert or ignore into seen_hashes (session_id, hash) values (?, ?)');
        for (const hash of hashes) insert.run(id, hash);
      }),
    edits: (id) =>
      read(
        (database) =>
          database
            .prepare('select body_json from edits where session_id = ? order by number')
            .pluck()
            .all(id)
            .map((body) => editOf(String(body)))
            .filter((edit) => edit !== null),
        [],
      ),
    addEdit: (id, edit) =>
      store.write((database) => {
        const number = countOf(database, 'select count(*) from edits where session_id = ?', id) + 1;
        database
          .prepare('insert into edits (session_id, number, body_json) values (?, ?, ?)')
          .run(id, number, JSON.stringify(edit));
      }),
    close: () => store.close(),
  };
}

/** What `addEdit` wrote; null for what somebody else did. */
function editOf(body: string): Record<string, unknown> | null {
  try {
    const edit: unknown = JSON.parse(body);
    return typeof edit === 'object' && edit !== null && !Array.isArray(edit) ? { ...edit } : null;
  } catch {
    return null;
  }
}

function findSession(database: StoreDatabase, id: string): SessionRow | null {
  const row = database.prepare('select id, provider, creativity from sessions where id = ?').get(id);
  return row === undefined ? null : (row as SessionRow); // columns of a strict table of ours
}

function countOf(database: StoreDatabase, query: string, value: string): number {
  return Number(database.prepare(query).pluck().get(value));
}

function insertVerdict(database: StoreDatabase, verdict: VerdictRow, number: number, now: Date): void {
  database
    .prepare(
      `insert into verdicts (id, session_id, number, status, is_complete, kernel, technique, patch_sha, digest, body_json, at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      verdict.id,
      verdict.sessionId,
      number,
      verdict.status,
      Number(verdict.isComplete),
      verdict.kernel,
      verdict.technique,
      verdict.patchSha,
      verdict.digest,
      verdict.body,
      now.toISOString(),
    );
}

function selectVerdicts(database: StoreDatabase, condition: string, value: string): VerdictRow[] {
  const rows = database
    .prepare(
      `select id, session_id as sessionId, status, is_complete as isComplete, kernel, technique, patch_sha as patchSha,
         digest, body_json as body from verdicts where ${condition} order by number, id`,
    )
    .all(value) as (Omit<VerdictRow, 'isComplete'> & { readonly isComplete: number })[]; // a strict table of ours
  return rows.map((row) => ({ ...row, isComplete: row.isComplete === 1 }));
}

function outOfTurns(id: string, most: number): SessionTurnBudgetExceeded {
  return new SessionTurnBudgetExceeded(
    `The session has used its ${most} model turns; start another one, or raise PERFXPERT_MAX_SESSION_TURNS.`,
    { session_id: id, max_turns: most },
  );
}
