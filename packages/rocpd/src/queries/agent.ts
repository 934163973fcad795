import type { Database } from 'better-sqlite3';
import { agentTable } from '../schema/place.js';
import { integerOf, textOf } from '../sqlite/sql-value.js';
import type { Table } from '../sqlite/table.js';
import type { TraceAgent } from '../trace.js';
import { parseJsonObject, type JsonCount } from './json.js';
import { readRows, type RowOf } from './read-rows.js';

/** gfx targets have three or four hexadecimal digits (`gfx90a`, `gfx1030`); feature suffixes follow a colon. */
const GFX_PATTERN = /gfx[0-9a-f]{3,4}\b/i;

/** Indices of agents fit 16 bits, with one left for agents that have no row. No machine comes near. */
const MAX_AGENTS = 65_534;

/** Reads the CPUs and GPUs of a process, in order of their ids. Rows without a usable id are left out. */
export function readAgents(database: Database, table: Table | undefined, bad: JsonCount): TraceAgent[] {
  const agents: TraceAgent[] = [];
  const seen = new Set<number>();
  for (const row of readRows(database, table, agentTable)) {
    const id = integerOf(row.id);
    if (id === null || seen.has(id)) continue;
    seen.add(id);
    agents.push(toAgent(id, row, bad));
  }
  return agents.sort((a, b) => a.id - b.id).slice(0, MAX_AGENTS);
}

function toAgent(id: number, row: RowOf<ReturnType<typeof agentTable>>, bad: JsonCount): TraceAgent {
  const text = textOf(row.type)?.toUpperCase();
  const type = text === 'GPU' || text === 'CPU' ? text : 'OTHER';
  const hardware: Record<string, number> = {};
  for (const [key, value] of Object.entries(parseJsonObject(row.extdata, bad)))
    if (typeof value === 'number' && Number.isFinite(value)) hardware[key] = value;
  const names = [row.name, row.genericName, row.modelName, row.productName].map(textOf);
  const match =
    type === 'CPU' ? undefined : names.map((name) => GFX_PATTERN.exec(name ?? '')).find((found) => found !== null);
  return {
    id,
    type,
    gfxId: match?.[0]?.toLowerCase() ?? null,
    productName: textOf(row.productName) ?? textOf(row.modelName) ?? textOf(row.name),
    absoluteIndex: integerOf(row.absoluteIndex),
    logicalIndex: integerOf(row.logicalIndex),
    typeIndex: integerOf(row.typeIndex),
    hardware,
  };
}
