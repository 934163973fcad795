import type { DropCounts } from '../load/dictionaries.js';
import { droppedAs, MAX_OPEN_ROWS } from '../load/open-rows.js';
import { MAX_DISTANCE, storeSpan } from '../load/sinks/store-span.js';
import { duration, start } from '../load/time-expressions.js';
import { readTexts } from '../queries/string.js';
import { columnExpressions } from '../queries/read-rows.js';
import { rpdApiTable } from '../schema/rpd.js';
import type { Table } from '../sqlite/table.js';
import { MARKER_CATEGORY, rpdCategory } from './rpd-category.js';
import type { RpdReading } from './rpd-reading.js';
import { placesOf, scanTable } from './scan-table.js';
import { wholeNumberOf } from './whole-number.js';

/** All calls of a file, by place; NaN as start where a place holds no usable row. Ids are -1 where missing. */
export interface RpdCalls {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly id: Float64Array;
  /** Id of the text of the name. */
  readonly name: Float64Array;
  /** OS thread id. */
  readonly thread: Float64Array;
  /** Places taken; those behind hold nothing. */
  readonly count: number;
  readonly dropped: DropCounts;
  /** Markers among the calls that have no end in the file and were given that of the last call of their thread. */
  readonly closedMarkers: number;
}

/** A call that was left out for its end: its times as distances, and the values of its row. */
interface OpenCall {
  readonly begin: number;
  readonly length: number | null;
  readonly id: unknown;
  readonly name: unknown;
  readonly thread: unknown;
}

/** Reads all calls and markers. */
export async function readRpdCalls(reading: RpdReading): Promise<RpdCalls> {
  const { bad } = reading;
  const table = reading.tables.get('api');
  const places = placesOf(reading, table);
  const column = (): Float64Array => new Float64Array(places).fill(Number.NaN);
  const calls = { startNs: column(), endNs: column(), id: column(), name: column(), thread: column() };
  const dropped = { nullTimes: 0, negativeDurations: 0 };
  let count = 0;
  const store = (id: unknown, name: unknown, thread: unknown): void => {
    calls.id[count] = wholeNumberOf(id, 'api.id', bad);
    calls.name[count] = wholeNumberOf(name, 'api.apiName_id', bad);
    calls.thread[count] = wholeNumberOf(thread, 'api.tid', bad);
    count += 1;
  };
  const open: OpenCall[] = [];
  const put = (begin: number | null, length: number | null, id: unknown, name: unknown, thread: unknown): void => {
    if (storeSpan(calls.startNs, calls.endNs, count, begin, length, dropped)) store(id, name, thread);
    // It may be a marker that never ended: that is looked up below.
    else if (begin !== null && (length === null || length < 0) && open.length < MAX_OPEN_ROWS)
      open.push({ begin, length, id, name, thread });
  };
  if (table === undefined) return { ...calls, count, dropped, closedMarkers: 0 };
  const row = columnExpressions(table, rpdApiTable(table.name));
  const columns = [start(row.start), duration(row.start, row.end), row.id, row.apiNameId, row.tid];
  await scanTable(reading, table, columns, put);
  // A row that was left out at the end may have left its mark in the next place.
  calls.startNs.fill(Number.NaN, count);

  const markers = openMarkers(reading, table, open);
  const ends = markers.length > 0 ? lastEnds(calls, count) : new Map<unknown, number>();
  let closedMarkers = 0;
  for (const { begin, length, id, name, thread } of markers) {
    const startNs = Math.floor(begin);
    const endNs = thread === -1 ? undefined : ends.get(thread);
    if (endNs === undefined || endNs <= startNs || Math.abs(begin) > MAX_DISTANCE) continue;
    calls.startNs[count] = startNs;
    calls.endNs[count] = endNs;
    store(id, name, thread);
    dropped[droppedAs(begin, length)] -= 1;
    closedMarkers += 1;
  }
  return { ...calls, count, dropped, closedMarkers };
}

/** The last end of the calls of each thread. */
function lastEnds({ endNs, thread }: Pick<RpdCalls, 'endNs' | 'thread'>, count: number): ReadonlyMap<unknown, number> {
  const ends = new Map<unknown, number>();
  for (let call = 0; call < count; call += 1) {
    const own = thread[call] ?? -1;
    ends.set(own, Math.max(ends.get(own) ?? Number.NEGATIVE_INFINITY, endNs[call] ?? 0));
  }
  return ends;
}

/** Of the calls that were left out for their end, those that are markers and have none (NULL or 0). */
function openMarkers({ database, tables }: RpdReading, table: Table, open: readonly OpenCall[]): readonly OpenCall[] {
  if (open.length === 0) return [];
  const nameIds = open.flatMap(({ name }) => (typeof name === 'number' ? [name] : []));
  const texts = readTexts(database, tables.get('string'), [...new Set(nameIds)], 'string');
  const markers = open.filter(({ name }) => rpdCategory(texts.get(Number(name)) ?? '') === MARKER_CATEGORY);
  const { id, end } = columnExpressions(table, rpdApiTable(table.name));
  const list = JSON.stringify(markers.map((marker) => marker.id));
  const endless: ReadonlySet<unknown> = new Set(
    database
      .prepare(
        `select ${id} from ${table.sql} where ${id} in (select value from json_each(?)) and (${end} is null or ${end} = 0)`,
      )
      .pluck()
      .all(list),
  );
  return markers.filter((marker) => endless.has(marker.id));
}
