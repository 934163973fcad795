import type { ProcessColumns, Trace, TraceProcess } from '@perfxpert/rocpd';
import type { Database } from 'better-sqlite3';
import { agentName } from '../facts/agent-name.js';
import { copyDirectionOf } from '../facts/copies/copy-direction.js';
import { machineKey } from '../facts/group-processes.js';
import { rankOf } from '../facts/label-devices.js';
import { isMarkerCategory } from '../facts/marker-category.js';
import { QUERY_TABLES, TIME_COLUMNS } from './query-tables.js';
import type { QueryTable } from './query-tables.js';

/** Tables that need the columns of a process. */
const BIG: readonly QueryTable[] = ['kernels', 'copies', 'regions', 'markers', 'counters', 'metrics'];
const CHUNK = 8192;

type Value = string | number | null;
type Insert = (...values: Value[]) => void;

/** Makes the tables that a query names and fills them from the trace. Others do not exist. */
export async function fillTables(database: Database, trace: Trace, tables: ReadonlySet<QueryTable>): Promise<void> {
  database.exec('begin');
  for (const table of tables) {
    const columns = QUERY_TABLES[table].map(
      ({ name, type }) => `"${name}" ${type}${name === 'id' ? ' PRIMARY KEY' : ''}`,
    );
    database.exec(`create table "${table}" (${columns.join(', ')})`);
  }
  const insertInto = (table: QueryTable): Insert | null => (tables.has(table) ? inserter(database, table) : null);
  const inserts = {
    processes: insertInto('processes'),
    agents: insertInto('agents'),
    kernels: insertInto('kernels'),
    copies: insertInto('copies'),
    regions: insertInto('regions'),
    markers: insertInto('markers'),
    counters: insertInto('counters'),
    metrics: insertInto('metrics'),
  };
  const needsColumns = BIG.some((table) => tables.has(table));
  const origins = new Map<string, bigint>();
  const own: (bigint | null)[] = [];
  const next = { kernels: 0, copies: 0, regions: 0 };
  for (const [index, process] of trace.processes.entries()) {
    fillAgents(index, process, inserts.agents);
    if (!needsColumns && inserts.processes === null) {
      own.push(null);
      continue;
    }
    const columns = await trace.loadProcess(process);
    own.push(columns.originNs);
    const machine = machineKey(process);
    const known = origins.get(machine);
    if (known === undefined || columns.originNs < known) origins.set(machine, columns.originNs);
    const firstKernel = next.kernels;
    if (inserts.kernels !== null) fillKernels(index, columns, inserts.kernels, firstKernel);
    if (inserts.copies !== null) fillCopies(index, columns, inserts.copies, next.copies);
    if (inserts.regions !== null) fillRegions(index, columns, inserts.regions, next.regions);
    if (inserts.markers !== null) fillMarkers(index, columns, inserts.markers);
    if (inserts.counters !== null) fillCounters(index, columns, inserts.counters, firstKernel);
    if (inserts.metrics !== null) fillMetrics(index, columns, inserts.metrics);
    next.kernels += columns.dispatches.count;
    next.copies += columns.copies.count;
    next.regions += columns.regions.count;
  }
  const shifts = new Map<number, number>();
  for (const [index, process] of trace.processes.entries()) {
    const origin = origins.get(machineKey(process));
    if (origin !== undefined) shifts.set(index, Number((own[index] ?? origin) - origin));
    inserts.processes?.(
      index,
      process.guid,
      process.pid,
      rankOf(process),
      process.node.hostname,
      process.command,
      trace.files[process.fileIndex]?.path ?? null,
      origin === undefined ? null : String(origin),
    );
  }
  shiftTimes(database, tables, shifts);
  database.exec('commit');
}

function inserter(database: Database, table: QueryTable): Insert {
  const places = QUERY_TABLES[table].map(() => '?').join(', ');
  const statement = database.prepare<Value[]>(`insert into "${table}" values (${places})`);
  return (...values) => void statement.run(...values);
}

/** Times onto the axis of the machine, by what each process adds: one pass of each table, however many processes. */
function shiftTimes(database: Database, tables: ReadonlySet<QueryTable>, shifts: ReadonlyMap<number, number>): void {
  const needed = [...shifts].filter(([, shift]) => shift !== 0);
  if (needed.length === 0) return;
  database.exec('create temp table shifts (process integer primary key, ns integer)');
  const insert = database.prepare<[number, number]>('insert into temp.shifts values (?, ?)');
  for (const [process, shift] of needed) insert.run(process, shift);
  for (const table of tables) {
    const times = QUERY_TABLES[table].map(({ name }) => name).filter((name) => TIME_COLUMNS.has(name));
    if (times.length === 0) continue;
    const shift = `(select ns from temp.shifts as s where s.process = "${table}".process)`;
    const sets = times.map((name) => `"${name}" = "${name}" + ${shift}`).join(', ');
    // Row by row in place: an update of joined tables is faster, but first holds all new rows.
    database.exec(`update "${table}" set ${sets} where process in (select process from temp.shifts)`);
  }
  database.exec('drop table temp.shifts');
}

function fillAgents(index: number, process: TraceProcess, insert: Insert | null): void {
  for (const agent of process.agents) insert?.(index, agentName(agent), agent.type, agent.productName, agent.gfxId);
}

function fillKernels(
  index: number,
  { dispatches, kernels, process }: ProcessColumns,
  insert: Insert,
  first: number,
): void {
  const devices = process.agents.map(agentName);
  const shapes = dispatches.shapes.map((shape) => ({
    workgroup: shape.workgroup?.join('x') ?? null,
    grid: shape.grid?.join('x') ?? null,
    lds: shape.ldsBytes,
    scratch: shape.scratchBytes,
  }));
  for (let row = 0; row < dispatches.count; row++) {
    const start = dispatches.startNs[row] ?? 0;
    const end = dispatches.endNs[row] ?? 0;
    const kernel = kernels[dispatches.kernel[row] ?? 0];
    const shape = shapes[dispatches.shape[row] ?? 0];
    insert(
      first + row,
      index,
      devices[dispatches.agent[row] ?? 0] ?? null,
      kernel?.name ?? null,
      start,
      end,
      end - start,
      known(dispatches.streams[dispatches.stream[row] ?? 0]),
      known(dispatches.queues[dispatches.queue[row] ?? 0]),
      dispatches.stackId[row] ?? 0,
      shape?.workgroup ?? null,
      shape?.grid ?? null,
      shape?.lds ?? null,
      shape?.scratch ?? null,
      kernel?.archVgprCount ?? null,
      kernel?.accumVgprCount ?? null,
      kernel?.sgprCount ?? null,
    );
  }
}

function fillCopies(
  index: number,
  { copies, process: { agents } }: ProcessColumns,
  insert: Insert,
  first: number,
): void {
  for (let row = 0; row < copies.count; row++) {
    const start = copies.startNs[row] ?? 0;
    const end = copies.endNs[row] ?? 0;
    const source = agents[copies.sourceAgent[row] ?? agents.length];
    const destination = agents[copies.destinationAgent[row] ?? agents.length];
    const bytes = copies.sizeBytes[row] ?? 0;
    insert(
      first + row,
      index,
      copyDirectionOf(source, destination, copies.names[copies.name[row] ?? 0] ?? ''),
      bytes > 0 ? bytes : null,
      source === undefined ? null : agentName(source),
      destination === undefined ? null : agentName(destination),
      start,
      end,
      end - start,
      known(copies.streams[copies.stream[row] ?? 0]),
      copies.stackId[row] ?? 0,
    );
  }
}

function fillRegions(index: number, { regions }: ProcessColumns, insert: Insert, first: number): void {
  for (let row = 0; row < regions.count; row++) {
    const start = regions.startNs[row] ?? 0;
    const end = regions.endNs[row] ?? 0;
    insert(
      first + row,
      index,
      regions.names[regions.name[row] ?? 0] ?? null,
      regions.categories[regions.category[row] ?? 0] ?? null,
      known(regions.threads[regions.thread[row] ?? 0]),
      start,
      end,
      end - start,
      regions.stackId[row] ?? 0,
    );
  }
}

function fillMarkers(index: number, { regions, details, points }: ProcessColumns, insert: Insert): void {
  const isMarker = regions.categories.map(isMarkerCategory);
  const rows: number[] = [];
  for (let row = 0; row < regions.count; row++) if (isMarker[regions.category[row] ?? 0] === true) rows.push(row);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = Uint32Array.from(rows.slice(from, from + CHUNK));
    const texts = details.markerTexts(chunk);
    for (const [at, row] of chunk.entries()) {
      const start = regions.startNs[row] ?? 0;
      const end = regions.endNs[row] ?? 0;
      const thread = known(regions.threads[regions.thread[row] ?? 0]);
      insert(index, texts[at] ?? null, 'range', thread, start, end, end - start);
    }
  }
  points.forEach(({ timeNs, category, text, thread, readings }) => {
    if (readings.length === 0 && isMarkerCategory(category)) insert(index, text, 'mark', thread, timeNs, timeNs, 0);
  });
}

function fillCounters(index: number, { counters }: ProcessColumns, insert: Insert, firstKernel: number): void {
  for (let row = 0; row < counters.count; row++)
    insert(
      index,
      firstKernel + (counters.dispatch[row] ?? 0),
      counters.names[counters.name[row] ?? 0] ?? null,
      counters.value[row] ?? null,
    );
}

function fillMetrics(index: number, { points, process: { agents } }: ProcessColumns, insert: Insert): void {
  points.forEach(({ timeNs, readings }) => {
    for (const { name, agentId, units, value } of readings) {
      const agent = agents.find(({ id }) => id === agentId);
      insert(index, agent === undefined ? null : agentName(agent), name, units, timeNs, value);
    }
  });
}

/** Numbers of streams, queues and threads; -1 stands for none. */
function known(number: number | undefined): number | null {
  return number === undefined || number < 0 ? null : number;
}
