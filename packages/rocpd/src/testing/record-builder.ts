import type { AllocationSpec, CopyEnd, CopySpec, KernelSpec, RegionSpec, SampleSpec } from './trace-spec.js';
import type {
  AllocationRecord,
  CopyRecord,
  CounterValue,
  KernelRecord,
  KernelSymbol,
  ProcessHeader,
  RegionRecord,
  SampleRecord,
} from './writers/trace-writer.js';

/** Stack ids of regions that are given none start here. */
const FIRST_OWN_STACK_ID = 1_000_001;
/** Eight workgroups of 256 work-items on each of 304 units: enough to fill an MI300X. */
const FULL_GRID = [622_592, 1, 1] as const;

/** Turns the specs of one process into records, filling in defaults. */
export class RecordBuilder {
  private readonly symbols = new Map<string, KernelSymbol>();
  private readonly gpuIds: readonly number[];
  private readonly cpuId: number;
  private dispatchCount = 0;
  private ownStackId = FIRST_OWN_STACK_ID;

  constructor(private readonly header: ProcessHeader) {
    this.gpuIds = header.agents.filter((agent) => agent.type === 'GPU').map((agent) => agent.id);
    this.cpuId = header.agents.find((agent) => agent.type === 'CPU')?.id ?? 0;
  }

  /** Agent id of a GPU by number; throws `RangeError` if there is none. */
  gpuId(number: number): number {
    const id = this.gpuIds[number];
    if (id === undefined) throw new RangeError(`GPU ${number} does not exist; the process has ${this.gpuIds.length}`);
    return id;
  }

  kernel(spec: KernelSpec): KernelRecord {
    const stackId = spec.stackId ?? 0;
    return {
      symbol: this.symbol(spec),
      dispatchId: (this.dispatchCount += 1),
      startNs: spec.startNs,
      endNs: spec.endNs,
      agentId: this.gpuId(spec.agent ?? 0),
      stream: spec.stream ?? 0,
      queue: spec.queue ?? 0,
      thread: spec.thread ?? this.header.pid,
      workgroup: spec.workgroup === undefined ? [256, 1, 1] : spec.workgroup,
      grid: spec.grid === undefined ? FULL_GRID : spec.grid,
      ldsBytes: orDefault(spec.ldsBytes, 0),
      scratchBytes: orDefault(spec.scratchBytes, 0),
      stackId,
      parentStackId: stackId,
      graphExecId: spec.graphExecId ?? 0,
      graphNodeId: spec.graphNodeId ?? 0,
      counters: spec.counters === undefined ? null : counterValues(spec.counters),
    };
  }

  copy(spec: CopySpec): CopyRecord {
    const from = spec.from === undefined ? 'cpu' : spec.from;
    const to = spec.to === undefined ? (from === 'cpu' ? 0 : 'cpu') : spec.to;
    const stackId = spec.stackId ?? 0;
    return {
      name: spec.name ?? copyName(from, to),
      startNs: spec.startNs,
      endNs: spec.endNs,
      sourceAgentId: this.endId(from),
      destinationAgentId: this.endId(to),
      bytes: spec.bytes,
      sourceAddress: spec.sourceAddress ?? 0,
      stream: spec.stream ?? 0,
      queue: 0,
      thread: spec.thread ?? this.header.pid,
      stackId,
      parentStackId: stackId,
    };
  }

  region(spec: RegionSpec): RegionRecord {
    const isMarker = spec.message !== undefined;
    const args = Object.entries(spec.args ?? {}).map(([name, value]) => ({
      type: typeof value === 'number' ? 'unsigned long' : 'const char*',
      name,
      value: String(value),
    }));
    return {
      name: spec.name ?? (isMarker ? 'roctxThreadRangeA' : ''),
      category: spec.category ?? (isMarker ? 'MARKER_CORE_RANGE_API' : 'HIP_RUNTIME_API'),
      startNs: spec.startNs,
      endNs: spec.endNs,
      thread: spec.thread ?? this.header.pid,
      stackId: spec.stackId ?? this.ownStackId++,
      parentStackId: spec.parentStackId ?? 0,
      message: spec.message ?? null,
      extdata: spec.extdata ?? null,
      args: args.length === 0 ? null : args,
    };
  }

  sample(spec: SampleSpec): SampleRecord {
    const values = Object.entries(spec.values ?? {}).map(([name, value]) => ({
      name,
      units: spec.units?.[name] ?? '',
      value,
    }));
    const isMetric = values.length > 0;
    const category = spec.category ?? (isMetric ? 'amd_smi' : 'MARKER_CORE_RANGE_API');
    const thread = spec.thread === undefined ? (isMetric ? null : this.header.pid) : spec.thread;
    return {
      timestampNs: spec.timestampNs,
      category,
      track: category,
      thread,
      stackId: spec.stackId ?? 0,
      message: spec.message ?? null,
      agentId: isMetric ? this.gpuId(spec.agent ?? 0) : null,
      values,
    };
  }

  allocation(spec: AllocationSpec): AllocationRecord {
    const type = spec.type ?? 'ALLOC';
    const agent = spec.agent === undefined ? (type === 'FREE' ? null : 0) : spec.agent;
    return {
      type,
      level: spec.level ?? 'REAL',
      startNs: spec.startNs,
      endNs: spec.endNs,
      agentId: agent === null ? null : this.gpuId(agent),
      address: spec.address ?? 0,
      bytes: spec.bytes ?? 0,
      stream: spec.stream ?? 0,
      queue: spec.queue ?? 0,
      thread: spec.thread ?? this.header.pid,
      stackId: spec.stackId ?? 0,
    };
  }

  private endId(end: CopyEnd): number | null {
    if (end === null) return null;
    return end === 'cpu' ? this.cpuId : this.gpuId(end);
  }

  /** One symbol per name and resource figures, as one code object holds it. */
  private symbol(spec: KernelSpec): KernelSymbol {
    const symbol: KernelSymbol = {
      displayName: spec.name,
      kernelName: spec.name === null ? null : `${spec.name}.kd`,
      archVgprCount: orDefault(spec.vgpr, 32),
      accumVgprCount: orDefault(spec.accumVgpr, 0),
      sgprCount: orDefault(spec.sgpr, 32),
      staticLdsBytes: orDefault(spec.ldsBytes, 0),
      staticScratchBytes: orDefault(spec.scratchBytes, 0),
    };
    const key = JSON.stringify(symbol);
    const known = this.symbols.get(key);
    if (known !== undefined) return known;
    this.symbols.set(key, symbol);
    return symbol;
  }
}

function orDefault(value: number | null | undefined, fallback: number): number | null {
  return value === undefined ? fallback : value;
}

function counterValues(counters: Readonly<Record<string, number | readonly number[]>>): CounterValue[] {
  return Object.entries(counters).flatMap(([name, values]) =>
    (typeof values === 'number' ? [values] : values).map((value) => ({ name, value })),
  );
}

/** Name of the direction, as rocprofv3 writes it. */
function copyName(from: CopyEnd, to: CopyEnd): string {
  if (from === null || to === null) return 'MEMORY_COPY_NONE';
  const side = (end: CopyEnd): string => (end === 'cpu' ? 'HOST' : 'DEVICE');
  return `MEMORY_COPY_${side(from)}_TO_${side(to)}`;
}
