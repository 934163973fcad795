import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import type { TraceProcess } from '../trace.js';
import type { EventLookup } from './event-lookup.js';
import type { WorkMemory } from './gather.js';
import type { Readings } from './merge-ids.js';
import type { Stores } from './stores.js';

/** What turns filled columns into the columns of a process. */
export interface FinishContext {
  readonly database: Database;
  readonly source: ProcessTables;
  readonly process: TraceProcess;
  readonly readings: Readings;
  readonly stores: Stores;
  readonly events: EventLookup;
  readonly memory: WorkMemory;
}
