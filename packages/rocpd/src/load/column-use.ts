import type { TimeExpressions } from './time-expressions.js';

/** One argument of a row function: a column as it is, or times of it. Columns are SQL expressions: a name or `null`. */
export type ColumnUse =
  | { readonly kind: 'value'; readonly column: string }
  /** Distance from the origin. */
  | { readonly kind: 'start'; readonly column: string }
  | { readonly kind: 'duration'; readonly from: string; readonly to: string };

/** Columns as they are. */
export function values(...columns: readonly string[]): ColumnUse[] {
  return columns.map((column) => ({ kind: 'value', column }));
}

/** The SQL of an argument, with times written as `times` says. */
export function columnSql(use: ColumnUse, times: TimeExpressions): string {
  if (use.kind === 'duration') return times.duration(use.from, use.to);
  return use.kind === 'start' ? times.start(use.column) : use.column;
}
