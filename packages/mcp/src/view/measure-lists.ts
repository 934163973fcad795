export type Path = readonly (string | number)[];

/** Whether a path leads to another one, or is the same. */
export function isPrefix(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

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
  const lists: { path: Path; list: unknown[]; bytes: number }[] = [];
  const path: (string | number)[] = [];
  const measureAt = (step: string | number, value: unknown): number => {
    if (typeof value !== 'object' || value === null) return scalarBytes(value);
    path.push(step);
    const bytes = measure(value);
    path.pop();
    return bytes;
  };
  const measure = (value: object): number => {
    if (Array.isArray(value)) {
      const entry = isTuple(value) ? null : { path: [...path], list: value, bytes: 0 };
      if (entry !== null) lists.push(entry);
      let bytes = 2 + Math.max(0, value.length - 1);
      for (let index = 0; index < value.length; index++) bytes += measureAt(index, value[index]);
      if (entry !== null) entry.bytes = bytes;
      return bytes;
    }
    const entries = Object.entries(value);
    let bytes = 2 + Math.max(0, entries.length - 1);
    for (const [key, item] of entries) bytes += scalarBytes(key) + 1 + measureAt(key, item);
    return bytes;
  };
  if (typeof payload === 'object' && payload !== null) measure(payload);
  return lists;
}

/** Characters that JSON writes as they are, in one byte each. */
const UNESCAPED = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Bytes of a text, number or the like as JSON: payloads hold thousands of them, so most are not written to be measured. */
function scalarBytes(value: unknown): number {
  if (typeof value === 'string' && UNESCAPED.test(value)) return value.length + 2;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value).length;
  return jsonBytes(value);
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
