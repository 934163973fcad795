/** The layouts a trace can be written in: rocpd schema "3", 3.0.5, the track-based 4.1.0, and rocmProfileData's format. */
export type TraceFileLayout = '3.0' | '3.0.5' | '4.1' | 'rpd';

/** A moment in whole nanoseconds. Numbers must be integers; take bigint for more than 2^53. */
export type TimeNs = number | bigint;

/** Three sizes in the order x, y, z. */
export type Size3 = readonly [number, number, number];

/** One CPU or GPU as the writer stores it. */
export interface AgentHeader {
  /** Row id, and the absolute index. */
  readonly id: number;
  readonly type: string;
  readonly typeIndex: number;
  /** gfx target of a GPU, model name of a CPU. */
  readonly name: string;
  readonly productName: string;
  readonly vendorName: string;
  /** PCI device id, or 0. */
  readonly deviceId: number;
  /** JSON text of the agent record; written as it is, so that tests can store text that is no JSON. */
  readonly extdata: string;
}

/** What is known of a process before its records. */
export interface ProcessHeader {
  readonly guid: string;
  readonly pid: number;
  readonly ppid: number;
  readonly machineId: string;
  readonly hostname: string;
  readonly command: string;
  /** JSON text of the environment. */
  readonly environment: string;
  readonly agents: readonly AgentHeader[];
  /** Start and end of the recording, null where unknown. */
  readonly startNs: TimeNs | null;
  readonly endNs: TimeNs | null;
}

/** A kernel function. Writers tell symbols apart by object identity. Null means not recorded. */
export interface KernelSymbol {
  readonly displayName: string | null;
  readonly kernelName: string | null;
  readonly archVgprCount: number | null;
  readonly accumVgprCount: number | null;
  readonly sgprCount: number | null;
  readonly staticLdsBytes: number | null;
  readonly staticScratchBytes: number | null;
}

/** One stored counter value: one hardware instance of one counter on one dispatch. */
export interface CounterValue {
  readonly name: string;
  readonly value: number;
}

/** One dispatch. Records are read at once and never kept, so a caller may reuse one object. */
export interface KernelRecord {
  symbol: KernelSymbol;
  dispatchId: number;
  startNs: TimeNs;
  endNs: TimeNs;
  /** Row id of the agent. */
  agentId: number;
  stream: number;
  queue: number;
  thread: number;
  /** Work-items; null is stored as 0 0 0, the way converted recordings do it. */
  workgroup: Size3 | null;
  grid: Size3 | null;
  ldsBytes: number | null;
  scratchBytes: number | null;
  /** Correlation id of the launching call, 0 for none. */
  stackId: number;
  parentStackId: number;
  graphExecId: number;
  graphNodeId: number;
  counters: readonly CounterValue[] | null;
}

/** One copy. Agent ids are null where unknown. */
export interface CopyRecord {
  name: string;
  startNs: TimeNs;
  endNs: TimeNs;
  sourceAgentId: number | null;
  destinationAgentId: number | null;
  bytes: number;
  sourceAddress: number | bigint;
  stream: number;
  queue: number;
  thread: number;
  stackId: number;
  parentStackId: number;
}

/** One argument of a call. */
export interface ArgumentRecord {
  readonly type: string;
  readonly name: string;
  readonly value: string;
}

/** One span on a host thread. */
export interface RegionRecord {
  name: string;
  category: string;
  startNs: TimeNs;
  endNs: TimeNs;
  thread: number;
  stackId: number;
  parentStackId: number;
  /** Text of a marker. */
  message: string | null;
  /** Text to store as the event's extdata instead of what follows from the message; null for none. */
  extdata: string | null;
  args: readonly ArgumentRecord[] | null;
}

/** A point in time: a mark or a call of zero length (no values), or metrics that were read together. */
export interface SampleRecord {
  timestampNs: TimeNs;
  category: string;
  /** Name of the track of a sample without values. */
  track: string;
  /** Null for tracks of a process or device. */
  thread: number | null;
  stackId: number;
  /** Text of a mark. */
  message: string | null;
  /** Agent of the metrics. */
  agentId: number | null;
  values: readonly MetricValue[];
}

/** One metric value of a sample. */
export interface MetricValue {
  readonly name: string;
  readonly units: string;
  readonly value: number;
}

/** One allocation, release or scratch operation. */
export interface AllocationRecord {
  type: string;
  level: string;
  startNs: TimeNs;
  endNs: TimeNs;
  agentId: number | null;
  address: TimeNs | null;
  bytes: number;
  stream: number;
  queue: number;
  thread: number;
  stackId: number;
}

/** Takes the records of one process. Threads, streams, queues, strings and counters are declared on first use. */
export interface ProcessWriter {
  addKernel(record: KernelRecord): void;
  addCopy(record: CopyRecord): void;
  addRegion(record: RegionRecord): void;
  addSample(record: SampleRecord): void;
  addAllocation(record: AllocationRecord): void;
  /** Describes a counter of an agent without a value. */
  declareCounter(name: string, agentId: number): void;
}

/** Writes one database file. Regions should be added before what they caused. */
export interface TraceWriter {
  addProcess(header: ProcessHeader): ProcessWriter;
  /** Writes what waits for records that may still follow. */
  finishRecords(): void;
  /** Creates the views of the layout, over the tables that exist. */
  createViews(): void;
}
