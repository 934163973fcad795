import { escapeText } from '../escape-text.js';

/** What a spreadsheet takes for a formula at the start of a cell (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@]/;

/**
 * One value of a comma-separated table (RFC 4180): nothing for null, `""` for an empty text. Texts have visible escapes for
 * control characters, and an apostrophe before what a spreadsheet would run as a formula.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const escaped = escapeText(value);
  const text = FORMULA.test(escaped) ? `'${escaped}` : escaped;
  return text === '' || /[",]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
