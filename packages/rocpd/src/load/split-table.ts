import type { Database } from 'better-sqlite3';
import type { Table } from '../sqlite/table.js';
import type { Chunk, TablePlan } from './plan.js';

/** Rows of a chunk: some 30 ms of work, so that a load can be followed, stopped and shared between threads. */
const CHUNK_ROWS = 65_536;

/** Bytes that a row of a big table takes at the least; fewer per id would mean that most ids are missing. */
const MIN_ROW_BYTES = 16;

/** Where the rows of a table are. */
export interface Extent {
  readonly first: bigint;
  readonly last: bigint;
  /** True if a place per row id costs no more than the file itself could hold. */
  readonly isDense: boolean;
  /** Places needed. */
  readonly slots: number;
}

/** First and last row id of a table and the number of places for its rows; null if it is empty. */
export function measureTable(database: Database, table: Table, sizeBytes: number): Extent | null {
  const count = (): number => Number(database.prepare(`select count(*) from ${table.sql}`).pluck().get());
  if (table.rowid === null) {
    const slots = count();
    return slots === 0 ? null : { first: 0n, last: 0n, isDense: false, slots };
  }
  const row = database
    .prepare(`select (select min(${table.rowid}) from ${table.sql}), (select max(${table.rowid}) from ${table.sql})`)
    .safeIntegers()
    .raw()
    .get() as [bigint | null, bigint | null]; // row ids are integers
  const [first, last] = row;
  if (first === null || last === null) return null;
  const range = last - first + 1n;
  const isDense = range <= BigInt(Math.max(CHUNK_ROWS, Math.floor(sizeBytes / MIN_ROW_BYTES)));
  return { first, last, isDense, slots: isDense ? Number(range) : count() };
}

/** Cuts a table into chunks: by arithmetic if its places follow from the row ids, else by walking its row ids. */
export function splitTable(
  database: Database,
  plan: Pick<TablePlan, 'key' | 'from' | 'rowid' | 'isDense'>,
  extent: Extent,
): Chunk[] {
  const { key } = plan;
  const { first, last, slots } = extent;
  if (plan.rowid === null) return [{ key, first, last, offset: 0, slots }];
  const chunks: Chunk[] = [];
  if (plan.isDense) {
    for (let offset = 0; offset < slots; offset += CHUNK_ROWS) {
      const size = Math.min(CHUNK_ROWS, slots - offset);
      const begin = first + BigInt(offset);
      chunks.push({ key, first: begin, last: begin + BigInt(size - 1), offset, slots: size });
    }
    return chunks;
  }
  const walk = database
    .prepare(
      `select max(id), count(*) from (select ${plan.rowid} as id from ${plan.from} where ${plan.rowid} >= ? order by ${plan.rowid} limit ${CHUNK_ROWS})`,
    )
    .safeIntegers()
    .raw();
  let begin = first;
  for (let offset = 0; offset < slots;) {
    const [end, rows] = walk.get(begin) as [bigint | null, bigint]; // two integers were selected
    if (end === null) break;
    chunks.push({ key, first: begin, last: end, offset, slots: Number(rows) });
    offset += Number(rows);
    begin = end + 1n;
  }
  return chunks;
}
