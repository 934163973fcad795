import type { SqlValue } from '../sqlite/sql-value.js';

/** Counts JSON texts that could not be parsed. */
export interface JsonCount {
  badExtdataCount: number;
}

/**
 * The object that a JSON column holds. Missing, empty and `{}` texts are the empty object; a text that is no JSON object
 * (also a compressed blob) is counted and taken as empty. `__proto__` and its like stay ordinary keys.
 */
export function parseJsonObject(value: SqlValue | undefined, bad: JsonCount): Readonly<Record<string, unknown>> {
  const text = jsonText(value);
  if (text === '') return {};
  const parsed = text === null ? undefined : parseOrUndefined(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>; // checked to be an object
  bad.badExtdataCount += 1;
  return {};
}

/** Text of a JSON column: '' where it holds nothing, null where what it holds is no text. */
function jsonText(value: SqlValue | undefined): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'object') return value.length === 0 ? '' : null;
  return null;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
