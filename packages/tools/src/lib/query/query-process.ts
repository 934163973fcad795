import { fork } from 'node:child_process';
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

/**
 * Runs a query in a process of its own.
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
