import type Database from 'better-sqlite3';
import { BatchInsert, insertSql } from './batch-insert.js';
import type { Insert, SqlValue } from './batch-insert.js';
import { nodeHash } from './identity.js';
import { tableName, tableSuffix } from './table-definition.js';
import type { AgentHeader, KernelSymbol, ProcessHeader, TimeNs } from './trace-writer.js';

/** What a rocpd writer needs to know about its layout. */
export interface RocpdLayout {
  readonly schemaVersion: string;
  /** Column of `info_agent` that repeats a name: `user_name`, or `generic_name` from 4.1 on. */
  readonly agentNameColumn: string;
}

/** Description of a counter or metric, as far as it differs between rows. */
export interface CounterInfo {
  readonly name: string;
  readonly agentId: number | null;
  readonly units: string;
}

/** The small tables of one process: what records refer to by id, declared on first use. */
export class ProcessDictionaries {
  readonly nodeId: number;
  readonly processId: number;
  private readonly strings = new Map<string, number>();
  private readonly symbols = new Map<KernelSymbol, number>();
  private readonly threads = new Set<number>();
  private readonly streams = new Set<number>();
  private readonly queues = new Set<number>();
  private readonly counters = new Map<string, number>();
  private readonly agents: ReadonlyMap<number, AgentHeader>;
  private readonly batches: BatchInsert[] = [];
  private readonly insertString: Insert;

  constructor(
    private readonly database: Database.Database,
    private readonly header: ProcessHeader,
    layout: RocpdLayout,
    toTimestamp: (time: TimeNs) => bigint,
  ) {
    const { hash, id } = nodeHash(header.machineId);
    this.nodeId = id;
    // rocprofv3 uses the OS numbers of processes and threads as row ids; so do we.
    this.processId = header.pid;
    this.agents = new Map(header.agents.map((agent) => [agent.id, agent]));
    this.insertString = this.inserter('string', ['id', 'string']);
    this.writeMetadata(layout.schemaVersion);
    this.inserter('info_node', ['id', 'hash', 'machine_id', 'system_name', 'hostname', 'release', 'hardware_name'])(
      ...[id, hash, header.machineId, 'Linux', header.hostname, '6.8.0-60-generic', 'x86_64'],
    );
    this.writeProcess(toTimestamp);
    this.writeAgents(layout.agentNameColumn);
    this.stringId('');
    this.streamId(0);
    this.queueId(0);
    this.inserter('info_code_object', ['id', 'nid', 'pid', 'agent_id', 'uri', 'load_base', 'load_size', 'load_delta'])(
      ...[1, id, header.pid, this.codeAgentId(), `memory://${header.pid}#offset=0x7f0000&size=65536`],
      ...[139637976727552, 65536, 0],
    );
  }

  /** A prepared INSERT for some columns of one base table of this process. */
  inserter(base: string, columns: readonly string[]): Insert {
    const statement = this.database.prepare<SqlValue[]>(insertSql(tableName(base, this.header.guid), columns));
    return (...values) => {
      statement.run(...values);
    };
  }

  /** The same for tables of many rows: they are inserted in batches, the last ones by `flush`. */
  batchInserter(base: string, columns: readonly string[]): Insert {
    const batch = new BatchInsert(this.database, tableName(base, this.header.guid), columns);
    this.batches.push(batch);
    return (...values) => batch.add(values);
  }

  flush(): void {
    for (const batch of this.batches) batch.flush();
  }

  stringId(text: string): number {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const id = this.strings.size + 1;
    this.strings.set(text, id);
    this.insertString(id, text);
    return id;
  }

  threadId(tid: number): number {
    if (this.threads.has(tid)) return tid;
    this.threads.add(tid);
    const insert = this.inserter('info_thread', ['id', 'nid', 'ppid', 'pid', 'tid']);
    insert(tid, this.nodeId, this.header.ppid, this.processId, tid);
    return tid;
  }

  streamId(stream: number): number {
    if (!this.streams.has(stream)) {
      this.streams.add(stream);
      this.insertNamed('info_stream', stream, stream === 0 ? 'Default Stream' : `Stream ${stream}`);
    }
    return stream;
  }

  queueId(queue: number): number {
    if (!this.queues.has(queue)) {
      this.queues.add(queue);
      this.insertNamed('info_queue', queue, queue === 0 ? 'Default Queue' : `Queue ${queue}`);
    }
    return queue;
  }

  symbolId(symbol: KernelSymbol): number {
    const known = this.symbols.get(symbol);
    if (known !== undefined) return known;
    const id = this.symbols.size + 1;
    this.symbols.set(symbol, id);
    const columns = ['id', 'nid', 'pid', 'code_object_id', 'kernel_name', 'display_name', 'kernel_object'];
    columns.push('kernarg_segment_size', 'kernarg_segment_alignment', 'group_segment_size', 'private_segment_size');
    columns.push('sgpr_count', 'arch_vgpr_count', 'accum_vgpr_count');
    this.inserter('info_kernel_symbol', columns)(
      ...[id, this.nodeId, this.processId, 1, symbol.kernelName, symbol.displayName, 139637976731648 + 64 * id],
      ...[64, 8, symbol.staticLdsBytes, symbol.staticScratchBytes],
      ...[symbol.sgprCount, symbol.archVgprCount, symbol.accumVgprCount],
    );
    return id;
  }

  /** Id of a counter or metric of an agent (null for a metric of the process). */
  counterId({ name, agentId, units }: CounterInfo): number {
    const key = `${agentId} ${name}`;
    const known = this.counters.get(key);
    if (known !== undefined) return known;
    const id = this.counters.size + 1;
    this.counters.set(key, id);
    const columns = ['id', 'nid', 'pid', 'agent_id', 'target_arch', 'name', 'symbol', 'description', 'component'];
    columns.push('units', 'value_type', 'block', 'expression', 'is_constant', 'is_derived');
    const type = (agentId === null ? undefined : this.agents.get(agentId)?.type) ?? 'CPU';
    this.inserter('info_pmc', columns)(
      ...[id, this.nodeId, this.processId, agentId, type, name, name, '', 'rocm'],
      ...[units, 'ABS', name.split('_', 1)[0] ?? '', '', 0, 0],
    );
    return id;
  }

  private insertNamed(base: string, id: number, name: string): void {
    this.inserter(base, ['id', 'nid', 'pid', 'name'])(id, this.nodeId, this.processId, name);
  }

  private codeAgentId(): number | null {
    return this.header.agents.find((agent) => agent.type === 'GPU')?.id ?? null;
  }

  private writeMetadata(schemaVersion: string): void {
    const insert = this.inserter('metadata', ['tag', 'value']);
    insert('schema_version', schemaVersion);
    insert('uuid', tableSuffix(this.header.guid));
    insert('guid', this.header.guid);
  }

  private writeProcess(toTimestamp: (time: TimeNs) => bigint): void {
    const { pid, ppid, command, environment, startNs, endNs } = this.header;
    const start = startNs === null ? null : toTimestamp(startNs);
    const end = endNs === null ? null : toTimestamp(endNs);
    const columns = ['id', 'nid', 'ppid', 'pid', 'init', 'fini', 'start', 'end', 'command', 'environment'];
    const values = [pid, this.nodeId, ppid, pid, start, end, start, end, command, environment];
    this.inserter('info_process', columns)(...values);
  }

  private writeAgents(nameColumn: string): void {
    const columns = ['id', 'nid', 'pid', 'type', 'absolute_index', 'logical_index', 'type_index', 'uuid', 'name'];
    columns.push('model_name', 'vendor_name', 'product_name', nameColumn, 'extdata');
    const insert = this.inserter('info_agent', columns);
    for (const agent of this.header.agents) {
      const { id, type, typeIndex, deviceId, name, vendorName, productName, extdata } = agent;
      insert(
        ...[id, this.nodeId, this.processId, type, id, id, typeIndex, deviceId, name],
        ...['', vendorName, productName, productName, extdata],
      );
    }
  }
}
