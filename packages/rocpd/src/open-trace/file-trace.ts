import type { Database } from 'better-sqlite3';
import { RocpdError } from '../errors.js';
import type { ProcessTables } from '../layout/detect-layout.js';
import { loadProcess, type LoadTask } from '../load/load-process.js';
import { compareTexts } from '../load/sorted-texts.js';
import { HandlePool } from '../sqlite/handle-pool.js';
import { translateError } from '../sqlite/translate-error.js';
import type { LoadOptions, ProcessColumns, Trace, TraceFile, TraceProcess } from '../trace.js';

/** A file of an open trace, and how to get a handle for it. */
export interface OpenedFile {
  readonly info: TraceFile;
  readonly realPath: string;
  readonly open: () => Database;
}

/** A process of an open trace, and its tables. */
export interface OpenedProcess {
  readonly process: TraceProcess;
  readonly source: ProcessTables;
}

/** A trace over files. A few handles are kept open between loads and look-ups. */
export class FileTrace implements Trace {
  readonly files: readonly TraceFile[];
  readonly processes: readonly TraceProcess[];
  private readonly sources: ReadonlyMap<TraceProcess, ProcessTables>;
  private readonly handles = new HandlePool();
  private readonly closing = new AbortController();

  constructor(
    private readonly opened: readonly OpenedFile[],
    processes: readonly OpenedProcess[],
    readonly searchedFolders: readonly string[],
    readonly duplicateFiles: readonly string[],
    private readonly reading: Pick<LoadTask, 'threads' | 'readsPages' | 'busyTimeoutMs'>,
  ) {
    this.files = opened.map(({ info }) => info);
    this.sources = new Map(processes.map(({ process, source }) => [process, source]));
    this.processes = [...this.sources.keys()].sort(compareProcesses);
  }

  async loadProcess(process: TraceProcess, options: LoadOptions = {}): Promise<ProcessColumns> {
    const source = this.sources.get(process);
    const file = this.opened[process.fileIndex];
    if (source === undefined || file === undefined)
      throw new RocpdError('INVALID_ARGUMENT', 'the process is not one of this trace; take it from trace.processes');
    this.throwIfClosed();
    const { realPath, info, open } = file;
    const task = {
      process,
      source,
      sizeBytes: info.sizeBytes,
      path: realPath,
      take: () => this.handles.take(realPath, open),
      give: (database: Database) => {
        this.handles.give(realPath, database);
      },
      use: <T>(read: (database: Database) => T): T => this.use(file, read),
      ...this.reading,
    };
    const signal = AbortSignal.any([this.closing.signal, ...(options.signal === undefined ? [] : [options.signal])]);
    try {
      return await loadProcess(task, { ...options, signal });
    } catch (error) {
      throw translateError(error, realPath);
    }
  }

  close(): void {
    this.closing.abort(closedError());
    this.handles.close();
  }

  private use<T>(file: OpenedFile, read: (database: Database) => T): T {
    this.throwIfClosed();
    try {
      const database = this.handles.take(file.realPath, file.open);
      try {
        return read(database);
      } finally {
        this.handles.give(file.realPath, database);
      }
    } catch (error) {
      throw translateError(error, file.realPath);
    }
  }

  private throwIfClosed(): void {
    if (this.closing.signal.aborted) throw closedError();
  }
}

function closedError(): RocpdError {
  return new RocpdError('INVALID_ARGUMENT', 'the trace was closed; open it again');
}

function compareProcesses(a: TraceProcess, b: TraceProcess): number {
  const machineOf = ({ node }: TraceProcess): string => node.machineId ?? node.hostname ?? '';
  return compareTexts(machineOf(a), machineOf(b)) || compareTexts(a.guid, b.guid) || a.fileIndex - b.fileIndex;
}
