import type { Database } from 'better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core/table';
import { getTableColumns } from '../schema/model.js';
import type { SqlValue } from '../sqlite/sql-value.js';
import { quoteIdentifier } from '../sqlite/quote-identifier.js';
import type { Table } from '../sqlite/table.js';

/** Any table model of `src/schema`. */
export type Model = SQLiteTable;

/** A row by the property names of its model. What a column holds is for the reader to check: SQLite enforces no types. */
export type RowOf<M extends Model> = { readonly [K in keyof M['_']['columns']]: SqlValue };

/** The columns of a model as SQL expressions, by property name; a column that the table lacks is `null`. */
export function columnExpressions<M extends Model>(table: Table, model: M): Record<keyof M['_']['columns'], string> {
  const expressions: Record<string, string> = {};
  for (const [key, column] of Object.entries(getTableColumns(model)))
    expressions[key] = table.columns.has(column.name.toLowerCase()) ? quoteIdentifier(column.name) : 'null';
  return expressions as Record<keyof M['_']['columns'], string>; // the keys are those of the model
}

/**
 * Reads a small table by its model, in order of `id`; a missing table is empty. `where` is SQL of ours, `parameters`
 * its bound values. Integers arrive as BigInt, so that none loses digits; `integerOf` turns them into numbers.
 */
export function readRows<M extends Model>(
  database: Database,
  table: Table | undefined,
  factory: (name: string) => M,
  where = '',
  ...parameters: readonly (string | bigint)[]
): RowOf<M>[] {
  if (table === undefined) return [];
  const expressions = columnExpressions(table, factory(table.name));
  const keys = Object.keys(expressions);
  const list = keys.map((key) => expressions[key]).join(', ');
  const order = table.columns.has('id') ? 'order by "id"' : '';
  const rows = database.prepare(`select ${list} from ${table.sql} ${where} ${order}`).raw().safeIntegers();
  return rows
    .all(...parameters)
    .map((row) => Object.fromEntries(keys.map((key, index) => [key, (row as SqlValue[])[index]])) as RowOf<M>); // raw rows are arrays in the order of `keys`
}
