/** A column of a table that queries see. */
export interface QueryColumn {
  readonly name: string;
  /** SQLite type. */
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  readonly description: string;
}

const integer = (name: string, description: string): QueryColumn => ({ name, type: 'INTEGER', description });
const real = (name: string, description: string): QueryColumn => ({ name, type: 'REAL', description });
const text = (name: string, description: string): QueryColumn => ({ name, type: 'TEXT', description });

const PROCESS = integer('process', 'Process, from 0; see processes');
const DEVICE = text('device', 'GPU 0, ...; see agents');
const TIMES = [
  integer('start_ns', 'Nanoseconds since the first record of the machine'),
  integer('end_ns', 'Likewise'),
  integer('duration_ns', 'end_ns - start_ns'),
];
const STACK_ID = integer('stack_id', 'Links a call with what it started; 0 for none');

/** The tables that a query may name. They hold the trace as this product reads it; the file itself is out of reach. */
export const QUERY_TABLES = {
  processes: [
    integer('process', 'Number used by the other tables, from 0'),
    text('guid', 'Identity'),
    integer('pid', 'OS number'),
    integer('rank', 'Rank by its environment'),
    text('hostname', 'Machine'),
    text('command', 'Command line'),
    text('file', 'Trace file'),
    text('origin_ns', 'Absolute time of start_ns 0, as text: it may be too large for a number'),
  ],
  agents: [
    PROCESS,
    text('device', 'Name used by the other tables'),
    text('type', 'GPU, CPU or OTHER'),
    text('name', 'Product name'),
    text('gfx', 'Architecture of a GPU'),
  ],
  kernels: [
    integer('id', 'Number of the dispatch'),
    PROCESS,
    DEVICE,
    text('name', 'Kernel, whole'),
    ...TIMES,
    integer('stream', 'Stream; null for none'),
    integer('queue', 'Queue; null for none'),
    STACK_ID,
    text('workgroup', 'Work-items per workgroup, 256x1x1'),
    text('grid', 'Work-items of the launch'),
    integer('lds_bytes', 'LDS per workgroup'),
    integer('scratch_bytes', 'Scratch per work-item'),
    integer('vgpr', 'Vector registers per lane'),
    integer('agpr', 'Accumulation registers per lane'),
    integer('sgpr', 'Scalar registers'),
  ],
  copies: [
    integer('id', 'Number of the copy'),
    PROCESS,
    text('direction', 'Host-to-Device, ...'),
    integer('bytes', 'Size; null where unknown'),
    text('source', 'Agent it comes from'),
    text('destination', 'Agent it goes to'),
    ...TIMES,
    integer('stream', 'Stream; null for none'),
    STACK_ID,
  ],
  regions: [
    integer('id', 'Number of the region'),
    PROCESS,
    text('name', 'Function'),
    text('category', 'HIP_RUNTIME_API, ...'),
    integer('thread', 'OS thread; null for none'),
    ...TIMES,
    STACK_ID,
  ],
  markers: [
    PROCESS,
    text('text', 'Text of the range or mark'),
    text('kind', 'range or mark'),
    integer('thread', 'OS thread; null for none'),
    ...TIMES,
  ],
  counters: [
    PROCESS,
    integer('kernel_id', 'kernels.id'),
    text('name', 'Counter'),
    real('value', 'One row for each hardware instance'),
  ],
  metrics: [
    PROCESS,
    text('device', 'Agent of the metric; null for none'),
    text('name', 'Metric'),
    text('unit', 'Unit as recorded'),
    integer('time_ns', 'Nanoseconds since the first record of the machine'),
    real('value', 'Reading'),
  ],
} as const satisfies Readonly<Record<string, readonly QueryColumn[]>>;

export type QueryTable = keyof typeof QUERY_TABLES;

/** Whether a name is that of a table that queries may name. */
export function isQueryTable(name: string): name is QueryTable {
  return Object.hasOwn(QUERY_TABLES, name);
}

/** Columns that hold times, which are moved onto the axis of the machine. */
export const TIME_COLUMNS: ReadonlySet<string> = new Set(['start_ns', 'end_ns', 'time_ns']);
