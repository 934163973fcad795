import type Database from 'better-sqlite3';
import { sqlName } from './table-definition.js';

/** Values that SQLite statements of a writer take. */
export type SqlValue = string | number | bigint | null;

/** Inserts one row; the values are in the order of the columns it was made for. */
export type Insert = (...values: SqlValue[]) => void;

/** An INSERT statement with one parameter per column and row. `table` is quoted already. */
export function insertSql(table: string, columns: readonly string[], rowCount = 1): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const rows = new Array<string>(rowCount).fill(row).join(', ');
  return `INSERT INTO ${table} (${columns.map(sqlName).join(', ')}) VALUES ${rows}`;
}

/**
 * Rows per statement. An AUTOINCREMENT table updates its sequence at the end of each statement, which takes longer than
 * the row itself; 16 rows a statement are three times as fast as one, and more gain little.
 */
const BATCH_ROWS = 16;

/** Collects rows of one table and inserts many with one statement. */
export class BatchInsert {
  private readonly width: number;
  private readonly batch: Database.Statement<SqlValue[]>;
  private readonly single: Database.Statement<SqlValue[]>;
  private pending: SqlValue[] = [];

  constructor(database: Database.Database, table: string, columns: readonly string[]) {
    this.width = columns.length;
    this.batch = database.prepare<SqlValue[]>(insertSql(table, columns, BATCH_ROWS));
    this.single = database.prepare<SqlValue[]>(insertSql(table, columns));
  }

  add(values: readonly SqlValue[]): void {
    for (const value of values) this.pending.push(value);
    if (this.pending.length < this.width * BATCH_ROWS) return;
    this.batch.run(...this.pending);
    this.pending = [];
  }

  /** Inserts what is left. */
  flush(): void {
    for (let start = 0; start < this.pending.length; start += this.width)
      this.single.run(...this.pending.slice(start, start + this.width));
    this.pending = [];
  }
}
