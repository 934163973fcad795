import type { Database } from 'better-sqlite3';
import type { RecordField } from '../pages/record-reader.js';
import { quoteIdentifier } from '../sqlite/quote-identifier.js';
import type { Table } from '../sqlite/table.js';
import type { ColumnUse } from './column-use.js';
import type { TablePages } from './plan.js';

/**
 * Where a table's pages begin, and where its records hold what a row function takes. Null for tables that keep their
 * records otherwise: without row ids, with computed columns, which no record holds, or with a row id that goes by
 * another name than `id`.
 */
export function tablePages(database: Database, table: Table, uses: readonly ColumnUse[]): TablePages | null {
  if (table.rowid === null) return null;
  const root: unknown = database
    .prepare("select rootpage from sqlite_master where type = 'table' and name = ?")
    .pluck()
    .get(table.name);
  const columns = database.prepare('select name, hidden, pk from pragma_table_xinfo(?)').raw().all(table.name) as [
    unknown,
    unknown,
    unknown,
  ][]; // three columns were selected
  if (typeof root !== 'number' || columns.some(([, hidden]) => hidden !== 0)) return null;
  if (!table.idIsRowid && columns.some(([, , key]) => key !== 0)) return null;
  const names = columns.map(([name]) => quoteIdentifier(String(name).toLowerCase()));
  const indexOf = (column: string): number => names.indexOf(column.toLowerCase());
  const fields = uses.map((use): RecordField | null => {
    if (use.kind === 'duration') {
      const [from, to] = [indexOf(use.from), indexOf(use.to)];
      return from < 0 || to < 0 ? null : { kind: 'duration', from, to };
    }
    if (use.kind === 'value' && use.column === 'null') return { kind: 'none' };
    if (table.idIsRowid && use.column.toLowerCase() === '"id"') return { kind: 'rowid' };
    const column = indexOf(use.column);
    return column < 0 ? null : { kind: use.kind, column };
  });
  const known = fields.filter((field) => field !== null);
  return known.length === fields.length ? { root, fields: known } : null;
}
