import type { Database } from 'better-sqlite3';
import { printable } from '../diagnosis/printable.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { ToolError } from '../../tool/tool-errors.js';
import { traceKey } from '../../tool/trace-key.js';
import { checkStatement } from './check-statement.js';
import { QueryDatabase } from './query-database.js';
import type { QueryTable } from './query-tables.js';

/** A value of a result: integers beyond 2^53 are texts, blobs are `x'..'`. */
export type QueryValue = string | number | null;

/** The rows of a query. */
export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly QueryValue[])[];
  readonly row_count: number;
  /** True where a limit left out rows. */
  readonly truncated: boolean;
}

export interface QueryRequest {
  readonly paths: readonly string[];
  readonly sql: string;
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Memory that SQLite may use; 0 for no limit. */
  readonly memoryBytes: number;
}

/** Longer texts are cut, with `…` at the end. */
const LONGEST_CELL = 1 << 20;

/**
 * Runs one query over the tables of `QUERY_TABLES`, in this thread and without a time limit, and forgets them.
 *
 * @throws ToolError INVALID_ARGUMENT for what is no single reading statement or what SQLite refuses; RocpdError
 */
export async function runQuery(request: QueryRequest): Promise<QueryResult> {
  const tables = checkStatement(request.sql);
  const database = new QueryDatabase(request.paths, request.memoryBytes);
  try {
    return await askDatabase(database, tables, request);
  } finally {
    database.close();
  }
}

/** Answers queries one after the other; the tables of a trace serve until another one, or a change of its files. */
export class QueryRunner {
  private known: { readonly key: string; readonly database: QueryDatabase } | null = null;

  /** Errors as of `runQuery`. */
  async run(request: QueryRequest): Promise<QueryResult> {
    const tables = checkStatement(request.sql);
    const key = traceKey(request.paths);
    if (this.known?.key !== key || this.known.database.isBroken) this.forget();
    if (key === null) return runQuery(request);
    this.known ??= { key, database: new QueryDatabase(request.paths, request.memoryBytes) };
    return askDatabase(this.known.database, tables, request);
  }

  private forget(): void {
    this.known?.database.close();
    this.known = null;
  }
}

async function askDatabase(
  database: QueryDatabase,
  tables: ReadonlySet<QueryTable>,
  request: QueryRequest,
): Promise<QueryResult> {
  try {
    return readRows(await database.withTables(tables), request);
  } catch (error) {
    throw explain(error);
  }
}

function readRows(database: Database, { sql, maxRows, maxBytes }: QueryRequest): QueryResult {
  const statement = database.prepare<[], unknown[]>(sql);
  if (!statement.reader || !statement.readonly)
    throw invalidArgument('sql', 'a query that only reads', 'another statement');
  const columns = statement.columns().map(({ name }) => name);
  const rows: QueryValue[][] = [];
  let bytes = 0;
  let truncated = false;
  for (const row of statement.raw().safeIntegers().iterate()) {
    if (rows.length >= maxRows || bytes >= maxBytes) {
      truncated = true;
      break;
    }
    const values = row.map(toValue);
    for (const value of values) bytes += typeof value === 'string' ? value.length : 8;
    rows.push(values);
  }
  return { columns, rows, row_count: rows.length, truncated };
}

function toValue(value: unknown): QueryValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.length > LONGEST_CELL ? `${value.slice(0, LONGEST_CELL)}…` : value;
  if (value instanceof Uint8Array) return `x'${Buffer.from(value.subarray(0, LONGEST_CELL / 2)).toString('hex')}'`;
  return null;
}

/** What SQLite says of a statement, as an error of ours; it speaks of the caller's own SQL. */
function explain(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string')
    return error;
  const { message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'SQLITE_NOMEM' || code === 'SQLITE_TOOBIG')
    return invalidArgument('sql', 'a query that fits into memory; select fewer rows or columns', 'too much');
  if (code === '' && /more than one statement/.test(message)) return invalidArgument('sql', 'one statement', 'several');
  if (!/^SQLITE_(ERROR|MISUSE|RANGE|READONLY|AUTH|MISMATCH)/.test(code)) return error;
  const reason = printable(message).slice(0, 300);
  return new ToolError('INVALID_ARGUMENT', `The query was refused: ${reason}.`, { field: 'sql' }, { cause: error });
}
