import path from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { RocpdError } from '../errors.js';
import { showName } from '../files/show-name.js';
import { quoteIdentifier } from './quote-identifier.js';

const SHOWN_TABLES = 8;

/** Adds to a DAMAGED error which tables of the file can still be read to their end. Reads the whole file. */
export function describeDamage(error: RocpdError, file: string): RocpdError {
  const tables = checkTables(file);
  const readable = tables.filter(({ isReadable }) => isReadable).map(({ name }) => showName(name));
  const broken = tables.filter(({ isReadable }) => !isReadable).map(({ name }) => showName(name));
  const state =
    tables.length === 0 ? 'no table can be read' : `${list('readable', readable)}; ${list('not readable', broken)}`;
  return new RocpdError(
    'DAMAGED',
    `${showName(path.basename(file))}: the database is damaged or cut off (${state}); copy it again from its source, or record it again`,
    { ...error.details, readable_tables: readable, unreadable_tables: broken },
    { cause: error.cause },
  );
}

function list(label: string, names: readonly string[]): string {
  if (names.length === 0) return `${label}: none`;
  const more = names.length > SHOWN_TABLES ? ` and ${names.length - SHOWN_TABLES} more` : '';
  return `${label}: ${names.slice(0, SHOWN_TABLES).join(', ')}${more}`;
}

function checkTables(file: string): { name: string; isReadable: boolean }[] {
  const tables: { name: string; isReadable: boolean }[] = [];
  let database: Database | undefined;
  try {
    database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    // Only so does SQLite look at a file that is shorter than its header says. The handle stays read-only.
    database.unsafeMode(true);
    database.pragma('writable_schema = on');
    database.pragma('trusted_schema = off');
    const names = database.prepare("select name from sqlite_master where type = 'table' and rootpage > 0").pluck();
    const found: string[] = [];
    try {
      for (const name of names.iterate()) if (typeof name === 'string') found.push(name);
    } catch {
      // The list ends where the damage begins.
    }
    for (const name of found.sort()) tables.push({ name, isReadable: isReadable(database, name) });
  } catch {
    return tables;
  } finally {
    database?.close();
  }
  return tables;
}

/** Adding up a column that does not exist in any index makes SQLite visit every row. */
function isReadable(database: Database, name: string): boolean {
  try {
    database.prepare(`select count(*) from ${quoteIdentifier(name)} not indexed`).get();
    return true;
  } catch {
    return false;
  }
}
