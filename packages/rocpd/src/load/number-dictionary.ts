import type { IndexArray } from '../columns.js';
import type { IdColumn } from './dictionaries.js';
import { remapIds, type Readings } from './merge-ids.js';
import type { TableKey } from './plan.js';

/**
 * Turns a column of ids into indices of a sorted list of numbers (-1 for none). `valueOf` gives the number behind what
 * the rows hold: itself, or what their track says.
 */
export function numberDictionary(
  readings: Readings,
  key: TableKey,
  column: IndexArray,
  idColumn: IdColumn,
  valueOf: (id: number) => number,
): readonly number[] {
  const known = (id: number): number => {
    const value = valueOf(id);
    return Number.isNaN(value) ? -1 : value;
  };
  const values = new Set(readings.findings.flatMap(({ ids }) => ids[idColumn].map(known)));
  const sorted = [...values].sort((a, b) => a - b);
  const indexOf = new Map(sorted.map((value, index) => [value, index]));
  remapIds(readings, key, column, idColumn, (id) => indexOf.get(known(id)) ?? 0);
  return sorted;
}
