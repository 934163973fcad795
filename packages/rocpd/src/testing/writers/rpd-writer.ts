import type Database from 'better-sqlite3';
import type { ToTimestamp } from './clock.js';
import { RpdProcessWriter } from './rpd-process-writer.js';
import { RPD_TABLES, RPD_VIEWS } from './rpd-schema.js';
import type { ProcessHeader, ProcessWriter, TraceWriter } from './trace-writer.js';

/** Writes rocmProfileData's format, schema 2. A file holds one process. */
export class RpdWriter implements TraceWriter {
  private process: RpdProcessWriter | null = null;

  constructor(
    private readonly database: Database.Database,
    private readonly toTimestamp: ToTimestamp,
  ) {}

  addProcess(header: ProcessHeader): ProcessWriter {
    if (this.process !== null) throw new RangeError('An rpd file holds one process; write one file per process');
    for (const sql of RPD_TABLES) this.database.exec(sql);
    const insert = this.database.prepare<[string, string]>('INSERT INTO rocpd_metadata (tag, value) VALUES (?, ?)');
    insert.run('schema_version', '2');
    insert.run('session_count', '1');
    this.process = new RpdProcessWriter(this.database, header, this.toTimestamp);
    return this.process;
  }

  finishRecords(): void {
    this.process?.finish();
  }

  createViews(): void {
    for (const sql of RPD_VIEWS) this.database.exec(sql);
  }
}
