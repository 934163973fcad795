import fs from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { RocpdError } from './errors.js';
import { showName } from './files/show-name.js';
import { detectLayout, type ProcessTables } from './layout/detect-layout.js';
import { loadProcess } from './load/load-process.js';
import { readProcess, readSchemaVersions } from './queries/process.js';
import { openDatabase } from './sqlite/open-database.js';
import { toRocpdError } from './sqlite/to-rocpd-error.js';
import type { LoadOptions, ProcessColumns, Trace, TraceFile, TraceProcess } from './trace.js';

/**
 * Opens one or more files as one trace, read-only. Small tables are read here, big ones by `Trace.loadProcess`.
 *
 * Throws `RocpdError` with one line that says what is wrong and what to do.
 */
export function openTrace(paths: string | readonly string[]): Trace {
  const files: TraceFile[] = [];
  const sources = new Map<TraceProcess, ProcessTables>();
  for (const file of typeof paths === 'string' ? [paths] : paths) {
    withErrors(file, () => {
      const sizeBytes = fs.statSync(file).size;
      const database = openDatabase(path.resolve(file));
      try {
        const found = detectLayout(database);
        if (found.kind === 'foreign')
          throw new RocpdError('NOT_A_TRACE', `${showName(path.basename(file))}: not a trace`);
        if (found.kind === 'unsupported')
          throw new RocpdError(
            'SCHEMA_UNSUPPORTED',
            `${showName(path.basename(file))}: layout not supported (${found.problem})`,
          );
        const versions = found.processes.flatMap((source) => readSchemaVersions(database, source));
        for (const source of found.processes) sources.set(readProcess(database, source, files.length), source);
        files.push({ path: file, sizeBytes, layout: found.layout, schemaVersions: [...new Set(versions)].sort() });
      } finally {
        database.close();
      }
    });
  }
  return {
    files,
    processes: [...sources.keys()],
    searchedFolders: [],
    duplicateFiles: [],
    async loadProcess(process: TraceProcess, options: LoadOptions = {}): Promise<ProcessColumns> {
      const source = sources.get(process);
      const file = files[process.fileIndex];
      if (source === undefined || file === undefined)
        throw new RocpdError('INVALID_ARGUMENT', 'the process is not one of this trace');
      const open = (): Database => openDatabase(path.resolve(file.path));
      const use = <T>(read: (database: Database) => T): T =>
        withErrors(file.path, () => {
          const database = open();
          try {
            return read(database);
          } finally {
            database.close();
          }
        });
      try {
        return await loadProcess({ process, source, sizeBytes: file.sizeBytes, open, use }, options);
      } catch (error) {
        throw toRocpdError(error, file.path);
      }
    },
    close: () => undefined,
  };
}

function withErrors<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toRocpdError(error, file);
  }
}
