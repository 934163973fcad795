/** A JSON object whose fields are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value where it is an object that is no list, else null. */
export function asRecord(value: unknown): JsonRecord | null {
  // A non-null object that is no array has string keys by definition.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;
}

/** The value where it is a list, else an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text of a field, or null where it is no text. */
export function textField(record: JsonRecord | null, key: string): string | null {
  const value = record?.[key];
  return typeof value === 'string' ? value : null;
}

/** Finite number of a field, or null where it is none. */
export function numberField(record: JsonRecord | null, key: string): number | null {
  const value = record?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** More than any service counts for one call. */
const MOST_COUNTED = 1e12;

/** Count of a field: a whole number from 0, or null where it is none. A service may name anything. */
export function countField(record: JsonRecord | null, key: string): number | null {
  const value = numberField(record, key);
  return value !== null && Number.isInteger(value) && value >= 0 && value <= MOST_COUNTED ? value : null;
}

/** The text parsed as JSON; undefined (which JSON can't say) where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
