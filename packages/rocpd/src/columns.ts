/** Indices into a dictionary; the narrower array wherever the dictionary allows it. */
export type IndexArray = Uint16Array | Uint32Array;

/** Correlation ids: whole numbers, in the narrower array wherever they fit. */
export type IdArray = Uint32Array | Float64Array;

/** A rectangular launch shape. Sizes are work-items, as AQL packets count them; null where the trace holds none. */
export interface LaunchShape {
  readonly workgroup: readonly [number, number, number] | null;
  readonly grid: readonly [number, number, number] | null;
  /** LDS bytes per workgroup, static plus dynamic. */
  readonly ldsBytes: number | null;
  /** Scratch bytes per work-item. */
  readonly scratchBytes: number | null;
}

/** Rows that were left out, by reason. */
export interface DroppedRows {
  /** Start or end missing, or no number. */
  readonly nullTimes: number;
  /** End before start. */
  readonly negativeDurations: number;
}

/**
 * Kernel dispatches, in order of (start, end). Index arrays point into the dictionaries beside them.
 *
 * Example of three rows: startNs [0, 500, 900], endNs [400, 900, 950], kernel [0, 1, 0], agent [2, 2, 2].
 */
export interface DispatchColumns {
  readonly count: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Index into `ProcessColumns.kernels`. */
  readonly kernel: IndexArray;
  /** Index into `TraceProcess.agents`, or `agents.length` for an agent without a row. */
  readonly agent: Uint16Array;
  /** Index into `streams`. */
  readonly stream: IndexArray;
  /** Stream ids in rising order; -1 stands for rows that name none. */
  readonly streams: readonly number[];
  /** Index into `queues`. */
  readonly queue: IndexArray;
  /** Queue ids in rising order; -1 stands for rows that name none. */
  readonly queues: readonly number[];
  /** Index into `shapes`. */
  readonly shape: IndexArray;
  readonly shapes: readonly LaunchShape[];
  /** Correlation id shared with the launching call; 0 where the trace has no link. */
  readonly stackId: IdArray;
  readonly dropped: DroppedRows;
}

/** What moved where; the direction is derived by the reader of these columns (agents first, then the name). */
export interface CopyColumns {
  readonly count: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Bytes; 0 or NaN where unknown. */
  readonly sizeBytes: Float64Array;
  /** Index into `TraceProcess.agents`, `agents.length` where unknown. */
  readonly sourceAgent: Uint16Array;
  readonly destinationAgent: Uint16Array;
  /** Index into `names`, the text of the direction as the file has it; '' where it has none. */
  readonly name: IndexArray;
  readonly names: readonly string[];
  readonly stream: IndexArray;
  /** Stream ids in rising order; -1 stands for rows that name none. */
  readonly streams: readonly number[];
  readonly stackId: IdArray;
  readonly dropped: DroppedRows;
}

/** Spans on host threads: API calls, markers, other functions; in order of (start, end descending): parents before children. */
export interface RegionColumns {
  readonly count: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Index into `names`. */
  readonly name: IndexArray;
  /** Names in rising order; a text row that is missing gets a placeholder of its own (`unnamed region 17`). */
  readonly names: readonly string[];
  /** Index into `categories`; the text as the file has it, '' where the region has no event. */
  readonly category: IndexArray;
  readonly categories: readonly string[];
  /** Index into `threads`, the OS thread ids as the file has them. */
  readonly thread: IndexArray;
  /** One entry per thread row, in rising order of (OS id, row id); -1 stands for rows that name none. */
  readonly threads: readonly number[];
  /** Correlation id shared with what the call caused; 0 where none. */
  readonly stackId: IdArray;
  readonly dropped: DroppedRows;
  /** Markers of these rows that have no end in the file and were given that of the last region of their thread. */
  readonly closedMarkers: number;
}

/** Points in time, counted only. */
export interface SampleSummary {
  readonly count: number;
  /** Rows per category text of their event: an API category here means calls of zero length. */
  readonly countByCategory: ReadonlyMap<string, number>;
}

/** Counter values of dispatches, one row per value as stored (possibly several hardware instances per dispatch). */
export interface CounterColumns {
  readonly count: number;
  /** Row of `DispatchColumns` (after sorting). Values of dispatches that were dropped are left out. */
  readonly dispatch: Uint32Array;
  /** Index into `names`. */
  readonly name: IndexArray;
  readonly names: readonly string[];
  readonly value: Float64Array;
}
