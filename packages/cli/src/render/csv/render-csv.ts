import { escapeText } from '../escape-text.js';
import { reportTables } from './report-tables.js';
import type { Scalar } from './report-tables.js';

/** What a spreadsheet takes for a formula at the start of a cell (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@]/;

/**
 * Every value of the report as comma-separated tables (RFC 4180, `\n`): a line `# <table>`, the names of the columns, the
 * rows, an empty line. Numbers are not rounded. Texts of the trace have visible escapes for control characters, and an
 * apostrophe before what a spreadsheet would run as a formula.
 */
export function renderCsv(report: object): string {
  return reportTables(report)
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, columns, rows }) => `# ${name}\n${[columns, ...rows].map(lineOf).join('')}`)
    .join('\n');
}

function lineOf(cells: readonly Scalar[]): string {
  return `${cells.map(cellOf).join(',')}\n`;
}

/** Nothing for null, `""` for an empty text. */
function cellOf(value: Scalar): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const escaped = escapeText(value);
  const text = FORMULA.test(escaped) ? `'${escaped}` : escaped;
  return text === '' || /[",]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
