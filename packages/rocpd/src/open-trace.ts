import type { Database } from 'better-sqlite3';
import { RocpdError } from './errors.js';
import { findTraceFiles, type Candidate } from './files/find-trace-files.js';
import { foreignError, nothingFoundError, unsupportedError } from './layout/layout-errors.js';
import { detectLayout, type ProcessTables } from './layout/detect-layout.js';
import type { OpenOptions } from './open-options.js';
import { dropDuplicates } from './open-trace/drop-duplicates.js';
import { FileTrace, type OpenedFile, type OpenedProcess } from './open-trace/file-trace.js';
import { readProcess, readSchemaVersions } from './queries/process.js';
import { readRpdProcess } from './rpd/read-rpd-process.js';
import { COPY_LIMIT_BYTES, inspectFile, openFile } from './sqlite/database-file.js';
import { BUSY_TIMEOUT_MS } from './sqlite/open-database.js';
import { translateError } from './sqlite/translate-error.js';
import type { Trace, TraceProcess } from './trace.js';

/**
 * Opens files and folders as one trace, read-only: nothing is created or changed, not even beside the files. Small tables
 * are read here, big ones by `Trace.loadProcess`.
 *
 * Throws `RocpdError`, one line that says what is wrong and what to do: NOT_FOUND, PERMISSION_DENIED, NOT_A_TRACE (with
 * the kind of file in `details.detected`), DAMAGED (with `details.readable_tables`), BUSY, SCHEMA_UNSUPPORTED,
 * INVALID_ARGUMENT.
 */
export function openTrace(paths: string | readonly string[], options: OpenOptions = {}): Trace {
  const { candidates, searchedFolders, repeated } = findTraceFiles(typeof paths === 'string' ? [paths] : paths);
  const files: OpenedFile[] = [];
  const processes: OpenedProcess[] = [];
  for (const candidate of candidates) {
    const opened = openOne(candidate, files.length, options);
    if (opened === null) continue;
    files.push(opened.file);
    processes.push(...opened.processes);
  }
  if (files.length === 0) throw nothingFoundError(searchedFolders);
  const { kept, duplicatePaths } = dropDuplicates(files, processes);
  return new FileTrace(files, kept, searchedFolders, [...repeated, ...duplicatePaths], {
    threads: options.threads ?? 2,
    readsPages: options.readsPages ?? true,
    busyTimeoutMs: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  });
}

/** Opens one file and reads who its processes are; null for another program's database that was found in a folder. */
function openOne(
  candidate: Candidate,
  fileIndex: number,
  options: OpenOptions,
): { file: OpenedFile; processes: OpenedProcess[] } | null {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, copyLimitBytes = COPY_LIMIT_BYTES } = options;
  const { path, realPath, sizeBytes } = candidate;
  let database: Database | undefined;
  try {
    const inspected = inspectFile(realPath, sizeBytes);
    const open = (): Database => openFile(inspected, busyTimeoutMs, copyLimitBytes);
    database = open();
    const found = detectLayout(database);
    if (found.kind === 'foreign') {
      if (candidate.isFound) return null;
      throw foreignError(path, found.tableNames);
    }
    const versions = versionsOf(database, found.processes);
    if (found.kind === 'unsupported') throw unsupportedError(path, versions, found.problem);
    const info = { path, sizeBytes, layout: found.layout, schemaVersions: versions };
    const file: OpenedFile = { info, realPath, open };
    const handle = database;
    const processes = found.processes.map((source) => ({ source, process: readAnyProcess(handle, source, fileIndex) }));
    return { file, processes };
  } catch (error) {
    if (candidate.isFound && error instanceof RocpdError && error.code === 'NOT_A_TRACE' && sizeBytes > 0) return null;
    throw translateError(error, realPath);
  } finally {
    database?.close();
  }
}

function versionsOf(database: Database, processes: readonly ProcessTables[]): string[] {
  return [...new Set(processes.flatMap((source) => readSchemaVersions(database, source)))].sort();
}

function readAnyProcess(database: Database, source: ProcessTables, fileIndex: number): TraceProcess {
  return source.layout === 'rpd'
    ? readRpdProcess(database, source, fileIndex)
    : readProcess(database, source, fileIndex);
}
