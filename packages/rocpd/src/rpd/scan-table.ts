import type { Database } from 'better-sqlite3';
import { measureTable, splitTable } from '../load/split-table.js';
import type { Table } from '../sqlite/table.js';
import type { LoadOptions } from '../trace.js';

/** Number of places that `scanTable` may fill for a table. */
export function placesOf(database: Database, table: Table | undefined, sizeBytes: number): number {
  return table === undefined ? 0 : (measureTable(database, table, sizeBytes)?.slots ?? 0);
}

/**
 * Calls a function for each row of a table, in order of row ids, with the values of the given SQL expressions. Between
 * stretches others get their turn, and an abort takes effect.
 */
export async function scanTable(
  database: Database,
  table: Table | undefined,
  sizeBytes: number,
  columns: readonly string[],
  parameters: Readonly<Record<string, bigint>>,
  put: (...values: never[]) => void,
  { signal }: LoadOptions,
): Promise<void> {
  if (table === undefined) return;
  const extent = measureTable(database, table, sizeBytes);
  if (extent === null) return;
  const row = put as (...values: unknown[]) => void; // SQLite passes the values of `columns`
  const name = `scan_${table.name.replace(/\W/g, '_')}`;
  database.function(name, { varargs: true, directOnly: true, deterministic: false }, (...values: unknown[]) => {
    row(...values);
    return null;
  });
  const { rowid, sql } = table;
  const range = rowid === null ? '' : ` where ${rowid} between :first and :last`;
  const statement = database.prepare(`select count(${name}(${columns.join(', ')})) from ${sql}${range}`);
  const plan = {
    key: 'regions' as const,
    from: sql,
    rowid,
    columns,
    quickColumns: null,
    pages: null,
    isDense: extent.isDense,
    first: extent.first,
    slots: extent.slots,
  };
  const chunks = splitTable(database, plan, extent);
  for (const { first, last } of chunks) {
    signal?.throwIfAborted();
    statement.get(rowid === null ? parameters : { ...parameters, first, last });
    if (chunks.length > 8) await new Promise((resolve) => setImmediate(resolve));
  }
}
