import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { columnExpressions, type Model } from '../queries/read-rows.js';
import { counterValueTable } from '../schema/counter.js';
import { kernelDispatchTable, memoryCopyTable } from '../schema/device-work.js';
import { eventTable, regionTable, sampleTable } from '../schema/event.js';
import type { Table } from '../sqlite/table.js';
import { findOrigin } from './find-origin.js';
import type { Chunk, EventLinks, ReadPlan, TableKey, TablePlan } from './plan.js';
import { measureTable, splitTable } from './split-table.js';
import { CAREFUL_TIMES, QUICK_TIMES } from './time-expressions.js';
import { columnSql, values } from './column-use.js';
import type { ColumnUse } from './column-use.js';
import { tablePages } from './table-pages.js';

/** The columns of each table, in the order in which its row function takes them. */
function columnsOf(key: TableKey, table: Table, links: EventLinks['kind']): ColumnUse[] {
  const start = (column: string): ColumnUse => ({ kind: 'start', column });
  const duration = (from: string, to: string): ColumnUse => ({ kind: 'duration', from, to });
  const read = <M extends Model>(factory: (name: string) => M): Record<keyof M['_']['columns'], string> =>
    columnExpressions(table, factory(table.name));
  switch (key) {
    case 'events': {
      const { stackId, categoryId, id } = read(eventTable);
      return values(...(links === 'sorted' ? [stackId, categoryId, id] : [stackId, categoryId]));
    }
    case 'dispatches': {
      const row = read(kernelDispatchTable);
      const place = isPlacedByTrack(table) ? row.trackId : row.agentId;
      const times = [start(row.start), duration(row.start, row.end)];
      const sizes = [
        row.workgroupSizeX,
        row.workgroupSizeY,
        row.workgroupSizeZ,
        row.gridSizeX,
        row.gridSizeY,
        row.gridSizeZ,
      ];
      const memory = [row.groupSegmentSize, row.privateSegmentSize];
      return [...times, ...values(row.eventId, row.kernelId, place, row.streamId, row.queueId, ...sizes, ...memory)];
    }
    case 'copies': {
      const row = read(memoryCopyTable);
      const place = isPlacedByTrack(table) ? row.trackId : row.streamId;
      const times = [start(row.start), duration(row.start, row.end)];
      return [...times, ...values(row.eventId, row.size, row.srcAgentId, row.dstAgentId, row.nameId, place)];
    }
    case 'samples':
      return values(read(sampleTable).eventId);
    case 'counters': {
      const row = read(counterValueTable);
      return values(row.eventId, row.pmcId, row.value, row.sampleId);
    }
    case 'regions': {
      const row = read(regionTable);
      const place = isPlacedByTrack(table) ? row.trackId : row.tid;
      return [start(row.start), duration(row.start, row.end), ...values(row.eventId, row.nameId, place)];
    }
  }
}

/** True for tables of layout 4.1, whose rows name a track in place of thread, agent, queue and stream. */
export function isPlacedByTrack(table: Table | undefined): boolean {
  if (table === undefined || !table.columns.has('track_id')) return false;
  return !table.columns.has('agent_id') && !table.columns.has('tid') && !table.columns.has('stream_id');
}

const BASES: Readonly<Record<TableKey, string>> = {
  events: 'event',
  dispatches: 'kernel_dispatch',
  copies: 'memory_copy',
  samples: 'sample',
  counters: 'pmc_event',
  regions: 'region',
};

/** Origins beyond this (18 minutes of a boot-time clock) tell a time from a text that counted as 0. */
const QUICK_ORIGIN = 2n ** 40n;

/** Decides how a process is read: what each table holds, where its rows go, in which stretches. Scans nothing. */
export function buildPlan(database: Database, source: ProcessTables, sizeBytes: number, isWide: boolean): ReadPlan {
  const timed = ['kernel_dispatch', 'memory_copy', 'region'].map((base) => source.tables.get(base));
  const origin = findOrigin(database, timed);
  const tables: TablePlan[] = [];
  const chunks: Chunk[] = [];
  let links: EventLinks = { kind: 'none', first: 0, slots: 0 };
  for (const [key, base] of Object.entries(BASES) as [TableKey, string][]) {
    // the keys are those of the literal above
    const table = source.tables.get(base);
    if (table === undefined || (key === 'events' && !table.columns.has('id'))) continue;
    const extent = measureTable(database, table, sizeBytes);
    if (extent === null) continue;
    if (key === 'events') links = linksOf(table, extent);
    const isDense = key === 'events' ? links.kind === 'dense' : extent.isDense;
    const uses = columnsOf(key, table, links.kind);
    const columns = uses.map((use) => columnSql(use, CAREFUL_TIMES));
    const isTimed = uses.some(({ kind }) => kind === 'start');
    const quickColumns = isTimed && origin > QUICK_ORIGIN ? uses.map((use) => columnSql(use, QUICK_TIMES)) : null;
    const plan = {
      key,
      from: table.sql,
      rowid: table.rowid,
      columns,
      quickColumns,
      pages: isDense ? tablePages(database, table, uses) : null,
      isDense,
      first: extent.first,
      slots: extent.slots,
    };
    tables.push(plan);
    chunks.push(...splitTable(database, plan, extent));
  }
  const hasCounters = tables.some(({ key }) => key === 'counters');
  return { origin, tables, chunks, links, hasCounters, isWide };
}

function linksOf(table: Table, extent: { first: bigint; slots: number; isDense: boolean }): EventLinks {
  const first = Number(extent.first);
  if (extent.isDense && table.idIsRowid && Number.isSafeInteger(first))
    return { kind: 'dense', first, slots: extent.slots };
  return { kind: 'sorted', first: 0, slots: extent.slots };
}
