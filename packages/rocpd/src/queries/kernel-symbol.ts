import type { Database } from 'better-sqlite3';
import { kernelSymbolTable } from '../schema/kernel-symbol.js';
import { countOf, integerOf, textOf } from '../sqlite/sql-value.js';
import type { Table } from '../sqlite/table.js';
import type { TraceKernel } from '../trace.js';
import { readRows } from './read-rows.js';

/**
 * The kernels of the given symbol ids, in the same order. A symbol without a row or without a name gets a placeholder
 * that is its own (`unnamed kernel 17`); `null` stands for dispatches that name no symbol at all.
 */
export function readKernels(
  database: Database,
  table: Table | undefined,
  ids: readonly (number | null)[],
): TraceKernel[] {
  const wanted = JSON.stringify(ids.filter((id) => id !== null));
  const found = new Map<number, TraceKernel>();
  const where =
    table?.columns.has('id') === true ? 'where "id" in (select value from json_each(?))' : 'where ? is null';
  for (const row of readRows(database, table, kernelSymbolTable, where, wanted)) {
    const id = integerOf(row.id);
    const name = textOf(row.displayName) ?? textOf(row.kernelName);
    if (id === null || found.has(id)) continue;
    found.set(id, {
      id,
      name: name ?? placeholder(id),
      isNamed: name !== null,
      archVgprCount: countOf(row.archVgprCount),
      accumVgprCount: countOf(row.accumVgprCount),
      sgprCount: countOf(row.sgprCount),
      staticLdsBytes: countOf(row.groupSegmentSize),
      staticScratchBytes: countOf(row.privateSegmentSize),
    });
  }
  return ids.map((id) => (id === null ? undefined : found.get(id)) ?? unknownKernel(id));
}

function placeholder(id: number | null): string {
  return id === null ? 'unnamed kernel' : `unnamed kernel ${id}`;
}

function unknownKernel(id: number | null): TraceKernel {
  return {
    id: null,
    name: placeholder(id),
    isNamed: false,
    archVgprCount: null,
    accumVgprCount: null,
    sgprCount: null,
    staticLdsBytes: null,
    staticScratchBytes: null,
  };
}
