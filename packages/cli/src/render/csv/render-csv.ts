import { csvCell } from './csv-cell.js';
import { reportTables } from './report-tables.js';
import type { Scalar } from './report-tables.js';

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
  return `${cells.map(csvCell).join(',')}\n`;
}
