/** An object of a JSON document whose fields are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object that is no array; null for everything else. */
export function asObject(value: unknown): JsonObject | null {
  // Narrowed by the test: any such object can be read by string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** A field of nested objects by its path; undefined where a step is missing. Own fields only. */
export function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    const object = asObject(current);
    if (object === null || !Object.hasOwn(object, name)) return undefined;
    current = object[name];
  }
  return current;
}

/** The first of some readings that is not null. */
export function firstOf<T>(...readings: readonly (() => T | null)[]): T | null {
  for (const read of readings) {
    const value = read();
    if (value !== null) return value;
  }
  return null;
}

/** A text that says something: not empty, not `N/A` and its like; trimmed. Null otherwise. */
export function knownText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^(|n\/a|na|none|unknown|-)$/i.test(text) ? null : text;
}

/** A whole number, as a number or text; null otherwise. */
export function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
