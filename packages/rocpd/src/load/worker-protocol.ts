import type { PageSource } from '../pages/page-file.js';
import type { Findings } from './dictionaries.js';
import type { ReadPlan } from './plan.js';
import type { Progress } from './read-loop.js';
import type { Stores } from './stores.js';

/** What the second thread is given. All columns are views of shared memory. */
export interface WorkerTask {
  readonly path: string;
  readonly busyTimeoutMs: number;
  readonly plan: ReadPlan;
  readonly stores: Stores;
  /** Its descriptor is open in the whole program. */
  readonly pages: PageSource | null;
  readonly progress: Progress;
}

/** What the second thread answers, once. */
export type WorkerResult =
  | { readonly kind: 'done'; readonly findings: Findings }
  /** A column is too narrow: read again with wide ones. */
  | { readonly kind: 'narrow' }
  /** SQLite stopped the reading. */
  | { readonly kind: 'sqlite_error'; readonly code: string }
  /** Anything else: the other thread reads everything alone. */
  | { readonly kind: 'failed' };
