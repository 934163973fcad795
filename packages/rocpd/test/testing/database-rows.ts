import Database from 'better-sqlite3';

/** Rows of a query over a database file, as arrays with exact integers. */
export function databaseRows(path: string, sql: string, ...parameters: unknown[]): unknown[][] {
  const database = new Database(path, { readonly: true });
  try {
    return database
      .prepare(sql)
      .safeIntegers()
      .raw()
      .all(...parameters) as unknown[][];
  } finally {
    database.close();
  }
}

/** All tables of a file with all rows, to compare files by content. */
export function databaseContent(path: string): Record<string, unknown[][]> {
  const tables = databaseRows(path, `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
  return Object.fromEntries(tables.map(([name]) => [name, databaseRows(path, `SELECT * FROM "${String(name)}"`)]));
}
