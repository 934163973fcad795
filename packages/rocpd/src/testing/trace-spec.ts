import type { Size3, TimeNs } from './writers/trace-writer.js';

/** One CPU or GPU. Left-out fields are those of an MI300X, or of an EPYC for a CPU. */
export interface AgentSpec {
  /** Default `GPU`. */
  readonly type?: 'CPU' | 'GPU';
  /** gfx target of a GPU (default `gfx942`), model name of a CPU. */
  readonly name?: string;
  readonly productName?: string;
  /** Entries of the agent record to change or add (`cu_count`, `num_xcc`, ...); undefined removes one. */
  readonly hardware?: Readonly<Record<string, unknown>>;
  /** Text to store instead of the agent record, for instance text that is no JSON. */
  readonly extdata?: string;
}

/** One dispatch. Only name and times are needed. Null means "not recorded". */
export interface KernelSpec {
  /** Shown name; null for a symbol without names. */
  readonly name: string | null;
  readonly startNs: TimeNs;
  readonly endNs: TimeNs;
  /** Number of the GPU, counted from 0. Default 0. */
  readonly agent?: number;
  readonly stream?: number;
  readonly queue?: number;
  /** OS thread id of the caller. Default: the process's own number. */
  readonly thread?: number;
  /** Work-items per workgroup. Default 256, 1, 1. */
  readonly workgroup?: Size3 | null;
  /** Work-items (not workgroups). Default 622592, 1, 1: eight workgroups of 256 on each of 304 units. */
  readonly grid?: Size3 | null;
  /** Vector registers per lane. Default 32. */
  readonly vgpr?: number | null;
  /** Accumulation registers per lane. Default 0. */
  readonly accumVgpr?: number | null;
  /** Scalar registers. Default 32. */
  readonly sgpr?: number | null;
  /** LDS per workgroup, static and dynamic. Default 0. */
  readonly ldsBytes?: number | null;
  /** Scratch per work-item. Default 0. */
  readonly scratchBytes?: number | null;
  /** Correlation id of the launching call. Default 0, no link. */
  readonly stackId?: number;
  /** Counter name to value, or to one value per hardware instance. */
  readonly counters?: Readonly<Record<string, number | readonly number[]>>;
  /** Graph execution and node; only stored from layout 3.0.5 on. Default 0. */
  readonly graphExecId?: number;
  readonly graphNodeId?: number;
}

/** End of a copy: host memory, the memory of a GPU by number, or null for unknown. */
export type CopyEnd = 'cpu' | number | null;

/** One copy. */
export interface CopySpec {
  readonly startNs: TimeNs;
  readonly endNs: TimeNs;
  readonly bytes: number;
  /** Default `cpu`. */
  readonly from?: CopyEnd;
  /** Default: GPU 0 for a copy from the host, the host for one from a GPU. */
  readonly to?: CopyEnd;
  /** Default: `MEMORY_COPY_HOST_TO_DEVICE` and its like, as the two ends say. */
  readonly name?: string;
  /** Address that is read from. Default 0, none. */
  readonly sourceAddress?: number | bigint;
  readonly stream?: number;
  readonly thread?: number;
  readonly stackId?: number;
}

/** One span on a host thread: an API call (name), or a marker (message). */
export interface RegionSpec {
  /** Function name. Default for markers: `roctxThreadRangeA`. */
  readonly name?: string;
  readonly startNs: TimeNs;
  readonly endNs: TimeNs;
  /** Default `HIP_RUNTIME_API`, or `MARKER_CORE_RANGE_API` for a region with a message. */
  readonly category?: string;
  /** OS thread id. Default: the process's own number. */
  readonly thread?: number;
  /** Default: a number of its own above 1,000,000. */
  readonly stackId?: number;
  /** `stackId` of the enclosing call. Default 0, outermost. */
  readonly parentStackId?: number;
  /** Arguments in order of position. */
  readonly args?: Readonly<Record<string, string | number>>;
  /** Text of a marker. */
  readonly message?: string;
  /** Text to store as the event's extdata instead, for instance text that is no JSON. */
  readonly extdata?: string;
}

/** A point in time: a mark or a call of zero length (name), or metrics read together (values). */
export interface SampleSpec {
  readonly timestampNs: TimeNs;
  /** Default `amd_smi` for metrics, else `MARKER_CORE_RANGE_API`. */
  readonly category?: string;
  /** Metric name to value, for instance `device_power: 700`. */
  readonly values?: Readonly<Record<string, number>>;
  /** Units by metric name. */
  readonly units?: Readonly<Record<string, string>>;
  /** GPU of the metrics. Default 0. */
  readonly agent?: number;
  /** OS thread id, null for none. Default: null for metrics, else the process's own number. */
  readonly thread?: number | null;
  readonly stackId?: number;
  /** Text of a mark. */
  readonly message?: string;
}

/** One allocation, release or scratch operation. */
export interface AllocationSpec {
  readonly startNs: TimeNs;
  readonly endNs: TimeNs;
  /** Default `ALLOC`. */
  readonly type?: 'ALLOC' | 'FREE' | 'REALLOC' | 'RECLAIM';
  /** Default `REAL`. */
  readonly level?: 'REAL' | 'VIRTUAL' | 'SCRATCH';
  /** Default 0. */
  readonly bytes?: number;
  readonly address?: TimeNs | null;
  /** GPU. Default 0, null for a `FREE` as files of 2025 have it. */
  readonly agent?: number | null;
  readonly stream?: number;
  readonly queue?: number;
  readonly thread?: number;
  readonly stackId?: number;
}

/** A machine. Two processes share a clock if their machine id is the same. */
export interface NodeSpec {
  readonly hostname?: string;
  /** Default: derived from the host name. */
  readonly machineId?: string;
}

/** One recorded process. Everything may be left out. */
export interface ProcessSpec {
  /** Default: derived from the content, so that different recordings differ and equal ones don't. */
  readonly guid?: string;
  /** OS number. Default 1000 plus the place in the list. */
  readonly pid?: number;
  readonly ppid?: number;
  /** A host name, or more. Default `node-a`. */
  readonly node?: string | NodeSpec;
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: one CPU and one GPU. A CPU is put before a list that names none. */
  readonly agents?: readonly AgentSpec[];
  readonly kernels?: readonly KernelSpec[];
  readonly copies?: readonly CopySpec[];
  readonly regions?: readonly RegionSpec[];
  readonly samples?: readonly SampleSpec[];
  readonly allocations?: readonly AllocationSpec[];
  /** Counters of GPU 0 that are described but have no value. */
  readonly declaredCounters?: readonly string[];
}

/** Several processes. */
export interface ProcessesSpec {
  readonly processes: readonly ProcessSpec[];
}

/** What `buildTrace` writes: one process, or a list of them. */
export type TraceSpec = ProcessSpec | ProcessesSpec;
