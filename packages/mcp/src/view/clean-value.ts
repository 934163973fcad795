import { cleanName, cleanText } from './clean-text.js';
import { SENTENCE_FIELDS } from './sentence-fields.js';

/** Sentences may be longer than names; nothing that we say is longer than this. */
const MAX_SENTENCE = 4096;
/** A JSON value, made fit for the wire. */
export interface CleanValue {
  readonly value: unknown;
  /** Numbers that JSON cannot hold and that became null. */
  readonly nonFinite: number;
}

/**
 * A copy of a payload without hidden characters in any text or key, with numbers that JSON cannot hold as null. Names
 * are cut at `maxName` characters, sentences at 4096; null cuts nothing.
 */
export function cleanValue(payload: unknown, maxName: number | null): CleanValue {
  let nonFinite = 0;
  const limitOf = (field: string) => (maxName !== null && SENTENCE_FIELDS.has(field) ? MAX_SENTENCE : maxName);
  const cleanOf = (field: string) => (SENTENCE_FIELDS.has(field) ? cleanText : cleanName);
  const clean = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return cleanOf(field)(value, limitOf(field));
    if (typeof value === 'number') {
      if (Number.isFinite(value)) return value;
      nonFinite++;
      return null;
    }
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Set) return [...value].sort().map((item) => clean(item, field));
    if (Array.isArray(value)) return value.map((item) => clean(item, field));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) setOwn(copy, cleanName(key, limitOf('')), clean(item, key));
    return copy;
  };
  const value = clean(payload, '');
  return { value, nonFinite };
}

/** Sets a property of the object itself, whatever its name. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
