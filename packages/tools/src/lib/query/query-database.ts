import { openTrace } from '@perfxpert/rocpd';
import type { Trace } from '@perfxpert/rocpd';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { fillTables } from './fill-tables.js';
import type { QueryTable } from './query-tables.js';

/**
 * The tables of one trace in a database in memory, made when they are first asked for. SQLite sees nothing else: the file
 * is read by the reader of traces and is never attached.
 */
export class QueryDatabase {
  private readonly trace: Trace;
  private readonly database: Database;
  private readonly filled = new Set<QueryTable>();
  private isFilling = false;

  /**
   * @param memoryBytes memory that SQLite may use; 0 for no limit
   * @throws RocpdError
   */
  constructor(paths: readonly string[], memoryBytes: number) {
    this.trace = openTrace(paths);
    this.database = new BetterSqlite3(':memory:');
    if (memoryBytes > 0) this.database.pragma(`hard_heap_limit = ${Math.floor(memoryBytes)}`);
    this.database.pragma('trusted_schema = off');
  }

  /** True after an error in the middle of making tables: some may be half filled. */
  get isBroken(): boolean {
    return this.isFilling;
  }

  /** The database, read-only, with these tables in it. */
  async withTables(tables: ReadonlySet<QueryTable>): Promise<Database> {
    const missing = new Set([...tables].filter((table) => !this.filled.has(table)));
    if (missing.size > 0) {
      this.isFilling = true;
      this.database.pragma('query_only = off');
      await fillTables(this.database, this.trace, missing);
      for (const table of missing) this.filled.add(table);
      this.isFilling = false;
    }
    this.database.pragma('query_only = on');
    return this.database;
  }

  close(): void {
    this.database.close();
    this.trace.close();
  }
}
