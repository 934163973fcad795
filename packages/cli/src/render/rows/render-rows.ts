import { csvCell } from '../csv/csv-cell.js';
import { escapeJson } from '../escape-json.js';
import { escapeText } from '../escape-text.js';
import { formatFixed } from '../format-number.js';
import type { Cell, Column } from '../text/table.js';
import { renderTable } from '../text/table.js';
import { createTextContext } from '../text/text-context.js';

type Value = string | number | null;

/** Rows of a query. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  readonly row_count: number;
  readonly truncated: boolean;
}

export interface RowsTarget {
  readonly width: number;
  readonly isUnicode: boolean;
}

/** Characters of a text that is never cut. */
const SHORT_TEXT = 32;

/** Rows as an aligned table, as CSV (RFC 4180, `\n`; texts as in the CSV of a report), or as one JSON object with the keys of a query's result. */
export function renderRows(rows: Rows, format: 'table' | 'csv' | 'json', target: RowsTarget): string {
  if (format === 'json') return renderJsonRows(rows);
  return format === 'csv' ? renderCsv(rows) : renderAligned(rows, target);
}

function renderJsonRows({ columns, rows, row_count: rowCount, truncated }: Rows): string {
  const head = `{"columns":${JSON.stringify(columns)},"row_count":${rowCount},"truncated":${String(truncated)},"rows":[`;
  const body = rows.map((row) => JSON.stringify(row)).join(',\n');
  const text = body === '' ? `${head}]}` : `${head}\n${body}\n]}`;
  return `${escapeJson(text)}\n`;
}

function renderCsv({ columns, rows }: Rows): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function renderAligned({ columns, rows }: Rows, { width, isUnicode }: RowsTarget): string {
  if (rows.length === 0) return 'no rows\n';
  const context = createTextContext({ width, isUnicode, isColored: false }, []);
  const shapes = columns.map((name, at): Column => ({
    header: escapeText(name),
    kind: kindOf(rows.map((row) => row[at] ?? null)),
  }));
  const cells = rows.map((row) => row.map((value): Cell => (value === null ? null : showValue(value))));
  return `${renderTable(shapes, cells, context, 0).join('\n')}\n`;
}

function showValue(value: string | number): string {
  if (typeof value === 'string') return escapeText(value);
  return Number.isInteger(value) ? formatFixed(value, 0) : String(value);
}

/** Short texts are shown whole, long ones share what is left and are cut in the middle. */
function kindOf(values: readonly Value[]): Column['kind'] {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0) return 'number';
  return texts.every((value) => value.length <= SHORT_TEXT) ? 'word' : 'name';
}
