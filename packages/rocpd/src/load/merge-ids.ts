import type { IndexArray } from '../columns.js';
import type { Findings, IdColumn } from './dictionaries.js';
import type { Chunk, ReadPlan, TableKey } from './plan.js';

/** Which thread read which chunk, and what each thread found. */
export interface Readings {
  readonly plan: ReadPlan;
  /** Index into `findings` per chunk of the plan. */
  readonly owners: Uint8Array;
  readonly findings: readonly Findings[];
}

/** Distinct ids that any thread met in a column, without the entry of rows that name none. */
export function distinctIds(readings: Readings, ...columns: readonly IdColumn[]): number[] {
  const ids = new Set<number>();
  for (const { ids: found } of readings.findings)
    for (const column of columns) for (const id of found[column]) if (!Number.isNaN(id)) ids.add(id);
  return [...ids].sort((a, b) => a - b);
}

/** Replaces the indices of a column, thread by thread, by those that `indexOf` gives for the ids behind them. */
export function remapIds(
  readings: Readings,
  key: TableKey,
  column: IndexArray,
  idColumn: IdColumn,
  indexOf: (id: number) => number,
): void {
  remap(readings, key, column, (owner) => {
    const ids = readings.findings[owner]?.ids[idColumn] ?? [];
    return Uint32Array.from(ids, indexOf);
  });
}

/** Replaces the indices of a column by a table per thread. */
export function remap(
  readings: Readings,
  key: TableKey,
  column: IndexArray,
  tableOf: (owner: number) => Uint32Array,
): void {
  const tables = readings.findings.map((_, owner) => tableOf(owner));
  readings.plan.chunks.forEach((chunk: Chunk, index) => {
    if (chunk.key !== key) return;
    const table = tables[readings.owners[index] ?? 0];
    if (table === undefined || table.every((value, from) => value === from)) return;
    const end = chunk.offset + chunk.slots;
    for (let place = chunk.offset; place < end; place += 1) column[place] = table[column[place] ?? 0] ?? 0;
  });
}
