import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import type { BadValues } from '../load/bad-values.js';
import type { LoadOptions } from '../trace.js';

/** What the readers of an `.rpd` file share. */
export interface RpdReading {
  readonly database: Database;
  readonly tables: ProcessTables['tables'];
  readonly sizeBytes: number;
  /** Times are read as distances from it. */
  readonly origin: bigint;
  readonly bad: BadValues;
  readonly options: LoadOptions;
}
