import type { Database } from 'better-sqlite3';
import { quoteIdentifier } from './quote-identifier.js';

/** One ordinary table of an open file. Views, virtual tables and shadow tables are never described by this. */
export interface Table {
  readonly name: string;
  /** The name, quoted for SQL. */
  readonly sql: string;
  /** Column names in lower case. */
  readonly columns: ReadonlySet<string>;
  /** SQL name of the row id; null for a table WITHOUT ROWID. */
  readonly rowid: string | null;
  /** True if column `id` is an alias of the row id, so that a look-up by id is a seek and ids rise in scan order. */
  readonly idIsRowid: boolean;
}

/** Names and SQL texts of the ordinary tables of a file, in byte order of the names. SQL texts are looked at, never run. */
export function listTableNames(database: Database): Map<string, string> {
  const rows = database
    .prepare("select name, sql from sqlite_master where type = 'table' and rootpage > 0 order by name")
    .raw()
    .all() as [unknown, unknown][]; // two columns were selected
  const names = new Map<string, string>();
  for (const [name, sql] of rows) if (typeof name === 'string') names.set(name, typeof sql === 'string' ? sql : '');
  return names;
}

/** Looks up the columns of a table. `name` must come from `listTableNames`. */
export function describeTable(database: Database, name: string, createSql: string): Table {
  const rows = database.prepare('select name, type, pk from pragma_table_info(?)').raw().all(name) as [
    unknown,
    unknown,
    unknown,
  ][]; // three columns were selected
  const columns = new Set(rows.map(([column]) => String(column).toLowerCase()));
  const withoutRowid = /\bwithout\s+rowid\b[^)]*$/i.test(createSql);
  const rowid = withoutRowid ? undefined : ['rowid', '_rowid_', 'oid'].find((word) => !columns.has(word));
  const keys = rows.filter(([, , key]) => Number(key) > 0);
  const [first] = keys;
  const idIsRowid =
    rowid !== undefined &&
    keys.length === 1 &&
    String(first?.[0]).toLowerCase() === 'id' &&
    String(first?.[1]).toLowerCase() === 'integer' &&
    !/primary\s+key\s+desc/i.test(createSql);
  return { name, sql: quoteIdentifier(name), columns, rowid: rowid ?? null, idIsRowid };
}
