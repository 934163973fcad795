/** How a trace is opened. */
export interface OpenOptions {
  /** How long a writer's lock is waited for, in milliseconds; 2,000 by default. */
  readonly busyTimeoutMs?: number;
  /** Largest file that is read into memory because its log or journal is not merged; 1 GiB by default. */
  readonly copyLimitBytes?: number;
  /** 1: read everything in the calling thread. By default a second thread helps with big processes. */
  readonly threads?: 1 | 2;
  /** False: big tables are read through SQLite row by row. By default their pages are read where that is safe. */
  readonly readsPages?: boolean;
}
