import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { ToolError } from '../../tool/tool-errors.js';
import { throwAgain } from './query-protocol.js';
import type { QueryAnswer } from './query-protocol.js';
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
  if (options.signal?.aborted === true) throw cancelled();
  const file = processFile();
  if (file === null) return (await import('./run-query.js')).runQuery({ ...request, memoryBytes: 0 });
  return runInProcess(file, request, timeoutMs ?? DEFAULT_QUERY_TIMEOUT_MS, options.signal);
}

/** The built program beside the built library, in the same module format; null when running from the sources. */
function processFile(): string | null {
  const own = fileURLToPath(import.meta.url);
  const file = path.join(path.dirname(own), `query-worker${path.extname(own)}`);
  return existsSync(file) ? file : null;
}

function runInProcess(
  file: string,
  request: QueryRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const child = fork(file, [], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      finish();
    };
    const abort = () => {
      settle(() => {
        reject(cancelled());
      });
    };
    const timer = setTimeout(() => {
      settle(() => {
        reject(timedOut(timeoutMs));
      });
    }, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    child.once('message', (answer: QueryAnswer) => {
      settle(() => {
        if (answer.kind === 'result') resolve(answer.result);
        else reject(throwAgain(answer));
      });
    });
    child.once('error', (error) => {
      settle(() => {
        reject(error);
      });
    });
    child.once('exit', () => {
      settle(() => {
        reject(new ToolError('INTERNAL', 'The process that runs the query ended without an answer.'));
      });
    });
    child.send(request);
  });
}

function cancelled(): ToolError {
  return new ToolError('CANCELLED', 'The query was cancelled.');
}

function timedOut(timeoutMs: number): ToolError {
  return new ToolError(
    'TIMEOUT',
    `The query took longer than ${timeoutMs / 1000} s and was stopped; select less, or allow more time.`,
    { timeout_ms: timeoutMs },
  );
}
