import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';
import { metadataTable } from '../schema/metadata.js';
import { nodeTable, processTable } from '../schema/place.js';
import { integerOf, textOf } from '../sqlite/sql-value.js';
import type { TraceNode, TraceProcess } from '../trace.js';
import { readAgents } from './agent.js';
import { parseJsonObject } from './json.js';
import { readRows } from './read-rows.js';

/** Reads who a process is: its identity, command, environment, machine and agents. */
export function readProcess(database: Database, source: ProcessTables, fileIndex: number): TraceProcess {
  const bad = { badExtdataCount: 0 };
  const [row] = readRows(database, source.tables.get('info_process'), processTable);
  const nodes = readRows(database, source.tables.get('info_node'), nodeTable);
  const nodeRow = nodes.find((candidate) => candidate.id === row?.nid) ?? nodes[0];
  const node: TraceNode = { machineId: textOf(nodeRow?.machineId), hostname: textOf(nodeRow?.hostname) };
  const environment: Record<string, string> = {};
  for (const [key, value] of Object.entries(parseJsonObject(row?.environment, bad)))
    if (typeof value === 'string') environment[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') environment[key] = String(value);
  return {
    fileIndex,
    guid: textOf(row?.guid) ?? readGuid(database, source),
    pid: integerOf(row?.pid),
    ppid: integerOf(row?.ppid),
    command: textOf(row?.command),
    environment,
    node,
    agents: readAgents(database, source.tables.get('info_agent'), bad),
    badExtdataCount: bad.badExtdataCount,
  };
}

/** The guid where no process row has one: metadata (unless the placeholder was never replaced), else the table suffix. */
function readGuid(database: Database, source: ProcessTables): string {
  const rows = readRows(database, source.tables.get('metadata'), metadataTable);
  for (const tag of ['guid', 'upid']) {
    const value = textOf(rows.find((row) => row.tag === tag)?.value);
    if (value !== null && !value.includes('{{')) return value;
  }
  const words = source.suffix.replace(/^_/, '');
  return /^[0-9a-f]{8}(_[0-9a-f]{4}){3}_[0-9a-f]{12}$/i.test(words) ? words.replaceAll('_', '-') : words;
}

/** Texts of metadata `schema_version` of a process, sorted. */
export function readSchemaVersions(database: Database, source: ProcessTables): string[] {
  const rows = readRows(database, source.tables.get('metadata'), metadataTable);
  const texts = rows.filter((row) => row.tag === 'schema_version').map((row) => textOf(row.value));
  return [...new Set(texts.filter((text) => text !== null))].sort();
}
