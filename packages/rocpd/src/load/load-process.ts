import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import type { LoadOptions, ProcessColumns, TraceProcess } from '../trace.js';
import { openPages, type OpenPages, type PageSource } from '../pages/page-file.js';
import { loadRpd } from '../rpd/load-rpd.js';
import { BadValues } from './bad-values.js';
import { buildPlan } from './build-plan.js';
import { createCopyDetails } from './copy-details.js';
import { NarrowColumnError } from './errors.js';
import { lookUpEvents } from './event-lookup.js';
import { WorkMemory } from './gather.js';
import { finishCopies } from './finish-copies.js';
import { finishCounters, summarizeSamples } from './finish-counters.js';
import { finishDispatches } from './finish-dispatches.js';
import { finishRegions } from './finish-regions.js';
import type { Readings } from './merge-ids.js';
import { createPointDetails } from './point-details.js';
import { readAllChunks } from './read-process.js';
import { createRegionDetails } from './region-details.js';
import { rowidLookup } from './rowid-lookup.js';
import { shiftToZero } from './shift-times.js';
import type { Stores } from './stores.js';

/** What a load reads, and how it gets at the file. */
export interface LoadTask {
  readonly process: TraceProcess;
  readonly source: ProcessTables;
  readonly sizeBytes: number;
  /** Absolute path, for a second thread. */
  readonly path: string;
  /** Gets a handle that is the load's own until it is given back or closed. */
  readonly take: () => Database;
  readonly give: (database: Database) => void;
  /** Runs a function with a handle that may be shared. */
  readonly use: <T>(read: (database: Database) => T) => T;
  readonly busyTimeoutMs: number;
  /** How many threads may read. */
  readonly threads: 1 | 2;
  /** False: everything is read through SQLite. */
  readonly readsPages: boolean;
}

/** Reads the big tables of one process. SQLite errors come out as they are. */
export async function loadProcess(task: LoadTask, options: LoadOptions): Promise<ProcessColumns> {
  const database = task.take();
  let pages: OpenPages | null = null;
  try {
    // One read transaction: all tables are seen at the same moment, whatever a writer does.
    database.exec('begin');
    database.prepare('select count(*) from sqlite_master').get(); // takes the lock
    pages = task.readsPages && !database.memory ? openPages(task.path) : null;
    const columns = await loadInTransaction(task, options, database, pages);
    database.exec('rollback');
    task.give(database);
    return columns;
  } catch (error) {
    database.close();
    throw error;
  } finally {
    // Not before the transaction has ended: closing a file ends the locks that the program has on it.
    pages?.close();
  }
}

async function loadInTransaction(
  task: LoadTask,
  options: LoadOptions,
  database: Database,
  pages: OpenPages | null,
): Promise<ProcessColumns> {
  if (task.source.layout === 'rpd') return loadRpd(task, options, database);
  if (pages !== null) {
    const columns = await loadInWidth(task, options, database, pages.source);
    if (pages.isUnchanged()) return columns;
  }
  return loadInWidth(task, options, database, null);
}

async function loadInWidth(
  task: LoadTask,
  options: LoadOptions,
  database: Database,
  pages: PageSource | null,
): Promise<ProcessColumns> {
  try {
    return await loadOnce(task, options, database, pages, false);
  } catch (error) {
    if (!(error instanceof NarrowColumnError)) throw error;
    return await loadOnce(task, options, database, pages, true);
  }
}

async function loadOnce(
  task: LoadTask,
  options: LoadOptions,
  database: Database,
  pages: PageSource | null,
  isWide: boolean,
): Promise<ProcessColumns> {
  const plan = buildPlan(database, task.source, task.sizeBytes, isWide);
  const { stores, readings } = await readAllChunks(task, options, database, plan, pages);
  return finish(task, database, readings, stores);
}

function finish(task: LoadTask, database: Database, readings: Readings, stores: Stores): ProcessColumns {
  const { process, source } = task;
  const events = lookUpEvents(database, source, readings, stores);
  const context = { database, source, process, readings, stores, events, memory: new WorkMemory() };
  const { columns: regions, order } = finishRegions(context);
  const { columns: dispatches, kernels, eventLinks } = finishDispatches(context);
  const { columns: copies, order: copyOrder } = finishCopies(context);
  const { columns: counters, infos: counterInfos } = finishCounters(context, eventLinks);
  const samples = summarizeSamples(context);
  const shift = shiftToZero([dispatches, copies, regions]);
  const bad = new BadValues();
  for (const { badValues } of readings.findings) bad.merge(badValues);
  const details = createRegionDetails({
    source,
    order,
    rowidOf: rowidLookup(readings.plan, 'regions', task.use),
    nameOf: (row) => regions.names[regions.name[row] ?? 0] ?? '',
    standIns: events.standIns,
    use: task.use,
  });
  const copyDetails = createCopyDetails({
    source,
    order: copyOrder,
    rowidOf: rowidLookup(readings.plan, 'copies', task.use),
    use: task.use,
  });
  const originNs = readings.plan.origin + BigInt(shift);
  const badValues = new Map([...bad.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    process,
    originNs,
    kernels,
    dispatches,
    copies,
    regions,
    samples,
    counters,
    counterInfos,
    badValues,
    details,
    copyDetails,
    points: createPointDetails({ source, originNs, use: task.use }),
  };
}
