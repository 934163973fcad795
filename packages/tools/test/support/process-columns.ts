import type {
  CopyColumns,
  DispatchColumns,
  LaunchShape,
  ProcessColumns,
  RegionColumns,
  Trace,
  TraceAgent,
  TraceKernel,
  TraceProcess,
} from '@perfxpert/rocpd';

type Extent = readonly [number, number, number];

export interface KernelRow {
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  /** Number of the GPU, from 0. */
  readonly gpu?: number;
  readonly stream?: number;
  readonly workgroup?: Extent | null;
  readonly grid?: Extent | null;
  /** Correlation id; 0 for none. */
  readonly stackId?: number;
}
export interface CopyRow {
  readonly startNs: number;
  readonly endNs: number;
  readonly bytes?: number;
  /** GPU number, or `cpu`. */
  readonly from?: number | 'cpu';
  readonly to?: number | 'cpu';
  readonly stream?: number;
}
export interface RegionRow {
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly category?: string;
  readonly thread?: number;
  readonly stackId?: number;
}
export interface ProcessRows {
  readonly kernels?: readonly KernelRow[];
  readonly copies?: readonly CopyRow[];
  readonly regions?: readonly RegionRow[];
  readonly gpuCount?: number;
  readonly originNs?: bigint;
  readonly guid?: string;
  readonly pid?: number | null;
  readonly hostname?: string | null;
  readonly fileIndex?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Columns of a process from rows, as the reader would give them: agent 0 is a CPU, GPU n is agent n + 1 with id n + 2. */
export function processColumns(rows: ProcessRows): ProcessColumns {
  const process = processOf(rows);
  const kernelRows = inOrder(rows.kernels ?? [], 1);
  const names = [...new Set(kernelRows.map(({ name }) => name))];
  return {
    process,
    originNs: rows.originNs ?? 0n,
    kernels: names.map(kernelNamed),
    dispatches: dispatchColumns(kernelRows, names),
    copies: copyColumns(inOrder(rows.copies ?? [], 1), process.agents.length),
    regions: regionColumns(inOrder(rows.regions ?? [], -1)),
    samples: { count: 0, countByCategory: new Map() },
    counters: {
      count: 0,
      dispatch: new Uint32Array(0),
      name: new Uint32Array(0),
      names: [],
      value: new Float64Array(0),
    },
    counterInfos: [],
    badValues: new Map(),
    details: {
      markerTexts: (asked) => Array.from(asked, () => null),
      arguments: (asked) => Array.from(asked, () => new Map()),
      parentStackIds: (asked) => new Float64Array(asked.length),
    },
    points: { forEach: () => {} },
    copyDetails: { sourceAddresses: (asked) => Array.from(asked, () => null) },
  };
}

/** A trace over processes that are in memory already, one file each unless the rows say otherwise. */
export function traceOf(processes: readonly ProcessColumns[]): Trace {
  const fileCount = Math.max(0, ...processes.map(({ process }) => process.fileIndex + 1));
  return {
    files: Array.from({ length: fileCount }, (_, index) => ({
      path: `file-${String(index)}.db`,
      sizeBytes: 1,
      layout: 'rocpd-3',
      schemaVersions: ['3'],
    })),
    processes: processes.map(({ process }) => process),
    searchedFolders: [],
    duplicateFiles: [],
    loadProcess: (process) => {
      const columns = processes.find((candidate) => candidate.process === process);
      return columns === undefined ? Promise.reject(new Error('unknown process')) : Promise.resolve(columns);
    },
    close: () => undefined,
  };
}

function processOf(rows: ProcessRows): TraceProcess {
  const gpus = [...(rows.kernels ?? []).map(({ gpu = 0 }) => gpu)];
  for (const { from, to } of rows.copies ?? [])
    for (const end of [from, to]) if (typeof end === 'number') gpus.push(end);
  const gpuCount = rows.gpuCount ?? Math.max(0, ...gpus) + 1;
  return {
    fileIndex: rows.fileIndex ?? 0,
    guid: rows.guid ?? 'guid-0',
    pid: rows.pid === undefined ? 1000 : rows.pid,
    ppid: null,
    command: null,
    environment: rows.environment ?? {},
    node: { machineId: null, hostname: rows.hostname === undefined ? 'node-a' : rows.hostname },
    agents: [agentOf('CPU', 1, 0), ...Array.from({ length: gpuCount }, (_, gpu) => agentOf('GPU', gpu + 2, gpu))],
    badExtdataCount: 0,
  };
}

function agentOf(type: 'CPU' | 'GPU', id: number, typeIndex: number): TraceAgent {
  return {
    id,
    type,
    gfxId: type === 'GPU' ? 'gfx942' : null,
    productName: null,
    absoluteIndex: id - 1,
    logicalIndex: id - 1,
    typeIndex,
    hardware: {},
  };
}

function kernelNamed(name: string, index: number): TraceKernel {
  return {
    id: index + 1,
    name,
    isNamed: true,
    archVgprCount: null,
    accumVgprCount: null,
    sgprCount: null,
    staticLdsBytes: null,
    staticScratchBytes: null,
  };
}

function dispatchColumns(rows: readonly KernelRow[], names: readonly string[]): DispatchColumns {
  const shapeKeys = rows.map((row) => JSON.stringify([row.workgroup ?? null, row.grid ?? null]));
  const distinct = [...new Set(shapeKeys)];
  const streams = [...new Set(rows.map(({ stream = 0 }) => stream))];
  return {
    count: rows.length,
    startNs: Float64Array.from(rows, ({ startNs }) => startNs),
    endNs: Float64Array.from(rows, ({ endNs }) => endNs),
    kernel: Uint32Array.from(rows, ({ name }) => names.indexOf(name)),
    agent: Uint16Array.from(rows, ({ gpu = 0 }) => gpu + 1),
    stream: Uint32Array.from(rows, ({ stream = 0 }) => streams.indexOf(stream)),
    streams,
    queue: new Uint32Array(rows.length),
    queues: [1],
    shape: Uint32Array.from(shapeKeys, (key) => distinct.indexOf(key)),
    shapes: distinct.map((key): LaunchShape => {
      const [workgroup, grid] = JSON.parse(key) as [Extent | null, Extent | null];
      return { workgroup, grid, ldsBytes: null, scratchBytes: null };
    }),
    stackId: Float64Array.from(rows, ({ stackId = 0 }) => stackId),
    dropped: { nullTimes: 0, negativeDurations: 0 },
  };
}

function copyColumns(rows: readonly CopyRow[], agentCount: number): CopyColumns {
  const agent = (end: number | 'cpu' | undefined): number =>
    end === undefined ? agentCount : end === 'cpu' ? 0 : end + 1;
  const copyStreams = [...new Set(rows.map(({ stream = 0 }) => stream))];
  return {
    count: rows.length,
    startNs: Float64Array.from(rows, ({ startNs }) => startNs),
    endNs: Float64Array.from(rows, ({ endNs }) => endNs),
    sizeBytes: Float64Array.from(rows, ({ bytes = 0 }) => bytes),
    sourceAgent: Uint16Array.from(rows, ({ from = 'cpu' }) => agent(from)),
    destinationAgent: Uint16Array.from(rows, ({ to = 0 }) => agent(to)),
    name: new Uint16Array(rows.length),
    names: ['MEMORY_COPY_HOST_TO_DEVICE'],
    stream: Uint32Array.from(rows, ({ stream = 0 }) => copyStreams.indexOf(stream)),
    streams: copyStreams,
    stackId: new Float64Array(rows.length),
    dropped: { nullTimes: 0, negativeDurations: 0 },
  };
}

function regionColumns(rows: readonly RegionRow[]): RegionColumns {
  const names = [...new Set(rows.map(({ name }) => name))];
  const categories = [...new Set(rows.map(({ category = 'HIP_RUNTIME_API_EXT' }) => category))];
  const threads = [...new Set(rows.map(({ thread = 1 }) => thread))];
  return {
    count: rows.length,
    startNs: Float64Array.from(rows, ({ startNs }) => startNs),
    endNs: Float64Array.from(rows, ({ endNs }) => endNs),
    name: Uint32Array.from(rows, ({ name }) => names.indexOf(name)),
    names,
    category: Uint16Array.from(rows, ({ category = 'HIP_RUNTIME_API_EXT' }) => categories.indexOf(category)),
    categories,
    thread: Uint16Array.from(rows, ({ thread = 1 }) => threads.indexOf(thread)),
    threads,
    stackId: Float64Array.from(rows, ({ stackId = 0 }) => stackId),
    dropped: { nullTimes: 0, negativeDurations: 0 },
    closedMarkers: 0,
  };
}

/** Rows by start, then by end: ascending (1) as dispatches are, or descending (-1) as regions are. */
function inOrder<T extends { readonly startNs: number; readonly endNs: number }>(
  rows: readonly T[],
  sign: 1 | -1,
): T[] {
  return [...rows].sort((a, b) => a.startNs - b.startNs || sign * (a.endNs - b.endNs));
}
