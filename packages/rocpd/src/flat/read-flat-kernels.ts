import { realpathSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { COPY_LIMIT_BYTES, inspectFile, openFile } from '../sqlite/database-file.js';
import { BUSY_TIMEOUT_MS } from '../sqlite/open-database.js';
import { countOf, textOf, type SqlValue } from '../sqlite/sql-value.js';
import { describeTable, listTableNames, type Table } from '../sqlite/table.js';
import { translateError } from '../sqlite/translate-error.js';

/** Kernels of a file that says how long each launch took, but not when. */
export interface FlatKernels {
  /** Distinct names in order of first appearance. */
  readonly names: readonly string[];
  /** Index into `names`, one per launch. */
  readonly kernel: Uint32Array;
  /** Whole nanoseconds, one per launch. */
  readonly durationsNs: Float64Array;
  /** Rows left out: no name, or a duration that is no whole number from 0. */
  readonly droppedCount: number;
}

/**
 * Reads a summary table of kernels: `rocpd_kernel_dispatch` (or one with a suffix) that has the columns `name` and
 * `duration_ns` and no times. Such files come from scripts and are no traces: `openTrace` refuses them with
 * SCHEMA_UNSUPPORTED. Null for a file without such a table.
 *
 * Throws `RocpdError` as `openTrace` does.
 */
export function readFlatKernels(path: string): FlatKernels | null {
  let database: Database | undefined;
  try {
    const realPath = realpathSync(path);
    database = openFile(inspectFile(realPath, statSync(realPath).size), BUSY_TIMEOUT_MS, COPY_LIMIT_BYTES);
    const tables = flatTables(database);
    return tables.length === 0 ? null : readTables(database, tables);
  } catch (error) {
    throw translateError(error, path);
  } finally {
    database?.close();
  }
}

function flatTables(database: Database): Table[] {
  return [...listTableNames(database)]
    .filter(([name]) => /^rocpd_kernel_dispatch(_.*)?$/s.test(name))
    .map(([name, createSql]) => describeTable(database, name, createSql))
    .filter(({ columns }) => columns.has('name') && columns.has('duration_ns') && !columns.has('start'));
}

function readTables(database: Database, tables: readonly Table[]): FlatKernels {
  const indexOf = new Map<string, number>();
  const kernel: number[] = [];
  const durations: number[] = [];
  let droppedCount = 0;
  for (const { sql } of tables)
    for (const row of database.prepare(`select "name", "duration_ns" from ${sql}`).raw().iterate()) {
      const [nameValue, durationValue] = row as [SqlValue, SqlValue]; // two columns were selected
      const name = textOf(nameValue);
      const duration = countOf(durationValue);
      if (name === null || duration === null) {
        droppedCount++;
        continue;
      }
      let index = indexOf.get(name);
      if (index === undefined) indexOf.set(name, (index = indexOf.size));
      kernel.push(index);
      durations.push(duration);
    }
  return {
    names: [...indexOf.keys()],
    kernel: Uint32Array.from(kernel),
    durationsNs: Float64Array.from(durations),
    droppedCount,
  };
}
