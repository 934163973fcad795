import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { metadataTable } from '../schema/metadata.js';
import { readRows } from '../queries/read-rows.js';
import { integerOf, type SqlValue } from '../sqlite/sql-value.js';
import type { Table } from '../sqlite/table.js';
import type { TraceAgent, TraceProcess } from '../trace.js';

/**
 * Reads what an `.rpd` file says about its process, which is little: an OS process id and the devices that worked. The
 * guid is a digest of metadata, row id ranges and first and last records, so that copies of a file have the same one.
 */
export function readRpdProcess(database: Database, source: ProcessTables, fileIndex: number): TraceProcess {
  const api = source.tables.get('api');
  const pid =
    api === undefined || !api.columns.has('pid')
      ? null
      : firstValue(database, `select "pid" from ${api.sql} order by "id" limit 1`);
  return {
    fileIndex,
    guid: readGuid(database, source),
    pid: integerOf(pid),
    ppid: null,
    command: null,
    environment: {},
    node: { machineId: null, hostname: null },
    agents: readDevices(database, source.tables.get('op')),
    badExtdataCount: 0,
  };
}

function readDevices(database: Database, op: Table | undefined): TraceAgent[] {
  if (op === undefined || !op.columns.has('gpuid')) return [];
  const ids = database
    .prepare(`select distinct "gpuId" from ${op.sql} limit 65534`)
    .pluck()
    .safeIntegers()
    .all() as SqlValue[]; // one column was selected
  return ids
    .map(integerOf)
    .filter((id) => id !== null)
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      type: 'GPU',
      gfxId: null,
      productName: null,
      absoluteIndex: id,
      logicalIndex: null,
      typeIndex: null,
      hardware: {},
    }));
}

function readGuid(database: Database, source: ProcessTables): string {
  const digest = createHash('sha256');
  for (const { tag, value } of readRows(database, source.tables.get('metadata'), metadataTable))
    digest.update(JSON.stringify([String(tag), String(value)]));
  for (const base of ['api', 'op', 'api_ops', 'string']) {
    const table = source.tables.get(base);
    if (table === undefined || !table.columns.has('id')) continue;
    for (const order of ['asc', 'desc']) {
      const row = database
        .prepare(`select * from ${table.sql} order by "id" ${order} limit 1`)
        .raw()
        .safeIntegers()
        .get();
      digest.update(JSON.stringify([base, ...((row ?? []) as SqlValue[]).map(String)])); // a raw row is an array
    }
  }
  return digest.digest('hex').slice(0, 32);
}

function firstValue(database: Database, sql: string): SqlValue | undefined {
  return database.prepare(sql).pluck().safeIntegers().get() as SqlValue | undefined; // one column was selected
}
