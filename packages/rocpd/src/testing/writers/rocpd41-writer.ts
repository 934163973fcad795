import type Database from 'better-sqlite3';
import type { ToTimestamp } from './clock.js';
import { ProcessDictionaries } from './process-dictionaries.js';
import { Rocpd41ProcessWriter } from './rocpd41-process-writer.js';
import { ROCPD41_TABLES } from './rocpd41-tables.js';
import { createTableSql, createUnionView } from './table-definition.js';
import type { ProcessHeader, ProcessWriter, TraceWriter } from './trace-writer.js';

/** Writes the track-based layout 4.1.0: a set of tables per process and union views; no data views. */
export class Rocpd41Writer implements TraceWriter {
  private readonly guids: string[] = [];
  private readonly processes: ProcessDictionaries[] = [];

  constructor(
    private readonly database: Database.Database,
    private readonly toTimestamp: ToTimestamp,
  ) {}

  addProcess(header: ProcessHeader): ProcessWriter {
    for (const table of ROCPD41_TABLES) this.database.exec(createTableSql(table, header.guid));
    this.guids.push(header.guid);
    const layout = { schemaVersion: '4.1.0', agentNameColumn: 'generic_name' };
    const names = new ProcessDictionaries(this.database, header, layout, this.toTimestamp);
    this.processes.push(names);
    return new Rocpd41ProcessWriter(names, header, this.toTimestamp);
  }

  finishRecords(): void {
    for (const names of this.processes) names.flush();
  }

  createViews(): void {
    for (const { base } of ROCPD41_TABLES) createUnionView(this.database, base, this.guids);
  }
}
