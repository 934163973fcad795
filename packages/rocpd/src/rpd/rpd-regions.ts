import type { Database } from 'better-sqlite3';
import type { RegionColumns } from '../columns.js';
import type { ProcessTables } from '../layout/detect-layout.js';
import type { BadValues } from '../load/bad-values.js';
import { Gatherer } from '../load/gather.js';
import { sortedTexts } from '../load/merge-ids.js';
import { droppedAs, MAX_OPEN_ROWS } from '../load/open-rows.js';
import { orderRows } from '../load/order-rows.js';
import { MAX_DISTANCE, storeSpan } from '../load/sinks/store-span.js';
import { sortedNumbers } from '../load/sorted-numbers.js';
import { duration, start } from '../load/time-expressions.js';
import { readTexts } from '../queries/string.js';
import { columnExpressions } from '../queries/read-rows.js';
import { rpdApiTable } from '../schema/rpd.js';
import type { Table } from '../sqlite/table.js';
import type { LoadOptions } from '../trace.js';
import { toIdArray, toIndexArray } from './ids-of.js';
import { MARKER_CATEGORY, rpdCategory } from './rpd-category.js';
import { placesOf, scanTable } from './scan-table.js';

/** A call that was left out for its end: its times as distances, and the values of its row. */
interface OpenCall {
  readonly begin: number;
  readonly length: number | null;
  readonly id: unknown;
  readonly name: unknown;
  readonly thread: unknown;
}

/** Calls and markers of an `.rpd` file as regions; a call's correlation id is its own id. */
export async function readRpdRegions(
  database: Database,
  source: ProcessTables,
  sizeBytes: number,
  origin: bigint,
  bad: BadValues,
  options: LoadOptions,
): Promise<RegionColumns> {
  const table = source.tables.get('api');
  const places = placesOf(database, table, sizeBytes);
  const column = (): Float64Array => new Float64Array(places).fill(Number.NaN);
  const startNs = column();
  const endNs = column();
  const nameIds = column();
  const threadIds = column();
  const ids = column();
  const dropped = { nullTimes: 0, negativeDurations: 0 };
  let place = 0;
  const number = (value: unknown, field: string): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    if (value !== null) bad.add(field);
    return -1;
  };
  const open: OpenCall[] = [];
  const put = (begin: number | null, length: number | null, id: unknown, name: unknown, thread: unknown): void => {
    if (!storeSpan(startNs, endNs, place, begin, length, dropped)) {
      // It may be a marker that never ended: that is looked up below.
      if (begin !== null && (length === null || length < 0) && open.length < MAX_OPEN_ROWS)
        open.push({ begin, length, id, name, thread });
      return;
    }
    ids[place] = number(id, 'api.id');
    nameIds[place] = number(name, 'api.apiName_id');
    threadIds[place] = number(thread, 'api.tid');
    place += 1;
  };
  if (table !== undefined) {
    const row = columnExpressions(table, rpdApiTable(table.name));
    const columns = [start(row.start), duration(row.start, row.end), row.id, row.apiNameId, row.tid];
    await scanTable(database, table, sizeBytes, columns, { origin }, put, options);
  }
  startNs.fill(Number.NaN, place);
  const ends = new Map<unknown, number>();
  const markers = table === undefined ? [] : openMarkers(database, source, table, open);
  if (markers.length > 0)
    for (let call = 0; call < place; call += 1) {
      const thread = threadIds[call] ?? -1;
      ends.set(thread, Math.max(ends.get(thread) ?? Number.NEGATIVE_INFINITY, endNs[call] ?? 0));
    }
  let closedMarkers = 0;
  for (const { begin, length, id, name, thread } of markers) {
    const start = Math.floor(begin);
    const end = thread === -1 ? undefined : ends.get(thread);
    if (end === undefined || end <= start || Math.abs(begin) > MAX_DISTANCE) continue;
    startNs[place] = start;
    endNs[place] = end;
    ids[place] = number(id, 'api.id');
    nameIds[place] = number(name, 'api.apiName_id');
    threadIds[place] = number(thread, 'api.tid');
    dropped[droppedAs(begin, length)] -= 1;
    closedMarkers += 1;
    place += 1;
  }

  const used = nameIds.subarray(0, place);
  const texts = readTexts(database, source.tables.get('string'), [...new Set(used)], 'string');
  const nameOf = (id: number): string => texts.get(id) ?? (id < 0 ? 'unnamed region' : `unnamed region ${id}`);
  const { texts: names, indexOf: nameIndex } = sortedTexts([...new Set(used)].map(nameOf));
  const { texts: categories, indexOf: categoryIndex } = sortedTexts(names.map(rpdCategory));
  const { values: threads, indexOf: threadIndex } = sortedNumbers(threadIds.subarray(0, place));
  const name = toIndexArray(
    nameIds.map((id) => nameIndex.get(nameOf(id)) ?? 0),
    names.length,
  );
  const categoryOf = Uint32Array.from(names, (text) => categoryIndex.get(rpdCategory(text)) ?? 0);
  const category = toIndexArray(
    Uint32Array.from(name, (index) => categoryOf[index] ?? 0),
    categories.length,
  );
  const thread = toIndexArray(
    threadIds.map((id) => threadIndex.get(id) ?? 0),
    threads.length,
  );
  const order = orderRows(startNs, endNs, [name, category, thread, ids], true);
  const rows = new Gatherer(order);
  return {
    count: order?.length ?? places,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    name: rows.apply(name),
    names,
    category: rows.apply(category),
    categories,
    thread: rows.apply(thread),
    threads,
    stackId: toIdArray(rows.apply(ids)),
    dropped,
    closedMarkers,
  };
}

/** Of the calls that were left out for their end, those that are markers and have none (NULL or 0). */
function openMarkers(
  database: Database,
  source: ProcessTables,
  table: Table,
  open: readonly OpenCall[],
): readonly OpenCall[] {
  if (open.length === 0) return [];
  const nameIds = open.flatMap(({ name }) => (typeof name === 'number' ? [name] : []));
  const texts = readTexts(database, source.tables.get('string'), [...new Set(nameIds)], 'string');
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
