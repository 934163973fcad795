import { invalidArgument } from '../../tool/invalid-argument.js';
import { throwIfAborted } from '../../tool/throw-if-aborted.js';
import type { QueryRequest, QueryResult } from './run-query.js';

export const DEFAULT_QUERY_ROWS = 1000;
export const DEFAULT_QUERY_TIMEOUT_MS = 120_000;
/** Text of all rows together. */
const MAX_BYTES = 8 << 20;
/** Memory of SQLite: the tables of a trace of some ten million rows. */
const MEMORY_BYTES = 2 ** 32;

export interface QueryTraceInput {
  /** Trace file or folder, or several that belong together. */
  readonly database_path: string | readonly string[];
  /** One SELECT, WITH or VALUES statement over the tables of `QUERY_TABLES`. */
  readonly sql: string;
  /** Rows returned at most; at least 1. Default 1000. */
  readonly max_rows?: number;
  /** Time for reading the trace and running the query, milliseconds. Default 120,000. */
  readonly timeout_ms?: number;
}

/**
 * Answers a read-only SQL query over a trace. It runs in a process of its own, which is ended at the time limit: a
 * thread could not be, since SQLite does not give way while it looks for the next row. Running from sources, where that
 * process is not built, it runs here and without a time limit.
 *
 * @throws ToolError INVALID_ARGUMENT, TIMEOUT, CANCELLED; RocpdError for a trace that cannot be read
 */
export async function queryTrace(
  input: QueryTraceInput,
  options: { readonly signal?: AbortSignal } = {},
): Promise<QueryResult> {
  const { database_path: paths, sql, max_rows: maxRows = DEFAULT_QUERY_ROWS, timeout_ms: timeoutMs } = input;
  if (!Number.isSafeInteger(maxRows) || maxRows < 1)
    throw invalidArgument('max_rows', 'a whole number from 1', maxRows);
  const request: QueryRequest = {
    paths: typeof paths === 'string' ? [paths] : [...paths],
    sql,
    maxRows,
    maxBytes: MAX_BYTES,
    memoryBytes: MEMORY_BYTES,
  };
  throwIfAborted(options.signal, 'query');
  const { queryProcessFile, runQueryProcess } = await import('./query-process.js');
  const file = queryProcessFile();
  if (file === null) return (await import('./run-query.js')).runQuery({ ...request, memoryBytes: 0 });
  return runQueryProcess(file, request, timeoutMs ?? DEFAULT_QUERY_TIMEOUT_MS, options.signal);
}
