import type { Database } from 'better-sqlite3';
import type { Table } from '../sqlite/table.js';

/** Where in each table a start is looked at, as fractions of its range of row ids. */
const PROBES = [0, 1, 2, 3, 4] as const;

/**
 * A time near which the records of a process lie: the median of a few starts out of each table, so that a record with a
 * senseless time (0, or one of another clock) does not decide. Exact; 0 where there are no records. Reads a few rows.
 */
export function findOrigin(database: Database, tables: readonly (Table | undefined)[]): bigint {
  const starts: bigint[] = [];
  for (const table of tables) if (table !== undefined) starts.push(...probeStarts(database, table));
  starts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return starts[Math.floor(starts.length / 2)] ?? 0n;
}

function probeStarts(database: Database, table: Table): bigint[] {
  const { rowid, sql } = table;
  if (rowid === null)
    return integers([database.prepare(`select "start" from ${sql} limit 1`).pluck().safeIntegers().get()]);
  const [first, last] = database
    .prepare(`select (select min(${rowid}) from ${sql}), (select max(${rowid}) from ${sql})`)
    .safeIntegers()
    .raw()
    .get() as [bigint | null, bigint | null]; // row ids are integers
  if (first === null || last === null) return [];
  const probe = database
    .prepare(`select "start" from ${sql} where ${rowid} >= ? order by ${rowid} limit 1`)
    .pluck()
    .safeIntegers();
  const step = (last - first) / BigInt(PROBES.length - 1);
  return integers(PROBES.map((place) => probe.get(first + step * BigInt(place))));
}

function integers(values: readonly unknown[]): bigint[] {
  return values.filter((value) => typeof value === 'bigint');
}
