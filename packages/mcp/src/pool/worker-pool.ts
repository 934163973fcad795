import type { Prediction, WireError } from '@perfxpert/agents/tools';
import { Worker } from 'node:worker_threads';
import type { CallRequest, FromThread, ReadRequest, ThreadSettings, ToThread } from '../call/call-protocol.js';

/** Time that a cancelled call has to end by itself, milliseconds. */
const GRACE_MS = 250;
/** Time that a thread has to end the processes that it started, milliseconds. */
const LAST_WORDS_MS = 50;
const MAX_PREDICTIONS = 10_000;

export type JobSpec = Omit<CallRequest, 'id'> | Omit<ReadRequest, 'id'>;

export interface RunOptions {
  readonly lane: Lane;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((stage: string) => void) | undefined;
  /** Jobs about the same files go to the thread that has them open, if it is free. */
  readonly affinity?: string | undefined;
  /** A session of agents that only the thread which has it in memory knows: the job waits for that thread. */
  readonly sessionId?: string | undefined;
}

/** Calls of one lane never wait for those of another. */
export type Lane = 'catalogue' | 'file' | 'agent';

/** What came of a job. `trouble` is for the log only. */
export type Outcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: WireError; readonly trouble: string | null };

export interface WorkerPool {
  run(job: JobSpec, options: RunOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly file: URL;
  readonly threads: Readonly<Record<Lane, number>>;
  readonly settings: Omit<ThreadSettings, 'predictions'>;
}

interface Pending {
  readonly id: number;
  readonly job: JobSpec;
  readonly options: RunOptions;
  readonly settle: (outcome: Outcome) => void;
}

interface Thread {
  readonly lane: Lane;
  readonly worker: Worker;
  current: Pending | null;
  lastAffinity: string | undefined;
  readonly sessions: Set<string>;
}

/**
 * Threads that run one job each. A job that passes its time or is cancelled and does not end takes its thread with it:
 * SQLite cannot be interrupted.
 */
export function createWorkerPool({ file, threads: most, settings }: WorkerPoolOptions): WorkerPool {
  const threads = new Set<Thread>();
  const queues: Record<Lane, Pending[]> = { catalogue: [], file: [], agent: [] };
  const predictions: Prediction[] = [];
  let nextId = 1;
  let isClosed = false;

  const start = (lane: Lane): Thread => {
    const worker = new Worker(file, { workerData: { ...settings, predictions }, stdout: true, stderr: true });
    const thread: Thread = { lane, worker, current: null, lastAffinity: undefined, sessions: new Set() };
    threads.add(thread);
    worker.unref();
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('message', (message: FromThread) => receive(thread, message));
    worker.on('error', (error) => lose(thread, error.stack ?? String(error)));
    worker.on('exit', (code) => lose(thread, `the thread ended with code ${code}`));
    return thread;
  };

  const lose = (thread: Thread, trouble: string): void => {
    threads.delete(thread);
    const { current } = thread;
    thread.current = null;
    current?.settle({ ok: false, error: INTERNAL, trouble });
    next(thread.lane);
  };

  const receive = (thread: Thread, message: FromThread): void => {
    if (message.kind === 'prediction') {
      if (predictions.push(message.prediction) > MAX_PREDICTIONS) predictions.shift();
      for (const other of threads) if (other !== thread) other.worker.postMessage(message satisfies ToThread);
      return;
    }
    const { current } = thread;
    if (current === null || current.id !== message.id) return;
    if (message.kind === 'progress') {
      current.options.onProgress?.(message.stage);
      return;
    }
    thread.current = null;
    thread.worker.unref();
    if (message.kind === 'answer') {
      if (message.sessionId !== null) thread.sessions.add(message.sessionId);
      current.settle({ ok: true, text: message.text });
    } else current.settle({ ok: false, error: message.error, trouble: message.trouble });
    next(thread.lane);
  };

  /** Gives waiting jobs of a lane to threads that are free. */
  const next = (lane: Lane): void => {
    for (const pending of isClosed ? [] : [...queues[lane]]) {
      const thread = freeThread(lane, pending.options);
      if (thread === null) continue;
      queues[lane].splice(queues[lane].indexOf(pending), 1);
      assign(thread, pending);
    }
  };

  const freeThread = (lane: Lane, { affinity, sessionId }: RunOptions): Thread | null => {
    const own = [...threads].filter((thread) => thread.lane === lane);
    const holder = own.find(({ sessions }) => sessionId !== undefined && sessions.has(sessionId));
    if (holder !== undefined) return holder.current === null ? holder : null;
    const free = own.filter(({ current }) => current === null);
    const known = free.find(({ lastAffinity }) => affinity !== undefined && lastAffinity === affinity);
    if (known !== undefined) return known;
    const fresh = free.find(({ lastAffinity }) => lastAffinity === undefined);
    if (fresh !== undefined) return fresh;
    if (free.length > 0 && (lane === 'catalogue' || own.length >= most[lane])) return free[0] ?? null;
    return own.length < most[lane] ? start(lane) : null;
  };

  /** Ends a thread, after what it started itself has heard of it. */
  const stop = async (thread: Thread, id: number): Promise<void> => {
    thread.worker.postMessage({ kind: 'cancel', id } satisfies ToThread);
    await new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS));
    await thread.worker.terminate();
  };

  const assign = (thread: Thread, pending: Pending): void => {
    const { id, job, options } = pending;
    const { signal, timeoutMs } = options;
    thread.current = pending;
    thread.lastAffinity = options.affinity ?? thread.lastAffinity;
    // From its start on: another call of the session may come before the answer.
    if (options.sessionId !== undefined) thread.sessions.add(options.sessionId);
    thread.worker.ref();
    const drop = (error: WireError): void => {
      const { current } = thread;
      if (current?.id !== id) return;
      thread.current = null;
      threads.delete(thread);
      void stop(thread, id);
      current.settle({ ok: false, error, trouble: null });
      next(thread.lane);
    };
    const limit = setTimeout(() => drop(timedOut(timeoutMs)), timeoutMs);
    const cancel = (): void => {
      thread.worker.postMessage({ kind: 'cancel', id } satisfies ToThread);
      setTimeout(() => drop(CANCELLED), GRACE_MS).unref();
    };
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    const { settle } = pending;
    thread.current = {
      ...pending,
      settle: (outcome) => {
        clearTimeout(limit);
        signal?.removeEventListener('abort', cancel);
        settle(outcome);
      },
    };
    thread.worker.postMessage({ ...job, id } satisfies ToThread);
  };

  return {
    run(job, options) {
      return new Promise((settle) => {
        const pending: Pending = { id: nextId++, job, options, settle };
        if (isClosed || options.signal?.aborted === true) {
          settle({ ok: false, error: CANCELLED, trouble: null });
          return;
        }
        const queue = queues[options.lane];
        queue.push(pending);
        options.signal?.addEventListener(
          'abort',
          () => {
            const at = queue.indexOf(pending);
            if (at < 0) return;
            queue.splice(at, 1);
            settle({ ok: false, error: CANCELLED, trouble: null });
          },
          { once: true },
        );
        next(options.lane);
      });
    },
    async close() {
      isClosed = true;
      await Promise.all(
        [...threads].map((thread) => {
          const { current, worker } = thread;
          return current === null ? worker.terminate() : stop(thread, current.id);
        }),
      );
    },
  };
}

const INTERNAL: WireError = {
  code: 'INTERNAL',
  message: 'Internal error; the log of the server has more.',
  details: {},
};
const CANCELLED: WireError = { code: 'CANCELLED', message: 'The call was cancelled.', details: {} };

function timedOut(limitMs: number): WireError {
  return {
    code: 'TIMEOUT',
    message: `The call took longer than ${limitMs / 1000} s and was stopped; ask for less, or start the server with a longer --timeout-ms.`,
    details: { limit_ms: limitMs },
  };
}
