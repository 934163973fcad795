import type Database from 'better-sqlite3';
import type { ToTimestamp } from './clock.js';
import { BatchInsert, insertSql } from './batch-insert.js';
import type { Insert, SqlValue } from './batch-insert.js';
import { RpdMonitors } from './rpd-monitors.js';
import { sqlName } from './table-definition.js';
import type {
  CopyRecord,
  KernelRecord,
  ProcessHeader,
  ProcessWriter,
  RegionRecord,
  SampleRecord,
  Size3,
} from './trace-writer.js';

/** Ids of calls whose stack id is 0 or already taken start here, above any stack id. */
const FIRST_OWN_API_ID = 2 ** 40;
const API = ['id', 'pid', 'tid', 'start', 'end', 'apiName_id', 'args_id'];
const OP = [
  ...['id', 'gpuId', 'queueId', 'sequenceId', 'completionSignal', 'start', 'end', 'description_id', 'opType_id'],
];
const KERNEL_API = [
  ...['api_ptr_id', 'stream', 'gridX', 'gridY', 'gridZ', 'workgroupX', 'workgroupY', 'workgroupZ', 'groupSegmentSize'],
  ...['privateSegmentSize', 'kernelArgAddress', 'aquireFence', 'releaseFence', 'codeObject_id', 'kernelName_id'],
];
const COPY_API = [
  ...['api_ptr_id', 'stream', 'size', 'width', 'height', 'kind', 'dst', 'src', 'dstDevice', 'srcDevice', 'sync'],
  'pinned',
];

/**
 * Writes the records of a process in rocmProfileData's format, as far as that can hold them: no agents, counters,
 * allocations, categories or parents of calls; launch shapes and sizes of copies only for work that has a call.
 * The id of a call is its stack id, so that links survive.
 */
export class RpdProcessWriter implements ProcessWriter {
  private readonly insertApi: (...values: SqlValue[]) => boolean;
  private readonly ops: BatchInsert;
  private readonly links: BatchInsert;
  private readonly insertKernelApi: Insert;
  private readonly insertCopyApi: Insert;
  private readonly insertString: Insert;
  private readonly selectApiName: Database.Statement<[number], number>;
  private readonly strings = new Map<string, number>();
  private readonly agents: ReadonlyMap<number, { readonly type: string; readonly typeIndex: number }>;
  private readonly monitors: RpdMonitors;
  private opCount = 0;
  private ownApiCount = 0;

  constructor(
    database: Database.Database,
    private readonly header: ProcessHeader,
    private readonly toTimestamp: ToTimestamp,
  ) {
    const prepare = (
      table: string,
      columns: readonly string[],
      kind = 'INSERT',
    ): ((...values: SqlValue[]) => boolean) => {
      const sql = insertSql(sqlName(table), columns).replace('INSERT', kind);
      const statement = database.prepare<SqlValue[]>(sql);
      return (...values) => statement.run(...values).changes > 0;
    };
    this.insertApi = prepare('rocpd_api', API, 'INSERT OR IGNORE');
    this.ops = new BatchInsert(database, 'rocpd_op', OP);
    this.links = new BatchInsert(database, 'rocpd_api_ops', ['id', 'api_id', 'op_id']);
    this.insertKernelApi = prepare('rocpd_kernelapi', KERNEL_API, 'INSERT OR IGNORE');
    this.insertCopyApi = prepare('rocpd_copyapi', COPY_API, 'INSERT OR IGNORE');
    this.insertString = prepare('rocpd_string', ['id', 'string']);
    this.selectApiName = database.prepare<[number], number>('SELECT apiName_id FROM rocpd_api WHERE id = ?').pluck();
    this.agents = new Map(header.agents.map((agent) => [agent.id, agent]));
    this.monitors = new RpdMonitors(
      prepare('rocpd_monitor', ['deviceType', 'deviceId', 'monitorType', 'start', 'end', 'value']),
    );
    this.stringId('');
  }

  addKernel(record: KernelRecord): void {
    const name = record.symbol.displayName ?? '';
    const call = record.stackId === 0 ? undefined : this.selectApiName.get(record.stackId);
    const isTask = call !== undefined && call === this.strings.get('hipGraphLaunch');
    this.addOp(record.agentId, record.queue, record, name, isTask ? 'Task' : 'KernelExecution');
    const { workgroup, grid } = record;
    if (record.stackId === 0 || isTask || workgroup === null || grid === null) return;
    // Grids of this one call count work-items, those of the others count workgroups.
    const countsWorkItems = call !== undefined && call === this.strings.get('hipExtModuleLaunchKernel');
    const [x, y, z] = countsWorkItems ? grid : workgroupCounts(grid, workgroup);
    this.insertKernelApi(
      ...[record.stackId, streamText(record.stream), x, y, z, ...workgroup],
      ...[record.ldsBytes ?? 0, record.scratchBytes ?? 0, '', '', '', 0, this.stringId(name)],
    );
  }

  addCopy(record: CopyRecord): void {
    const from = this.side(record.sourceAgentId);
    const to = this.side(record.destinationAgentId);
    const gpu = to === 'Device' || from !== 'Device' ? record.destinationAgentId : record.sourceAgentId;
    const isKnown = from !== null && to !== null;
    this.addOp(gpu, record.queue, record, '', isKnown ? `Copy${from}To${to}` : 'CopyDeviceToDevice');
    if (record.stackId === 0) return;
    const kind = isKnown ? (from === 'Device' ? 2 : 0) + (to === 'Device' ? 1 : 0) : 4;
    this.insertCopyApi(
      ...[record.stackId, streamText(record.stream), record.bytes, '', '', kind, '0x0', '0x0', 0, 0, 0, 0],
    );
  }

  addRegion(record: RegionRecord): void {
    const start = this.toTimestamp(record.startNs);
    const end = this.toTimestamp(record.endNs);
    const args = (record.args ?? []).map(({ name, value }) => `${name}=${value}`).join(' | ');
    const isMarker = record.message !== null;
    const name = this.stringId(isMarker ? 'UserMarker' : record.name);
    this.addApi(record.stackId, record.thread, start, end, name, this.stringId(record.message ?? args));
  }

  addSample(record: SampleRecord): void {
    const time = this.toTimestamp(record.timestampNs);
    if (record.values.length === 0) {
      const name = this.stringId(record.message === null ? record.track : 'UserMarker');
      this.addApi(
        record.stackId,
        record.thread ?? this.header.pid,
        time,
        time,
        name,
        this.stringId(record.message ?? ''),
      );
    }
    for (const { name, value } of record.values) this.monitors.add(this.gpuNumber(record.agentId), name, time, value);
  }

  addAllocation(): void {
    // The format has no place for allocations.
  }

  declareCounter(): void {
    // Schema 2 has no counters.
  }

  /** Writes what waits for a record that may still follow. */
  finish(): void {
    this.ops.flush();
    this.links.flush();
    this.monitors.finish();
  }

  private addApi(stackId: number, thread: number, start: bigint, end: bigint, name: number, args: number): void {
    if (stackId > 0 && this.insertApi(stackId, this.header.pid, thread, start, end, name, args)) return;
    const id = FIRST_OWN_API_ID + this.ownApiCount++;
    this.insertApi(id, this.header.pid, thread, start, end, name, args);
  }

  private addOp(
    agentId: number | null,
    queue: number,
    record: KernelRecord | CopyRecord,
    description: string,
    type: string,
  ): void {
    const id = (this.opCount += 1);
    const start = this.toTimestamp(record.startNs);
    const end = this.toTimestamp(record.endNs);
    const texts = [this.stringId(description), this.stringId(type)];
    this.ops.add([id, this.gpuNumber(agentId), queue, 0, '', start, end, ...texts]);
    if (record.stackId > 0) this.links.add([id, record.stackId, id]);
  }

  private gpuNumber(agentId: number | null): number {
    return (agentId === null ? undefined : this.agents.get(agentId)?.typeIndex) ?? 0;
  }

  private side(agentId: number | null): 'Host' | 'Device' | null {
    const type = agentId === null ? undefined : this.agents.get(agentId)?.type;
    if (type === undefined) return null;
    return type === 'GPU' ? 'Device' : 'Host';
  }

  private stringId(text: string): number {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const id = this.strings.size + 1;
    this.strings.set(text, id);
    this.insertString(id, text);
    return id;
  }
}

function streamText(stream: number): string {
  return `0x${stream.toString(16)}`;
}

function workgroupCounts(grid: Size3, workgroup: Size3): Size3 {
  const count = (items: number, size: number): number => (size > 0 ? Math.ceil(items / size) : 0);
  return [count(grid[0], workgroup[0]), count(grid[1], workgroup[1]), count(grid[2], workgroup[2])];
}
