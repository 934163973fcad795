import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { createClock } from './clock.js';
import { Rocpd3Writer } from './rocpd3-writer.js';
import { Rocpd41Writer } from './rocpd41-writer.js';
import { RpdWriter } from './rpd-writer.js';
import type { TraceFileLayout, TraceWriter } from './trace-writer.js';

/** A database that is being written, and the writer for its layout. */
export interface OpenTraceFile {
  readonly database: Database.Database;
  readonly writer: TraceWriter;
}

/**
 * Creates a database file, replacing one of that name, and starts its only transaction. Nothing protects a file
 * against a crash while it is written: that is the price of speed, and of no use for files that are made anew.
 */
export function openTraceFile(path: string, layout: TraceFileLayout, timeOffsetNs: bigint): OpenTraceFile {
  rmSync(path, { force: true });
  const database = new Database(path);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  database.pragma('cache_size = -65536');
  database.exec('BEGIN');
  return { database, writer: createWriter(database, layout, timeOffsetNs) };
}

function createWriter(database: Database.Database, layout: TraceFileLayout, timeOffsetNs: bigint): TraceWriter {
  const clock = createClock(timeOffsetNs);
  switch (layout) {
    case '3.0':
    case '3.0.5':
      return new Rocpd3Writer(database, clock, layout);
    case '4.1':
      return new Rocpd41Writer(database, clock);
    case 'rpd':
      return new RpdWriter(database, clock);
  }
}
