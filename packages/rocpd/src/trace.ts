import type { CopyColumns, CounterColumns, DispatchColumns, RegionColumns, SampleSummary } from './columns.js';

/** How the tables of a file are laid out. `rocpd-4` keeps places in tracks; `rpd` is rocmProfileData's format. */
export type TraceLayout = 'rocpd-3' | 'rocpd-4' | 'rpd';

/** One file of a trace, as given by the caller. */
export interface TraceFile {
  /** Path as given. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly layout: TraceLayout;
  /** Distinct texts of metadata `schema_version`, sorted. Decisions rest on the tables that exist, not on this text. */
  readonly schemaVersions: readonly string[];
}

/** The machine a process ran on. Two processes share a clock only if their machine is the same. */
export interface TraceNode {
  readonly machineId: string | null;
  readonly hostname: string | null;
}

/** One CPU or GPU of one process. Hardware figures are null where the trace does not hold them. */
export interface TraceAgent {
  /** Row id, unique within its process only. */
  readonly id: number;
  readonly type: 'GPU' | 'CPU' | 'OTHER';
  /** gfx target without feature suffixes, lower case (`gfx90a`), for GPUs whose name holds one; else null. */
  readonly gfxId: string | null;
  /** Name to show: product name, else model name, else the agent's name; may be null. */
  readonly productName: string | null;
  readonly absoluteIndex: number | null;
  readonly logicalIndex: number | null;
  /** Index among the visible agents of its type: the usual "GPU 0". */
  readonly typeIndex: number | null;
  /** Numeric facts of the agent record (`cu_count`, `num_xcc`, `max_engine_clk_fcompute`, ...); absent keys are absent. */
  readonly hardware: Readonly<Record<string, number>>;
}

/** One kernel function, as far as dispatches name it. */
export interface TraceKernel {
  /** Row id of the symbol within its process; null for a symbol row that is missing. */
  readonly id: number | null;
  /** Name to show: display name, else the mangled name, else a placeholder unique per symbol (`unnamed kernel 17`). */
  readonly name: string;
  /** False for placeholders. */
  readonly isNamed: boolean;
  readonly archVgprCount: number | null;
  readonly accumVgprCount: number | null;
  readonly sgprCount: number | null;
  readonly staticLdsBytes: number | null;
  readonly staticScratchBytes: number | null;
}

/** A counter or sampled metric as `info_pmc` describes it. */
export interface TraceCounter {
  readonly id: number;
  readonly name: string;
  readonly agentId: number | null;
  readonly units: string | null;
}

/** One process of one file: the unit of work. Ids are unique only within it. */
export interface TraceProcess {
  /** Index into `Trace.files`. */
  readonly fileIndex: number;
  /** Identity of the process; derived from the file's content for layouts that store none. */
  readonly guid: string;
  readonly pid: number | null;
  readonly ppid: number | null;
  readonly command: string | null;
  /** Environment as recorded; empty where the trace holds none. */
  readonly environment: Readonly<Record<string, string>>;
  readonly node: TraceNode;
  readonly agents: readonly TraceAgent[];
  /** JSON texts of small tables that could not be parsed; their fields are null. */
  readonly badExtdataCount: number;
}

/** An open trace: any number of files and processes behind one interface. Nothing is read from big tables yet. */
export interface Trace {
  readonly files: readonly TraceFile[];
  /** Sorted by (machine, guid, file). A process that several files hold identically appears once. */
  readonly processes: readonly TraceProcess[];
  /** Folders that were given and searched; what was found in them is among `files`. */
  readonly searchedFolders: readonly string[];
  /** Paths that repeat a process already seen, for the data-quality part. */
  readonly duplicateFiles: readonly string[];
  /**
   * Reads the big tables of one process once, as columns. Large files are read on a second thread where that pays.
   * Throws `RocpdError` (DAMAGED, BUSY) if the file turns out to be unreadable on the way.
   */
  loadProcess(process: TraceProcess, options?: LoadOptions): Promise<ProcessColumns>;
  close(): void;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Called with rows read so far and an estimate of all rows: about every million rows, and at the end. */
  readonly onProgress?: (rowsRead: number, rowsExpected: number) => void;
}

/**
 * The big tables of one process as columns. All times are nanoseconds relative to `originNs`, exact as JS numbers;
 * rows of each table are in order of (start, end).
 */
export interface ProcessColumns {
  readonly process: TraceProcess;
  /**
   * Absolute time of zero: the earliest start of the process's dispatches, copies and regions. Subtract two of them as
   * BigInt to place processes of one machine on one axis.
   */
  readonly originNs: bigint;
  readonly kernels: readonly TraceKernel[];
  readonly dispatches: DispatchColumns;
  readonly copies: CopyColumns;
  readonly regions: RegionColumns;
  readonly samples: SampleSummary;
  /** Per-dispatch counter values; count 0 where none were collected. */
  readonly counters: CounterColumns;
  /** Distinct names of `info_pmc` that have no value on any dispatch, and values hung on samples, are not in here. */
  readonly counterInfos: readonly TraceCounter[];
  /**
   * Values that are no number where a number belongs (text, blobs, ids beyond 2^53), counted by table and column
   * (`kernel_dispatch.stream_id`). Their rows are kept with the field unknown, except for times (see `DroppedRows`) and
   * counter values (left out).
   */
  readonly badValues: ReadonlyMap<string, number>;
  /** Text of markers and arguments of calls: read on demand, only for the rows asked for. */
  readonly details: RegionDetails;
  /** Addresses of copies: read on demand, only for the rows asked for. */
  readonly copyDetails: CopyDetails;
  /** Marks, readings of metrics, calls of zero length: read on demand. */
  readonly points: PointDetails;
}

/** On-demand look-ups for few rows. The indices are rows of `ProcessColumns.copies`. */
export interface CopyDetails {
  /** Address that each copy reads from; null where none is recorded (0 is none). */
  sourceAddresses(rows: Uint32Array): (bigint | null)[];
}

/** On-demand look-ups for few rows. The indices are rows of `ProcessColumns.regions`. */
export interface RegionDetails {
  /** Text of a marker range: `message` of the event's extdata, else the region's name; null if extdata is not valid JSON. */
  markerTexts(rows: Uint32Array): (string | null)[];
  /** Arguments of a call by name (`count`, `datatype`, `comm`, ...); the first of equal names wins. */
  arguments(rows: Uint32Array): ReadonlyMap<string, string>[];
  /** `parent_stack_id` of the rows' events, 0 where none. */
  parentStackIds(rows: Uint32Array): Float64Array;
}

/** A value read at a point in time. */
export interface PointReading {
  readonly name: string;
  /** Agent row id of the counter; null where it names none. */
  readonly agentId: number | null;
  readonly units: string | null;
  readonly value: number;
}

/** One point in time. */
export interface TracePoint {
  /** Nanoseconds relative to `ProcessColumns.originNs`; negative for what was read before the first record. */
  readonly timeNs: number;
  /** Category text of its event; '' without one. */
  readonly category: string;
  /** Text of a mark: `message` of the event, else the name of the row; null without either. */
  readonly text: string | null;
  /** OS thread id; null where none is named. */
  readonly thread: number | null;
  readonly readings: readonly PointReading[];
}

/** The points in time of a process. `.rpd` files hold none in this form. */
export interface PointDetails {
  /** Visits every point in order of time. Points without a time are left out. */
  forEach(visit: (point: TracePoint) => void): void;
}
