import type { ToTimestamp } from './clock.js';
import { EventTables } from './event-tables.js';
import type { Insert } from './batch-insert.js';
import type { ProcessDictionaries } from './process-dictionaries.js';
import type {
  AllocationRecord,
  CopyRecord,
  KernelRecord,
  ProcessWriter,
  RegionRecord,
  SampleRecord,
  Size3,
} from './trace-writer.js';

const NO_SIZE: Size3 = [0, 0, 0];
const PLACE = ['id', 'nid', 'pid', 'tid'];
const DISPATCH = [
  ...[...PLACE, 'agent_id', 'kernel_id', 'dispatch_id', 'queue_id', 'stream_id', 'start', 'end'],
  ...['private_segment_size', 'group_segment_size', 'workgroup_size_x', 'workgroup_size_y', 'workgroup_size_z'],
  ...['grid_size_x', 'grid_size_y', 'grid_size_z', 'region_name_id', 'event_id'],
];
const COPY = [
  ...[...PLACE, 'start', 'end', 'name_id', 'dst_agent_id', 'dst_address', 'src_agent_id', 'src_address', 'size'],
  ...['stream_id', 'event_id'],
];
const ALLOCATION = [
  ...[...PLACE, 'agent_id', 'type', 'level', 'start', 'end', 'address', 'size', 'queue_id', 'stream_id', 'event_id'],
];

/** Writes the records of one process in the layout of schema "3" or 3.0.5. */
export class Rocpd3ProcessWriter implements ProcessWriter {
  private readonly events: EventTables;
  private readonly insertDispatch: Insert;
  private readonly insertCopy: Insert;
  private readonly insertRegion: Insert;
  private readonly insertSample: Insert;
  private readonly insertAllocation: Insert;
  private readonly insertTrack: Insert;
  private readonly tracks = new Map<string, number>();
  private readonly counts = { dispatch: 0, copy: 0, region: 0, sample: 0, allocation: 0 };

  constructor(
    private readonly names: ProcessDictionaries,
    private readonly toTimestamp: ToTimestamp,
    private readonly hasGraphColumns: boolean,
  ) {
    const graph = hasGraphColumns ? ['graph_exec_id', 'graph_node_id'] : [];
    this.events = new EventTables(names, (category) => names.stringId(category));
    this.insertDispatch = names.batchInserter('kernel_dispatch', [...DISPATCH, ...graph]);
    this.insertCopy = names.batchInserter('memory_copy', COPY);
    this.insertRegion = names.batchInserter('region', [...PLACE, 'start', 'end', 'name_id', 'event_id']);
    this.insertSample = names.batchInserter('sample', ['id', 'track_id', 'timestamp', 'event_id']);
    this.insertAllocation = names.batchInserter('memory_allocate', ALLOCATION);
    this.insertTrack = names.inserter('track', ['id', 'nid', 'pid', 'tid', 'name_id']);
  }

  addKernel(record: KernelRecord): void {
    const { names } = this;
    const event = this.events.add('KERNEL_DISPATCH', record.stackId, record.parentStackId);
    const [workgroupX, workgroupY, workgroupZ] = record.workgroup ?? NO_SIZE;
    const [gridX, gridY, gridZ] = record.grid ?? NO_SIZE;
    const id = (this.counts.dispatch += 1);
    const row = [
      ...[id, names.nodeId, names.processId, names.threadId(record.thread), record.agentId],
      ...[names.symbolId(record.symbol), record.dispatchId, names.queueId(record.queue)],
      ...[names.streamId(record.stream), this.toTimestamp(record.startNs), this.toTimestamp(record.endNs)],
      ...[record.scratchBytes, record.ldsBytes, workgroupX, workgroupY, workgroupZ, gridX, gridY, gridZ, 1, event],
    ];
    if (this.hasGraphColumns) row.push(record.graphExecId, record.graphNodeId);
    this.insertDispatch(...row);
    if (record.counters !== null) this.events.addCounters(event, record.agentId, record.counters);
  }

  addCopy(record: CopyRecord): void {
    const { names } = this;
    const event = this.events.add('MEMORY_COPY', record.stackId, record.parentStackId);
    this.insertCopy(
      ...[(this.counts.copy += 1), names.nodeId, names.processId, names.threadId(record.thread)],
      ...[this.toTimestamp(record.startNs), this.toTimestamp(record.endNs), names.stringId(record.name)],
      ...[record.destinationAgentId, 0, record.sourceAgentId, record.sourceAddress, record.bytes],
      ...[names.streamId(record.stream), event],
    );
  }

  addRegion(record: RegionRecord): void {
    const { names } = this;
    const { category, stackId, parentStackId } = record;
    const event = this.events.add(category, stackId, parentStackId, record.message, record.extdata);
    this.insertRegion(
      ...[(this.counts.region += 1), names.nodeId, names.processId, names.threadId(record.thread)],
      ...[this.toTimestamp(record.startNs), this.toTimestamp(record.endNs), names.stringId(record.name), event],
    );
    if (record.args !== null) this.events.addArguments(event, record.args);
  }

  addSample(record: SampleRecord): void {
    const event = this.events.add(record.category, record.stackId, 0, record.message);
    if (record.values.length === 0) this.addPoint(record, record.track, event);
    // Metrics read together share one event: as many points as values, all with the same event id.
    for (const { name, units, value } of record.values) {
      this.addPoint(record, name, event);
      this.events.addValue(event, { name, agentId: record.agentId, units }, value);
    }
  }

  addAllocation(record: AllocationRecord): void {
    const { names } = this;
    const category = record.level === 'SCRATCH' ? 'SCRATCH_MEMORY' : 'MEMORY_ALLOCATION';
    const event = this.events.add(category, record.stackId, record.stackId);
    this.insertAllocation(
      ...[(this.counts.allocation += 1), names.nodeId, names.processId, names.threadId(record.thread)],
      ...[record.agentId, record.type, record.level, this.toTimestamp(record.startNs), this.toTimestamp(record.endNs)],
      ...[record.address, record.bytes, names.queueId(record.queue), names.streamId(record.stream), event],
    );
  }

  declareCounter(name: string, agentId: number): void {
    this.names.counterId({ name, agentId, units: '' });
  }

  private addPoint(record: SampleRecord, track: string, event: number): void {
    const trackId = this.trackId(record.thread, track);
    this.insertSample((this.counts.sample += 1), trackId, this.toTimestamp(record.timestampNs), event);
  }

  private trackId(thread: number | null, name: string): number {
    const key = `${thread} ${name}`;
    const known = this.tracks.get(key);
    if (known !== undefined) return known;
    const id = this.tracks.size + 1;
    this.tracks.set(key, id);
    const { names } = this;
    const tid = thread === null ? null : names.threadId(thread);
    this.insertTrack(id, names.nodeId, names.processId, tid, names.stringId(name));
    return id;
  }
}
