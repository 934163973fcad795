import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ToolError } from '../tool/tool-errors.js';
import { codeOf, toStoreError } from './store-error.js';

/** How long a caller waits for another process to finish its transaction, milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** An open SQLite database. */
export type StoreDatabase = Database.Database;

/** What a store is made from. */
export interface StoreOptions {
  /** Folder of our own files; null keeps the store in memory. Made, with the file, at the first write. */
  readonly stateDir: string | null;
  /** Name of the file in it. */
  readonly fileName: string;
  /** SQL that makes version n of version n - 1; a file's version is in its `user_version`. Only added to, never changed. */
  readonly migrations: readonly string[];
}

/** One SQLite file of the state folder. Several processes may use it at once. */
export interface Store {
  /** Runs a query; `whenEmpty` as long as nothing was ever written. @throws ToolError (see `openStore`) */
  read<T>(query: (database: StoreDatabase) => T, whenEmpty: T): T;
  /** Runs changes as one transaction. @throws ToolError (see `openStore`) */
  write<T>(change: (database: StoreDatabase) => T): T;
  close(): void;
}

/**
 * A store of the state folder, opened when it is first used and made when it is first written. Left-over logs of a
 * process that died are merged by SQLite. Where the file cannot be written, reading goes on without.
 *
 * Its methods throw ToolError: PERMISSION_DENIED, BUSY, DAMAGED; SCHEMA_UNSUPPORTED for a file of a newer version.
 */
export function openStore(options: StoreOptions): Store {
  let open: StoreDatabase | null = null;
  const translated = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw toStoreError(error, options.fileName);
    }
  };
  return {
    read: (query, whenEmpty) =>
      translated(() => {
        open ??= openForReading(options);
        return open === null ? whenEmpty : query(open);
      }),
    write: (change) =>
      translated(() => {
        if (open?.readonly === true) {
          open.close();
          open = null;
        }
        const database = (open ??= openForWriting(options));
        return database.transaction(change).immediate(database);
      }),
    close: () => {
      open?.close();
      open = null;
    },
  };
}

/** The existing file; null without one. A file that cannot be written is opened read-only. */
function openForReading(options: StoreOptions): StoreDatabase | null {
  const { stateDir, fileName } = options;
  if (stateDir === null || !fs.existsSync(path.resolve(stateDir, fileName))) return null;
  try {
    return openForWriting(options);
  } catch (error) {
    if (!/^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(error))) throw error;
    const file = path.resolve(stateDir, fileName);
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    return prepared(database, (opened) => requireVersion(opened, options, options.migrations.length));
  }
}

function openForWriting(options: StoreOptions): StoreDatabase {
  const { stateDir, fileName } = options;
  if (stateDir !== null) fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const file = stateDir === null ? ':memory:' : path.resolve(stateDir, fileName);
  return prepared(new Database(file, { timeout: BUSY_TIMEOUT_MS }), (database) => {
    useWriteAheadLog(database);
    database.transaction(() => migrate(database, options)).immediate();
  });
}

/** The database after its preparation; closed if that fails. */
function prepared(database: StoreDatabase, prepare: (database: StoreDatabase) => void): StoreDatabase {
  try {
    database.pragma('trusted_schema = off');
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Readers then never wait for writers. File systems without shared memory keep the rollback journal, which works too. */
function useWriteAheadLog(database: StoreDatabase): void {
  try {
    database.pragma('journal_mode = wal');
    database.pragma('synchronous = normal');
  } catch (error) {
    // Another process may be switching at this moment.
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
  }
}

function migrate(database: StoreDatabase, options: StoreOptions): void {
  const version = requireVersion(database, options, 0);
  if (version === options.migrations.length) return;
  for (const statements of options.migrations.slice(version)) database.exec(statements);
  database.pragma(`user_version = ${options.migrations.length}`);
}

/** Version of a file, which is at least `least` and at most ours. */
function requireVersion(database: StoreDatabase, { fileName, migrations }: StoreOptions, least: number): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version >= least && version <= migrations.length) return version;
  throw new ToolError(
    'SCHEMA_UNSUPPORTED',
    `${fileName} of the state folder has version ${version}, this program reads ${migrations.length}; update it, or choose another state folder.`,
    { file: fileName, found: version, supported: migrations.length },
  );
}
