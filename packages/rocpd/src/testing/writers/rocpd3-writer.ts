import type Database from 'better-sqlite3';
import type { ToTimestamp } from './clock.js';
import { ProcessDictionaries } from './process-dictionaries.js';
import { Rocpd3ProcessWriter } from './rocpd3-process-writer.js';
import { ROCPD305_TABLES, ROCPD3_TABLES } from './rocpd3-tables.js';
import { ROCPD3_VIEWS } from './rocpd3-views.js';
import { createTableSql, createUnionView, sqlName } from './table-definition.js';
import type { ProcessHeader, ProcessWriter, TraceWriter } from './trace-writer.js';

/** Writes schema "3" or 3.0.5: a set of tables per process, union views and data views over them. */
export class Rocpd3Writer implements TraceWriter {
  private readonly guids: string[] = [];
  private readonly processes: ProcessDictionaries[] = [];

  constructor(
    private readonly database: Database.Database,
    private readonly toTimestamp: ToTimestamp,
    private readonly version: '3.0' | '3.0.5',
  ) {}

  addProcess(header: ProcessHeader): ProcessWriter {
    for (const table of this.tables()) this.database.exec(createTableSql(table, header.guid));
    this.guids.push(header.guid);
    const layout = { schemaVersion: this.version === '3.0' ? '3' : this.version, agentNameColumn: 'user_name' };
    const names = new ProcessDictionaries(this.database, header, layout, this.toTimestamp);
    this.processes.push(names);
    return new Rocpd3ProcessWriter(names, this.toTimestamp, this.version === '3.0.5');
  }

  finishRecords(): void {
    for (const names of this.processes) names.flush();
  }

  createViews(): void {
    for (const { base } of this.tables()) createUnionView(this.database, base, this.guids);
    for (const [name, sql] of Object.entries(ROCPD3_VIEWS))
      this.database.exec(`CREATE VIEW ${sqlName(name)} AS ${sql}`);
  }

  private tables(): typeof ROCPD3_TABLES {
    return this.version === '3.0' ? ROCPD3_TABLES : ROCPD305_TABLES;
  }
}
