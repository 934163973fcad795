// The second thread of a load: it takes chunks in turn with the first one and fills the same columns.
import { parentPort, workerData } from 'node:worker_threads';
import { ChunkReader } from './load/chunk-reader.js';
import { NarrowColumnError } from './load/errors.js';
import { readNextChunk, stop } from './load/read-loop.js';
import type { WorkerResult, WorkerTask } from './load/worker-protocol.js';
import { openDatabase } from './sqlite/open-database.js';
import { codeOf } from './sqlite/to-rocpd-error.js';

function run(task: WorkerTask): WorkerResult {
  try {
    const database = openDatabase(task.path, task.busyTimeoutMs);
    try {
      const reader = new ChunkReader(database, task.plan, task.stores, task.pages);
      while (readNextChunk(reader, task.plan, task.progress, 1));
      return { kind: 'done', findings: reader.findings() };
    } finally {
      database.close();
    }
  } catch (error) {
    stop(task.progress);
    if (error instanceof NarrowColumnError) return { kind: 'narrow' };
    const code = codeOf(error);
    return code.startsWith('SQLITE_') ? { kind: 'sqlite_error', code } : { kind: 'failed' };
  }
}

parentPort?.postMessage(run(workerData as WorkerTask)); // the first thread hands over nothing else
