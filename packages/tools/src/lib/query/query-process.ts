import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../tool/tool-errors.js';
import { throwAgain } from './query-protocol.js';
import type { QueryAnswer } from './query-protocol.js';
import type { QueryRequest, QueryResult } from './run-query.js';

/** The built program beside the built library, in the same module format; null when running from the sources. */
export function queryProcessFile(): string | null {
  const own = fileURLToPath(import.meta.url);
  const file = path.join(path.dirname(own), `query-worker${path.extname(own)}`);
  return existsSync(file) ? file : null;
}

/** How long a process waits for the next query, milliseconds. */
const IDLE_MS = 30_000;
/** A process that holds more than this is not kept waiting. */
const MOST_IDLE_BYTES = 256 * 2 ** 20;

/** The process that answered last, waiting with the tables of its trace. One in each thread. */
let waiting: { readonly child: ChildProcess; readonly stopWaiting: () => void } | null = null;

/**
 * Runs a query in a process of its own, or in the one that answered the last query: a following question about the same
 * trace finds its tables made. A waiting process does not keep this one alive, and ends with it.
 *
 * @throws ToolError TIMEOUT, CANCELLED, INTERNAL where the process ends without an answer; what the query raised
 */
export function runQueryProcess(
  file: string,
  request: QueryRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const child = takeWaiting() ?? start(file);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      child.off('message', receive).off('error', fail).off('exit', lose);
    };
    const fail = (error: Error) => {
      settle();
      child.kill('SIGKILL');
      reject(error);
    };
    const abort = () => fail(cancelled());
    const lose = () => fail(new ToolError('INTERNAL', 'The process that runs the query ended without an answer.'));
    const receive = (answer: QueryAnswer) => {
      settle();
      if (answer.memoryBytes <= MOST_IDLE_BYTES) keepWaiting(child);
      else child.kill('SIGKILL');
      if (answer.kind === 'result') resolve(answer.result);
      else reject(throwAgain(answer));
    };
    const timer = setTimeout(() => fail(timedOut(timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    child.on('message', receive).on('error', fail).on('exit', lose);
    child.send(request);
  });
}

function start(file: string): ChildProcess {
  return fork(file, [], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

function takeWaiting(): ChildProcess | null {
  if (waiting === null) return null;
  const { child, stopWaiting } = waiting;
  stopWaiting();
  if (!child.connected) return null;
  child.ref();
  child.channel?.ref();
  return child;
}

/** Keeps a process for the next query, in place of the one that waits. */
function keepWaiting(child: ChildProcess): void {
  const end = (): void => {
    stopWaiting();
    child.kill('SIGKILL');
  };
  const timer = setTimeout(end, IDLE_MS).unref();
  const stopWaiting = (): void => {
    clearTimeout(timer);
    child.off('error', end).off('exit', end);
    if (waiting?.child === child) waiting = null;
  };
  const last = waiting;
  last?.stopWaiting();
  last?.child.kill('SIGKILL');
  child.on('error', end).on('exit', end);
  child.unref();
  child.channel?.unref();
  waiting = { child, stopWaiting };
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
