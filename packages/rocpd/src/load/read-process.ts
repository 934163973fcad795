import type { Database } from 'better-sqlite3';
import type { LoadOptions } from '../trace.js';
import type { PageSource } from '../pages/page-file.js';
import { ChunkReader } from './chunk-reader.js';
import { NarrowColumnError } from './errors.js';
import type { LoadTask } from './load-process.js';
import type { Readings } from './merge-ids.js';
import type { ReadPlan } from './plan.js';
import { createProgress, readNextChunk, stop, type Progress } from './read-loop.js';
import type { SecondThread } from './second-thread.js';
import { allocateStores, type Stores } from './stores.js';

/** Below this many rows, starting a thread takes longer than it saves. */
const MIN_ROWS_FOR_THREAD = 300_000;
/** Rows between two reports of progress: a few times a second. */
const REPORT_ROWS = 1 << 20;

export interface FilledStores {
  readonly stores: Stores;
  readonly readings: Readings;
}

/** An error of SQLite in the second thread, where only its code could be brought over. */
class SecondThreadError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Fills the columns of a process, with a second thread where that pays. The result does not depend on it. */
export async function readAllChunks(
  task: LoadTask,
  options: LoadOptions,
  database: Database,
  plan: ReadPlan,
  pages: PageSource | null,
): Promise<FilledStores> {
  const rowsExpected = plan.chunks.reduce((sum, { slots }) => sum + slots, 0);
  if (task.threads > 1 && !database.memory && rowsExpected >= MIN_ROWS_FOR_THREAD) {
    const filled = await readWithSecondThread(task, options, database, plan, pages, rowsExpected);
    if (filled !== null) return filled;
  }
  const stores = allocateStores(plan, false);
  const progress = createProgress(plan, false);
  const reader = new ChunkReader(database, plan, stores, pages);
  await readChunks(reader, plan, progress, options, rowsExpected);
  reader.release();
  return { stores, readings: { plan, owners: progress.owners, findings: [reader.findings()] } };
}

/** Null where no second thread could be had. */
async function readWithSecondThread(
  task: LoadTask,
  options: LoadOptions,
  database: Database,
  plan: ReadPlan,
  pages: PageSource | null,
  rowsExpected: number,
): Promise<FilledStores | null> {
  const { startSecondThread } = await import('./second-thread.js');
  const stores = allocateStores(plan, true);
  const progress = createProgress(plan, true);
  // The lock is taken before the other thread opens the file: both read the same state of it.
  const second = startSecondThread({
    path: task.path,
    busyTimeoutMs: task.busyTimeoutMs,
    plan,
    stores,
    pages,
    progress,
  });
  if (second === null) return null;
  try {
    const reader = new ChunkReader(database, plan, stores, pages);
    await readChunks(reader, plan, progress, options, rowsExpected);
    reader.release();
    const result = await resultOf(second, options);
    if (result === null) return null;
    return { stores, readings: { plan, owners: progress.owners, findings: [reader.findings(), result] } };
  } finally {
    stop(progress);
    await second.end();
  }
}

/** What the second thread found; null if it failed for a reason of its own. */
async function resultOf(second: SecondThread, { signal }: LoadOptions) {
  const result = await second.result;
  signal?.throwIfAborted();
  switch (result.kind) {
    case 'done':
      return result.findings;
    case 'narrow':
      throw new NarrowColumnError();
    case 'sqlite_error':
      throw new SecondThreadError(result.code);
    case 'failed':
      return null;
  }
}

async function readChunks(
  reader: ChunkReader,
  plan: ReadPlan,
  progress: Progress,
  { signal, onProgress }: LoadOptions,
  rowsExpected: number,
): Promise<void> {
  let reported = 0;
  do {
    signal?.throwIfAborted();
    const rows = Atomics.load(progress.state, 1);
    if (onProgress !== undefined && rows - reported >= REPORT_ROWS) {
      reported = rows;
      onProgress(rows, rowsExpected);
    }
    // Between chunks others get their turn: timers, aborts, answers of the second thread.
    await new Promise((resolve) => setImmediate(resolve));
  } while (readNextChunk(reader, plan, progress, 0));
  onProgress?.(rowsExpected, rowsExpected);
}
