import { openTrace } from '@perfxpert/rocpd';
import type { ProcessColumns, Trace, TraceProcess } from '@perfxpert/rocpd';
import { traceKey } from './trace-key.js';

const DEFAULT_MAX_BYTES = 256 * 2 ** 20;
const DEFAULT_MAX_TRACES = 8;

/** How much a cache of traces may keep. */
export interface TraceCacheOptions {
  /** Memory for columns, bytes; 256 MiB by default. A process that alone takes more is read at each use. */
  readonly maxBytes?: number;
  /** Open traces, 8 by default; one that is in use is never closed. */
  readonly maxTraces?: number;
}

/** Traces kept open between calls, for programs that ask for one trace again and again. */
export interface TraceCache {
  /** Takes the place of `openTrace` of a `ToolContext`. Closing what it returns gives it back to the cache. */
  openTrace(paths: string | readonly string[]): Trace;
  /** Closes what is not in use, and everything else once it is given back. */
  close(): void;
}

interface Entry {
  readonly key: string;
  readonly trace: Trace;
  readonly columns: Map<TraceProcess, ProcessColumns>;
  bytes: number;
  users: number;
}

/**
 * Makes a cache of open traces and of the columns read from them, the least recently used going first. A trace is known
 * by the paths given and by inode, size and time of change of their files, so a file that was written is read anew.
 * Folders, and files with a log or journal beside them, are opened at each use.
 */
export function createTraceCache(options: TraceCacheOptions = {}): TraceCache {
  const { maxBytes = DEFAULT_MAX_BYTES, maxTraces = DEFAULT_MAX_TRACES } = options;
  // In order of use: the first one is the one that was not used for the longest time.
  const entries = new Map<string, Entry>();
  let isClosed = false;

  const evict = (): void => {
    let bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of [...entries.values()]) {
      if (entries.size <= maxTraces && bytes <= maxBytes && !isClosed) return;
      if (entry.users > 0) continue;
      entries.delete(entry.key);
      bytes -= entry.bytes;
      entry.trace.close();
    }
  };

  const lend = (entry: Entry): Trace => {
    let isGivenBack = false;
    entry.users++;
    return {
      ...traceFacts(entry.trace),
      async loadProcess(process, loadOptions) {
        const known = entry.columns.get(process);
        if (known !== undefined) return known;
        const columns = await entry.trace.loadProcess(process, loadOptions);
        const bytes = bytesOf(columns);
        if (bytes <= maxBytes && !entry.columns.has(process)) {
          entry.columns.set(process, columns);
          entry.bytes += bytes;
        }
        return columns;
      },
      close() {
        if (isGivenBack) return;
        isGivenBack = true;
        entry.users--;
        evict();
      },
    };
  };

  return {
    openTrace(paths) {
      const key = isClosed ? null : traceKey(paths);
      if (key === null) return openTrace(paths);
      const entry = entries.get(key) ?? { key, trace: openTrace(paths), columns: new Map(), bytes: 0, users: 0 };
      entries.delete(key);
      entries.set(key, entry);
      const lent = lend(entry);
      evict();
      return lent;
    },
    close() {
      isClosed = true;
      evict();
    },
  };
}

function traceFacts({ files, processes, searchedFolders, duplicateFiles }: Trace) {
  return { files, processes, searchedFolders, duplicateFiles };
}

/** Memory of the columns, each buffer counted once. */
function bytesOf({ dispatches, copies, regions, counters }: ProcessColumns): number {
  const buffers = new Set<ArrayBufferLike>();
  for (const table of [dispatches, copies, regions, counters])
    for (const column of Object.values(table)) if (ArrayBuffer.isView(column)) buffers.add(column.buffer);
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
