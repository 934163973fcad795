import type { Database } from 'better-sqlite3';
import type { Chunk, ReadPlan, TableKey } from './plan.js';

/**
 * The row id behind a place. Where places follow from row ids this is arithmetic; else the ids of the place's chunk are
 * read again, and kept, since places of one chunk tend to be asked for together.
 */
export function rowidLookup(
  plan: ReadPlan,
  key: TableKey,
  use: <T>(read: (database: Database) => T) => T,
): (place: number) => bigint {
  const table = plan.tables.find((candidate) => candidate.key === key);
  if (table === undefined) return () => 0n;
  if (table.isDense) return (place) => table.first + BigInt(place);
  const chunks = plan.chunks.filter((chunk) => chunk.key === key);
  let known: { chunk: Chunk; ids: readonly bigint[] } | null = null;
  return (place) => {
    const chunk = chunks.findLast(({ offset }) => offset <= place);
    if (chunk === undefined || table.rowid === null) return 0n;
    if (known?.chunk !== chunk) {
      const sql = `select ${table.rowid} from ${table.from} where ${table.rowid} between ? and ?`;
      const ids = use(
        (database) => database.prepare(sql).pluck().safeIntegers().all(chunk.first, chunk.last) as bigint[],
      ); // row ids are integers
      known = { chunk, ids };
    }
    return known.ids[place - chunk.offset] ?? 0n;
  };
}
