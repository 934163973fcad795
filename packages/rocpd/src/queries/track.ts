import type { Database } from 'better-sqlite3';
import { threadTable, trackTable } from '../schema/place.js';
import { integerOf } from '../sqlite/sql-value.js';
import type { Table } from '../sqlite/table.js';
import { readRows } from './read-rows.js';

/** The place of a record in layout 4.1; NaN where the track names none. */
export interface TrackPlace {
  readonly thread: number;
  readonly agent: number;
  readonly queue: number;
  readonly stream: number;
}

/** Reads the tracks of a process by id. */
export function readTracks(database: Database, table: Table | undefined): ReadonlyMap<number, TrackPlace> {
  const tracks = new Map<number, TrackPlace>();
  for (const row of readRows(database, table, trackTable)) {
    const id = integerOf(row.id);
    if (id === null || tracks.has(id)) continue;
    tracks.set(id, {
      thread: integerOf(row.tid) ?? Number.NaN,
      agent: integerOf(row.agentId) ?? Number.NaN,
      queue: integerOf(row.queueId) ?? Number.NaN,
      stream: integerOf(row.streamId) ?? Number.NaN,
    });
  }
  return tracks;
}

/** OS thread ids by the row id that records carry; a row without one stands for itself. */
export function readThreads(database: Database, table: Table | undefined): ReadonlyMap<number, number> {
  const threads = new Map<number, number>();
  for (const row of readRows(database, table, threadTable)) {
    const id = integerOf(row.id);
    if (id !== null && !threads.has(id)) threads.set(id, integerOf(row.tid) ?? id);
  }
  return threads;
}
