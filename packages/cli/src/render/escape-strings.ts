import { escapeText } from './escape-text.js';

/** Code units from which on an escaped text is kept for its next occurrence. */
const LONG = 1000;

/**
 * A copy of plain data in which every text, keys included, went through `escapeText`. Renderers for terminals start
 * from such a copy, so that no part of them can forget to escape.
 */
export function escapeStrings<T>(value: T): T {
  const known = new Map<string, string>();
  // A report names its kernels over and over, and a name may be as long as a book.
  const escapeOnce = (text: string): string => {
    if (text.length < LONG) return escapeText(text);
    const escaped = known.get(text) ?? escapeText(text);
    known.set(text, escaped);
    return escaped;
  };
  // The copy has the shape of its source: texts stay texts, lists lists, records records.
  return escapeAny(value, escapeOnce) as T;
}

function escapeAny(value: unknown, escape: (text: string) => string): unknown {
  if (typeof value === 'string') return escape(value);
  if (Array.isArray(value)) return value.map((entry) => escapeAny(entry, escape));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [escape(key), escapeAny(entry, escape)]));
}
