import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerResult, WorkerTask } from './worker-protocol.js';

/** The built worker beside the built library, in the same module format; null when running from the sources. */
function workerFile(): string | null {
  const own = fileURLToPath(import.meta.url);
  const file = path.join(path.dirname(own), `read-worker${path.extname(own)}`);
  return fs.existsSync(file) ? file : null;
}

/** A running second thread. */
export interface SecondThread {
  /** Settles when the thread has ended; never rejects. */
  readonly result: Promise<WorkerResult>;
  end(): Promise<void>;
}

/** Starts the second thread, or returns null where there is no core or no built file for it. */
export function startSecondThread(task: WorkerTask): SecondThread | null {
  const file = workerFile();
  if (file === null || os.availableParallelism() < 2) return null;
  const worker = new Worker(file, { workerData: task });
  const result = new Promise<WorkerResult>((resolve) => {
    worker.once('message', (message: WorkerResult) => {
      resolve(message);
    });
    worker.once('error', () => {
      resolve({ kind: 'failed' });
    });
    worker.once('exit', () => {
      resolve({ kind: 'failed' });
    });
  });
  return {
    result,
    async end() {
      await worker.terminate();
    },
  };
}
