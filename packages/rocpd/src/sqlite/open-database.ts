import BetterSqlite3, { type Database } from 'better-sqlite3';

/** How long a reader waits for a writer's lock, in milliseconds, unless the caller says otherwise. */
export const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens a database file for reading. Nothing can be written through the handle; functions, views and triggers of the
 * file cannot do anything that a plain read would not do. Errors are SQLite's own; `toRocpdError` translates them.
 */
export function openDatabase(path: string, busyTimeoutMs: number): Database {
  return protect(new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs }));
}

/** Opens the bytes of a database file in memory, under the same protection. */
export function openCopy(content: Buffer): Database {
  return protect(new BetterSqlite3(content, { readonly: true }));
}

function protect(database: Database): Database {
  try {
    database.pragma('trusted_schema = off');
    database.pragma('query_only = on');
    database.pragma('temp_store = memory');
    database.pragma('cell_size_check = on');
    database.pragma('cache_size = -16384');
    // Reads the file for the first time: what is wrong with it shows here, not at the caller's first statement.
    database.prepare('select count(*) from sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
