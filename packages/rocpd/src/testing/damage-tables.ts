import type Database from 'better-sqlite3';
import { sqlName, tableSuffix } from './writers/table-definition.js';

/** What to leave out of a file. Tables go by base name, without `rocpd_` and without the suffix of the process. */
export interface TraceDamage {
  readonly omitTables?: readonly string[];
  /** Columns to leave out, by base name of their table. Unique columns and ids must stay. */
  readonly omitColumns?: Readonly<Record<string, readonly string[]>>;
  /** False leaves out all views. */
  readonly views?: boolean;
}

/** Removes tables and columns of every process of a file whose views do not exist yet. */
export function damageTables(database: Database.Database, guids: readonly string[], damage: TraceDamage): void {
  for (const [base, columns] of Object.entries(damage.omitColumns ?? {}))
    for (const table of tablesOf(database, base, guids))
      for (const column of columns) database.exec(`ALTER TABLE ${sqlName(table)} DROP COLUMN ${sqlName(column)}`);
  for (const base of damage.omitTables ?? [])
    for (const table of tablesOf(database, base, guids)) database.exec(`DROP TABLE ${sqlName(table)}`);
}

/** Existing tables of a base name: without a suffix (layout `rpd`) or with that of a process. */
function tablesOf(database: Database.Database, base: string, guids: readonly string[]): string[] {
  const exists = database.prepare<string[]>(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`);
  return ['', ...guids.map(tableSuffix)]
    .map((suffix) => `rocpd_${base}${suffix}`)
    .filter((name) => exists.get(name) !== undefined);
}
