import type { Database } from 'better-sqlite3';
import type { SqlValue } from '../sqlite/sql-value.js';
import { quoteIdentifier } from '../sqlite/quote-identifier.js';
import type { Table } from '../sqlite/table.js';

/**
 * Texts by id, for the ids asked for: tables of strings can be long, and few of their rows are names of what ran.
 * Rows without text are left out. `column` is the name of the column that holds the text.
 */
export function readTexts(
  database: Database,
  table: Table | undefined,
  ids: readonly number[],
  column: string,
): Map<number, string> {
  const texts = new Map<number, string>();
  if (table === undefined || !table.columns.has('id') || !table.columns.has(column)) return texts;
  const rows = database
    .prepare(`select "id", ${quoteIdentifier(column)} from ${table.sql} where "id" in (select value from json_each(?))`)
    .raw()
    .all(JSON.stringify(ids)) as [SqlValue, SqlValue][]; // two columns were selected
  for (const [id, text] of rows)
    if (typeof id === 'number' && typeof text === 'string' && !texts.has(id)) texts.set(id, text);
  return texts;
}
