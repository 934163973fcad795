import type { ToTimestamp } from './clock.js';
import { EventTables } from './event-tables.js';
import type { Insert } from './batch-insert.js';
import type { ProcessDictionaries } from './process-dictionaries.js';
import type {
  AllocationRecord,
  CopyRecord,
  KernelRecord,
  ProcessHeader,
  ProcessWriter,
  RegionRecord,
  SampleRecord,
  Size3,
} from './trace-writer.js';

/** Where records happen: what 4.1.0 keeps in a track. */
interface Spot {
  readonly thread: number | null;
  readonly agentId: number | null;
  readonly queue: number | null;
  readonly stream: number | null;
  /** Name of the track; null for the tracks of records that are no samples. */
  readonly name: string | null;
}

const NO_SIZE: Size3 = [0, 0, 0];
const DISPATCH = [
  ...['id', 'kernel_id', 'dispatch_id', 'start', 'end', 'private_segment_size', 'group_segment_size'],
  ...['workgroup_size_x', 'workgroup_size_y', 'workgroup_size_z', 'grid_size_x', 'grid_size_y', 'grid_size_z'],
  ...['region_name_id', 'event_id', 'track_id'],
];
const COPY = [
  ...['id', 'start', 'end', 'name_id', 'dst_agent_id', 'dst_address', 'src_agent_id', 'src_address', 'size'],
  ...['event_id', 'track_id'],
];
const ALLOCATION = ['id', 'type', 'level', 'start', 'end', 'address', 'size', 'event_id', 'track_id'];
const TRACK = ['id', 'nid', 'ppid', 'pid', 'tid', 'agent_id', 'queue_id', 'stream_id', 'name_id'];

/** Writes the records of one process in the layout of 4.1.0. */
export class Rocpd41ProcessWriter implements ProcessWriter {
  private readonly events: EventTables;
  private readonly insertDispatch: Insert;
  private readonly insertCopy: Insert;
  private readonly insertRegion: Insert;
  private readonly insertSample: Insert;
  private readonly insertAllocation: Insert;
  private readonly insertTrack: Insert;
  private readonly insertCategory: Insert;
  private readonly tracks = new Map<string, number>();
  private readonly categories = new Map<string, number>();
  private readonly gpuIds: ReadonlySet<number>;
  private readonly counts = { dispatch: 0, copy: 0, region: 0, sample: 0, allocation: 0 };

  constructor(
    private readonly names: ProcessDictionaries,
    private readonly header: ProcessHeader,
    private readonly toTimestamp: ToTimestamp,
  ) {
    this.gpuIds = new Set(header.agents.filter((agent) => agent.type === 'GPU').map((agent) => agent.id));
    this.events = new EventTables(names, (category) => this.categoryId(category));
    this.insertDispatch = names.batchInserter('kernel_dispatch', DISPATCH);
    this.insertCopy = names.batchInserter('memory_copy', COPY);
    this.insertRegion = names.batchInserter('region', ['id', 'start', 'end', 'name_id', 'event_id', 'track_id']);
    this.insertSample = names.batchInserter('sample', ['id', 'track_id', 'timestamp', 'event_id', 'name_id']);
    this.insertAllocation = names.batchInserter('memory_allocate', ALLOCATION);
    this.insertTrack = names.inserter('track', TRACK);
    this.insertCategory = names.inserter('info_category', ['id', 'name']);
  }

  addKernel(record: KernelRecord): void {
    const event = this.events.add('KERNEL_DISPATCH', record.stackId, record.parentStackId);
    const [workgroupX, workgroupY, workgroupZ] = record.workgroup ?? NO_SIZE;
    const [gridX, gridY, gridZ] = record.grid ?? NO_SIZE;
    this.insertDispatch(
      ...[(this.counts.dispatch += 1), this.names.symbolId(record.symbol), record.dispatchId],
      ...[this.toTimestamp(record.startNs), this.toTimestamp(record.endNs), record.scratchBytes, record.ldsBytes],
      ...[workgroupX, workgroupY, workgroupZ, gridX, gridY, gridZ, 1, event],
      this.trackId(record.thread, record.agentId, record.queue, record.stream),
    );
    if (record.counters !== null) this.events.addCounters(event, record.agentId, record.counters);
  }

  addCopy(record: CopyRecord): void {
    const { sourceAgentId, destinationAgentId } = record;
    const event = this.events.add('MEMORY_COPY', record.stackId, record.parentStackId);
    const isToGpu = destinationAgentId !== null && this.gpuIds.has(destinationAgentId);
    this.insertCopy(
      ...[(this.counts.copy += 1), this.toTimestamp(record.startNs), this.toTimestamp(record.endNs)],
      ...[this.names.stringId(record.name), destinationAgentId, 0, sourceAgentId, record.sourceAddress],
      ...[record.bytes, event],
      this.trackId(record.thread, isToGpu ? destinationAgentId : sourceAgentId, null, record.stream),
    );
  }

  addRegion(record: RegionRecord): void {
    const { category, stackId, parentStackId } = record;
    const event = this.events.add(category, stackId, parentStackId, record.message, record.extdata);
    this.insertRegion(
      ...[(this.counts.region += 1), this.toTimestamp(record.startNs), this.toTimestamp(record.endNs)],
      ...[this.names.stringId(record.name), event, this.trackId(record.thread, null, null, null)],
    );
    if (record.args !== null) this.events.addArguments(event, record.args);
  }

  addSample(record: SampleRecord): void {
    const event = this.events.add(record.category, record.stackId, 0, record.message);
    if (record.values.length === 0) this.addPoint(record, record.track, event);
    for (const { name, units, value } of record.values) {
      this.addPoint(record, name, event);
      this.events.addValue(event, { name, agentId: record.agentId, units }, value);
    }
  }

  addAllocation(record: AllocationRecord): void {
    const category = record.level === 'SCRATCH' ? 'SCRATCH_MEMORY' : 'MEMORY_ALLOCATION';
    const event = this.events.add(category, record.stackId, record.stackId);
    this.insertAllocation(
      ...[(this.counts.allocation += 1), record.type, record.level],
      ...[this.toTimestamp(record.startNs), this.toTimestamp(record.endNs), record.address, record.bytes, event],
      this.trackId(record.thread, record.agentId, record.queue, record.stream),
    );
  }

  declareCounter(name: string, agentId: number): void {
    this.names.counterId({ name, agentId, units: '' });
  }

  private addPoint(record: SampleRecord, name: string, event: number): void {
    const spot: Spot = { thread: record.thread, agentId: record.agentId, queue: null, stream: null, name };
    const trackId = this.declareTrack(`sample ${record.thread} ${record.agentId} ${name}`, spot);
    const nameId = this.names.stringId(name);
    this.insertSample((this.counts.sample += 1), trackId, this.toTimestamp(record.timestampNs), event, nameId);
  }

  private trackId(thread: number, agentId: number | null, queue: number | null, stream: number | null): number {
    return this.declareTrack(`${thread} ${agentId} ${queue} ${stream}`, { thread, agentId, queue, stream, name: null });
  }

  private declareTrack(key: string, spot: Spot): number {
    const known = this.tracks.get(key);
    if (known !== undefined) return known;
    const id = this.tracks.size + 1;
    this.tracks.set(key, id);
    const { names } = this;
    this.insertTrack(
      ...[id, names.nodeId, this.header.ppid, names.processId],
      ...[spot.thread === null ? null : names.threadId(spot.thread), spot.agentId],
      ...[spot.queue === null ? null : names.queueId(spot.queue)],
      ...[spot.stream === null ? null : names.streamId(spot.stream)],
      spot.name === null ? null : names.stringId(spot.name),
    );
    return id;
  }

  private categoryId(category: string): number {
    const known = this.categories.get(category);
    if (known !== undefined) return known;
    const id = this.categories.size + 1;
    this.categories.set(category, id);
    this.insertCategory(id, category);
    return id;
  }
}
