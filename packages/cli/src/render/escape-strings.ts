import { escapeText } from './escape-text.js';

/**
 * A copy of plain data in which every text, keys included, went through `escapeText`. Renderers for terminals start
 * from such a copy, so that no part of them can forget to escape.
 */
export function escapeStrings<T>(value: T): T {
  // The copy has the shape of its source: texts stay texts, lists lists, records records.
  return escapeAny(value) as T;
}

function escapeAny(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeAny);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [escapeText(key), escapeAny(entry)]));
}
