import { ABSENT } from '../format-number.js';
import { cutApart } from './cut-apart.js';
import { displayWidth, padLeft, padRight } from './display-width.js';
import type { Paint } from './palette.js';
import type { TextContext } from './text-context.js';

/** `name` columns share what the others leave and are cut in the middle; numbers are never cut. */
export interface Column {
  readonly header: string;
  readonly kind: 'name' | 'word' | 'number';
  /** May be left out, the last one first, where names would get less than `LEAST_NAME_WIDTH` columns. */
  readonly isOptional?: boolean;
}

/** Null is a value that is absent; '' leaves the place empty. */
export type Cell = string | null | { readonly text: string; readonly paint: Paint };
export type Row = readonly Cell[];

const GAP = 2;
const LEAST_NAME_WIDTH = 16;
/** The product's own words are shorter; should a trace's text come here, it doesn't push the numbers away. */
const WIDEST_WORD = 32;

/**
 * A table without rules: numbers to the right, text to the left, two spaces between. Columns in which nothing stands are
 * left out. `indent` is 2 columns by default.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly Row[],
  context: TextContext,
  indent = 2,
): string[] {
  if (rows.length === 0) return [];
  const filled = columns.map((column, at) => ({ column, at })).filter(({ column, at }) => isNeeded(column, rows, at));
  if (context.layout !== undefined)
    return context.layout.table(
      filled.map(({ column }) => column),
      rows.map((row) => filled.map(({ at }) => textOf(row[at] ?? null))),
    );
  const measured = filled.map(({ column, at }) => ({ column, at, width: widthOf(column, rows, at, context) }));
  const shown = fit(measured, context.width - indent);
  const lines = [shown.map(({ column, width }) => align(context.encode(column.header), column, width))];
  const cells = shown.map(({ column, at, width }) => {
    const own = rows.map((row) => row[at] ?? null);
    const texts = own.map((cell) => context.encode(textOf(cell)));
    const fitted = column.kind === 'number' ? texts : cutApart(texts, width, context.ellipsis);
    return own.map((cell, index) => align(paintCell(cell, fitted[index] ?? '', context), column, width));
  });
  for (const index of rows.keys()) lines.push(cells.map((column) => column[index] ?? ''));
  return lines.map((cells) => `${' '.repeat(indent)}${cells.join(' '.repeat(GAP))}`.trimEnd());
}

interface MeasuredColumn {
  readonly column: Column;
  readonly at: number;
  readonly width: number;
}

function isNeeded(column: Column, rows: readonly Row[], at: number): boolean {
  return column.kind === 'name' || rows.some((row) => textOf(row[at] ?? null) !== '' && row[at] !== null);
}

function widthOf(column: Column, rows: readonly Row[], at: number, context: TextContext): number {
  let widest = displayWidth(context.encode(column.header));
  for (const row of rows) widest = Math.max(widest, displayWidth(context.encode(textOf(row[at] ?? null))));
  return Math.min(widest, column.kind === 'word' ? WIDEST_WORD : Infinity);
}

function fit(columns: readonly MeasuredColumn[], width: number): MeasuredColumn[] {
  const names = columns.filter(({ column }) => column.kind === 'name');
  const fixed = columns.filter(({ column }) => column.kind !== 'name').reduce((sum, entry) => sum + entry.width, 0);
  const room = width - fixed - GAP * (columns.length - 1);
  const needed = names.reduce((sum, entry) => sum + Math.min(entry.width, LEAST_NAME_WIDTH), 0);
  const spare = columns.findLastIndex(({ column }) => column.isOptional === true);
  if (room < needed && spare >= 0) return fit(columns.toSpliced(spare, 1), width);
  return columns.map((entry) => {
    if (entry.column.kind !== 'name') return entry;
    const share = Math.max(Math.floor(room / names.length), LEAST_NAME_WIDTH);
    return { ...entry, width: Math.min(entry.width, share) };
  });
}

function paintCell(cell: Cell, text: string, context: TextContext): string {
  if (cell === null) return context.paint.note(text);
  return typeof cell === 'string' ? text : cell.paint(text);
}

function align(text: string, column: Column, width: number): string {
  return column.kind === 'number' ? padLeft(text, width) : padRight(text, width);
}

function textOf(cell: Cell): string {
  return cell === null ? ABSENT : typeof cell === 'string' ? cell : cell.text;
}
