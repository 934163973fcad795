export type Path = readonly (string | number)[];

/** A list inside a payload. */
export interface MeasuredList {
  readonly path: Path;
  readonly list: unknown[];
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? 'null');
}

/**
 * All lists of a payload with the bytes that they take, outer ones before inner ones. Pairs and triples of numbers are
 * values, not lists: a range without its end would be wrong.
 */
export function measureLists(payload: unknown): MeasuredList[] {
  const lists: MeasuredList[] = [];
  const measure = (value: unknown, path: Path): number => {
    if (typeof value !== 'object' || value === null) return jsonBytes(value);
    if (Array.isArray(value)) {
      const at = lists.length;
      let bytes = 2 + Math.max(0, value.length - 1);
      value.forEach((item, index) => (bytes += measure(item, [...path, index])));
      if (!isTuple(value)) lists.splice(at, 0, { path, list: value, bytes });
      return bytes;
    }
    const entries = Object.entries(value);
    let bytes = 2 + Math.max(0, entries.length - 1);
    for (const [key, item] of entries) bytes += jsonBytes(key) + 1 + measure(item, [...path, key]);
    return bytes;
  };
  measure(payload, []);
  return lists;
}

function isTuple(list: readonly unknown[]): boolean {
  return list.length <= 4 && list.every((item) => typeof item === 'number');
}

/** What a path leads to; undefined where it leads nowhere. */
export function valueAt(payload: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    // Own keys only, just checked.
    return (value as Record<string | number, unknown>)[step];
  }, payload);
}
