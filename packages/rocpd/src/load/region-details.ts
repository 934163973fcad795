import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { eventTable, regionTable } from '../schema/event.js';
import type { RegionDetails } from '../trace.js';
import type { SqlValue } from '../sqlite/sql-value.js';
import { columnExpressions } from '../queries/read-rows.js';
import { parseJsonObject } from '../queries/json.js';
import { FIRST_STAND_IN } from './sinks/event-sink.js';

/** What the look-ups need to find the rows of the file again. */
export interface RegionPlaces {
  readonly source: ProcessTables;
  /** Place of a sorted row; null where rows are places. */
  readonly order: Uint32Array | null;
  /** Row id of a place. */
  readonly rowidOf: (place: number) => bigint;
  readonly nameOf: (row: number) => string;
  readonly standIns: ReadonlyMap<bigint, number>;
  /** Runs a function with an open handle. */
  readonly use: <T>(read: (database: Database) => T) => T;
}

interface EventRow {
  readonly eventId: bigint | null;
  readonly parentStackId: SqlValue;
  readonly extdata: SqlValue;
}

/** Look-ups of regions by row: each call reads the file once, by row ids. */
export function createRegionDetails(places: RegionPlaces): RegionDetails {
  return {
    markerTexts(rows) {
      const events = places.use((database) => readEvents(database, places, rows));
      return events.map(({ extdata }, index) => {
        const bad = { badExtdataCount: 0 };
        const { message } = parseJsonObject(extdata, bad);
        if (bad.badExtdataCount > 0) return null;
        return typeof message === 'string' ? message : places.nameOf(rows[index] ?? 0);
      });
    },
    arguments(rows) {
      return places.use((database) => readArguments(database, places, readEvents(database, places, rows)));
    },
    parentStackIds(rows) {
      const events = places.use((database) => readEvents(database, places, rows));
      return Float64Array.from(events, ({ parentStackId }) => toStackId(parentStackId, places.standIns));
    },
  };
}

/** The events of regions, in the order asked for. */
function readEvents(database: Database, places: RegionPlaces, rows: Uint32Array): EventRow[] {
  const none: EventRow = { eventId: null, parentStackId: null, extdata: null };
  const { tables } = places.source;
  const region = tables.get('region');
  const event = tables.get('event');
  if (region === undefined || region.rowid === null) return Array.from(rows, () => none);
  const key = columnExpressions(region, regionTable(region.name)).eventId;
  const readId = database.prepare(`select ${key} from ${region.sql} where ${region.rowid} = ?`).pluck().safeIntegers();
  const ids = Array.from(rows, (row) => {
    const id: unknown = readId.get(places.rowidOf(places.order?.[row] ?? row));
    return typeof id === 'bigint' ? id : null;
  });
  if (event === undefined || !event.columns.has('id')) return ids.map(() => none);
  const columns = columnExpressions(event, eventTable(event.name));
  const list = `${columns.parentStackId}, ${columns.extdata}`;
  if (event.idIsRowid) {
    const read = database.prepare(`select ${list} from ${event.sql} where "id" = ?`).raw().safeIntegers();
    return ids.map((eventId) => {
      const row = eventId === null ? undefined : (read.get(eventId) as [SqlValue, SqlValue] | undefined); // two columns were selected
      return { eventId, parentStackId: row?.[0] ?? null, extdata: row?.[1] ?? null };
    });
  }
  const found = new Map<bigint, [SqlValue, SqlValue]>();
  const read = database
    .prepare(`select "id", ${list} from ${event.sql} where "id" in (select value from json_each(?))`)
    .raw()
    .safeIntegers();
  for (const [id, parent, extdata] of read.all(jsonOfIds(ids)) as [SqlValue, SqlValue, SqlValue][])
    // three columns were selected
    if (typeof id === 'bigint' && !found.has(id)) found.set(id, [parent, extdata]);
  return ids.map((eventId) => {
    const row = eventId === null ? undefined : found.get(eventId);
    return { eventId, parentStackId: row?.[0] ?? null, extdata: row?.[1] ?? null };
  });
}

/** Arguments by name for each event; one scan of the table of arguments, which has no index. */
function readArguments(
  database: Database,
  places: RegionPlaces,
  events: readonly EventRow[],
): ReadonlyMap<string, string>[] {
  const maps = events.map(() => new Map<string, string>());
  const table = places.source.tables.get('arg');
  if (table === undefined || !['event_id', 'name', 'value'].every((column) => table.columns.has(column))) return maps;
  const mapsOf = new Map<bigint, Map<string, string>[]>();
  events.forEach(({ eventId }, index) => {
    const map = maps[index];
    if (eventId === null || map === undefined) return;
    mapsOf.set(eventId, [...(mapsOf.get(eventId) ?? []), map]);
  });
  if (mapsOf.size === 0) return maps;
  const position = table.columns.has('position') ? '"position"' : 'null';
  const key = table.rowid ?? '"event_id"';
  const read = database
    .prepare(
      `select "event_id", "name", "value" from ${table.sql} where "event_id" in (select value from json_each(?)) order by "event_id", ${position}, ${key}`,
    )
    .raw()
    .safeIntegers();
  for (const [id, name, value] of read.all(jsonOfIds([...mapsOf.keys()])) as [SqlValue, SqlValue, SqlValue][]) {
    // three columns were selected
    if (typeof id !== 'bigint' || typeof name !== 'string' || value === null || typeof value === 'object') continue;
    for (const map of mapsOf.get(id) ?? []) if (!map.has(name)) map.set(name, String(value));
  }
  return maps;
}

/** A JSON array of ids; BigInt would not be taken by JSON.stringify. */
function jsonOfIds(ids: readonly (bigint | null)[]): string {
  return `[${[...new Set(ids)].filter((id) => id !== null).join(',')}]`;
}

function toStackId(value: SqlValue, standIns: ReadonlyMap<bigint, number>): number {
  if (typeof value !== 'bigint') return 0;
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > FIRST_STAND_IN) return number;
  return standIns.get(value) ?? 0;
}
