import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { parseJsonObject } from '../queries/json.js';
import { columnExpressions, readRows } from '../queries/read-rows.js';
import { readTexts } from '../queries/string.js';
import { readThreads, readTracks } from '../queries/track.js';
import { counterInfoTable, counterValueTable } from '../schema/counter.js';
import { eventTable, sampleTable } from '../schema/event.js';
import type { SqlValue } from '../sqlite/sql-value.js';
import { integerOf, textOf } from '../sqlite/sql-value.js';
import type { PointDetails, PointReading, TracePoint } from '../trace.js';
import { start } from './time-expressions.js';

/** Samples looked up at a time. */
const CHUNK = 4096;

/** What the look-ups need. */
export interface PointPlaces {
  readonly source: ProcessTables;
  /** Time that the points' times count from. */
  readonly originNs: bigint;
  /** Runs a function with an open handle. */
  readonly use: <T>(read: (database: Database) => T) => T;
}

interface SampleRow {
  readonly timeNs: number;
  readonly eventId: number;
  readonly nameId: number;
  readonly trackId: number;
}

/** Points in time of one process; nothing is read before it is asked for. */
export function createPointDetails(places: PointPlaces): PointDetails {
  return {
    forEach(visit) {
      places.use((database) => {
        const rows = readSamples(database, places);
        if (rows.length === 0) return;
        const readings = readReadings(database, places.source, rows);
        const tracks = readTracks(database, places.source.tables.get('track'));
        const threads = readThreads(database, places.source.tables.get('info_thread'));
        const told = new Set<number>();
        for (let from = 0; from < rows.length; from += CHUNK) {
          const chunk = rows.slice(from, from + CHUNK);
          const describe = describeChunk(database, places.source, chunk);
          for (const row of chunk) {
            const own = readings.get(row.eventId) ?? [];
            // Metrics read together are one event with a sample row each: they are one point.
            if (own.length > 0 && told.has(row.eventId)) continue;
            told.add(row.eventId);
            const thread = tracks.get(row.trackId)?.thread ?? Number.NaN;
            visit({
              timeNs: row.timeNs,
              ...describe(row),
              thread: Number.isNaN(thread) ? null : (threads.get(thread) ?? thread),
              readings: own,
            });
          }
        }
      });
    },
  };
}

function readSamples(database: Database, { source, originNs }: PointPlaces): SampleRow[] {
  const table = source.tables.get('sample');
  if (table?.columns.has('timestamp') !== true) return [];
  const row = columnExpressions(table, sampleTable(table.name));
  const statement = database
    .prepare(`select ${start(row.timestamp)}, ${row.eventId}, ${row.nameId}, ${row.trackId} from ${table.sql}`)
    .raw();
  const rows: SampleRow[] = [];
  for (const [timeNs, eventId, nameId, trackId] of statement.iterate({ origin: originNs }) as Iterable<SqlValue[]>)
    // four columns were selected
    if (typeof timeNs === 'number')
      rows.push({ timeNs, eventId: idOf(eventId), nameId: idOf(nameId), trackId: idOf(trackId) });
  return rows.sort((a, b) => a.timeNs - b.timeNs || a.eventId - b.eventId);
}

function idOf(value: SqlValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Values by event, for the events of samples. */
function readReadings(
  database: Database,
  { tables }: ProcessTables,
  rows: readonly SampleRow[],
): ReadonlyMap<number, readonly PointReading[]> {
  const readings = new Map<number, PointReading[]>();
  const table = tables.get('pmc_event');
  if (table === undefined) return readings;
  const wanted = new Set(rows.map(({ eventId }) => eventId));
  const infos = new Map<number, Omit<PointReading, 'value'>>();
  for (const row of readRows(database, tables.get('info_pmc'), counterInfoTable)) {
    const id = integerOf(row.id);
    if (id === null || infos.has(id)) continue;
    const name = textOf(row.name) ?? textOf(row.symbol) ?? `unnamed counter ${id}`;
    infos.set(id, { name, agentId: integerOf(row.agentId), units: textOf(row.units) });
  }
  const { eventId, pmcId, value } = columnExpressions(table, counterValueTable(table.name));
  const statement = database.prepare(`select ${eventId}, ${pmcId}, ${value} from ${table.sql}`).raw();
  for (const [event, pmc, number] of statement.iterate() as Iterable<SqlValue[]>) {
    // three columns were selected
    if (typeof event !== 'number' || !wanted.has(event) || typeof number !== 'number') continue;
    const id = idOf(pmc);
    const info = infos.get(id) ?? { name: `unnamed counter ${id}`, agentId: null, units: null };
    const known = readings.get(event);
    if (known === undefined) readings.set(event, [{ ...info, value: number }]);
    else known.push({ ...info, value: number });
  }
  return readings;
}

/** Category and text of the samples of a chunk. */
function describeChunk(
  database: Database,
  { tables }: ProcessTables,
  chunk: readonly SampleRow[],
): (row: SampleRow) => Pick<TracePoint, 'category' | 'text'> {
  const event = tables.get('event');
  const found = new Map<number, { categoryId: number; extdata: SqlValue }>();
  if (event?.columns.has('id') === true) {
    const { categoryId, extdata } = columnExpressions(event, eventTable(event.name));
    const ids = JSON.stringify(chunk.map(({ eventId }) => eventId).filter((id) => !Number.isNaN(id)));
    const read = database
      .prepare(
        `select "id", ${categoryId}, ${extdata} from ${event.sql} where "id" in (select value from json_each(?))`,
      )
      .raw();
    for (const [id, category, data] of read.all(ids) as SqlValue[][])
      // three columns were selected
      if (typeof id === 'number' && !found.has(id))
        found.set(id, { categoryId: idOf(category), extdata: data ?? null });
  }
  const textIds = new Set([
    ...chunk.map(({ nameId }) => nameId),
    ...[...found.values()].map((entry) => entry.categoryId),
  ]);
  const texts = readTexts(
    database,
    tables.get('string'),
    [...textIds].filter((id) => !Number.isNaN(id)),
    'string',
  );
  return (row) => {
    const entry = found.get(row.eventId);
    const { message } = parseJsonObject(entry?.extdata, { badExtdataCount: 0 });
    const text = typeof message === 'string' ? message : texts.get(row.nameId);
    return { category: texts.get(entry?.categoryId ?? Number.NaN) ?? '', text: text ?? null };
  };
}
