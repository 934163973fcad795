import { measureTable, splitTable } from '../load/split-table.js';
import type { Extent } from '../load/split-table.js';
import type { Table } from '../sqlite/table.js';
import type { RpdReading } from './rpd-reading.js';

/** Number of places that `scanTable` may fill for a table. */
export function placesOf({ database, sizeBytes }: RpdReading, table: Table | undefined): number {
  return table === undefined ? 0 : (measureTable(database, table, sizeBytes)?.slots ?? 0);
}

/**
 * Calls a function for each row of a table, in order of row ids, with the values of the given SQL expressions, in which
 * `:origin` is bound. Between stretches others get their turn, and an abort takes effect.
 */
export async function scanTable(
  reading: RpdReading,
  table: Table,
  columns: readonly string[],
  put: (...values: never[]) => void,
): Promise<void> {
  const { database, sizeBytes } = reading;
  const extent = measureTable(database, table, sizeBytes);
  if (extent === null) return;
  const row = put as (...values: unknown[]) => void; // SQLite passes the values of `columns`
  const name = `scan_${table.name.replace(/\W/g, '_')}`;
  const register = (each: (...values: unknown[]) => void): void => {
    database.function(name, { varargs: true, directOnly: true, deterministic: false }, (...values: unknown[]) => {
      each(...values);
      return null;
    });
  };
  register(row);
  try {
    await callByChunks(reading, table, extent, `${name}(${columns.join(', ')})`);
  } finally {
    // The handle may be used again: it must not keep the columns that the row function fills.
    register(() => {});
  }
}

async function callByChunks(
  { database, origin, options: { signal } }: RpdReading,
  { sql, rowid }: Table,
  extent: Extent,
  call: string,
): Promise<void> {
  const range = rowid === null ? '' : ` where ${rowid} between :first and :last`;
  const statement = database.prepare(`select count(${call}) from ${sql}${range}`);
  const chunks = splitTable(database, { key: 'regions', from: sql, rowid, isDense: extent.isDense }, extent);
  for (const { first, last } of chunks) {
    signal?.throwIfAborted();
    statement.get({ origin, first, last });
    if (chunks.length > 8) await new Promise((resolve) => setImmediate(resolve));
  }
}
