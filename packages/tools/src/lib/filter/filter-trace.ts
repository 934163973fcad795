import type { LoadOptions, ProcessColumns, Trace, TraceProcess } from '@perfxpert/rocpd';
import type { TraceFilter } from '../../schemas/trace-filter.js';
import { checkWindow, chooseAgents, chooseProcesses } from './filter-choices.js';
import { readWindows, windowAlone } from './filter-windows.js';
import type { Window } from './filter-windows.js';
import { keepRows } from './keep-rows.js';
import { findMarkerRanges, liesIn } from './marker-ranges.js';
import { narrowColumns } from './narrow-columns.js';

const EMPTY_WINDOW: Window = { fromNs: 0, toNs: 0 };

/**
 * A trace with only the work that a filter keeps: its processes are those of the ranks, and the columns of each hold the
 * rows that `keepRows` keeps. `filter.kernel` is not looked at (see `computeFacts`). Closing it closes the original.
 *
 * The window counts from the first GPU work of the processes that share it, as the times of a report do. A window over
 * several processes reads them twice: its zero is known only when all have been seen.
 *
 * @throws ToolError INVALID_ARGUMENT for a rank or a GPU that the trace does not have, and for an empty window
 */
export function filterTrace(trace: Trace, filter: TraceFilter): Trace {
  checkWindow(filter);
  const processes = chooseProcesses(trace, filter.rank);
  const agentsOf = chooseAgents(processes, filter.gpu);
  let windows: Promise<ReadonlyMap<TraceProcess, Window | null>> | null = null;
  /** Undefined without a window, null where nothing says where it lies. */
  const windowOf = async (
    process: TraceProcess,
    columns: ProcessColumns,
    options: LoadOptions,
  ): Promise<Window | null | undefined> => {
    if (filter.from_ns === undefined && filter.to_ns === undefined) return undefined;
    if (processes.length === 1) return windowAlone(columns, filter);
    windows ??= readWindows(trace, processes, filter, options);
    return (await windows).get(process) ?? null;
  };
  return {
    files: trace.files,
    processes,
    searchedFolders: trace.searchedFolders,
    duplicateFiles: trace.duplicateFiles,
    close: () => {
      trace.close();
    },
    loadProcess: async (process, options = {}) => {
      const columns = await trace.loadProcess(process, options);
      const window = await windowOf(process, columns, options);
      const ranges = filter.roctx === undefined ? null : findMarkerRanges(columns, filter.roctx);
      const kept = keepRows(columns, {
        agents: agentsOf.get(process) ?? null,
        window: window === null ? EMPTY_WINDOW : (window ?? null),
        ranges,
      });
      return narrowColumns(columns, kept, ({ timeNs }) => {
        if (window === null) return false;
        if (window !== undefined && (timeNs < window.fromNs || timeNs >= window.toNs)) return false;
        return ranges === null || liesIn(ranges.all, timeNs);
      });
    },
  };
}
