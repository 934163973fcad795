import { isPrefix, jsonBytes, measureLists } from './measure-lists.js';
import type { Path } from './measure-lists.js';

/** Objects with fewer entries are records with fields of their own. */
const LEAST_ENTRIES = 16;
/** Entries that a map keeps. */
const KEPT_ENTRIES = 8;

/** A map of which entries were left out. */
export interface MapOmission {
  readonly field: string;
  readonly total_count: number;
  readonly shown: number;
}

interface MeasuredMap {
  readonly path: Path;
  readonly map: Record<string, unknown>;
  readonly bytes: number;
}

/**
 * Takes the last entries out of maps (objects that hold many objects, such as counters by their names) until the payload
 * fits or lists take more than any map. Maps on the way to the list of a cursor stay.
 */
export function shrinkMaps(whole: Record<string, unknown>, budget: number, kept: Path): readonly MapOmission[] {
  const totals = new Map<Record<string, unknown>, { readonly field: string; readonly total: number }>();
  let excess = jsonBytes(whole) - budget;
  while (excess > 0) {
    const largest = measureMaps(whole)
      .filter(({ path }) => !isPrefix(path, kept))
      .reduce<MeasuredMap | null>((best, entry) => (best !== null && best.bytes >= entry.bytes ? best : entry), null);
    if (largest === null) break;
    const { map, path, bytes } = largest;
    if (measureLists(whole).some((list) => list.bytes > bytes && !isPrefix(list.path, path))) break;
    const keys = Object.keys(map);
    if (!totals.has(map)) totals.set(map, { field: path.join('.'), total: keys.length });
    const count = Math.max(KEPT_ENTRIES, Math.floor(keys.length / 2));
    for (const key of keys.slice(count)) delete map[key];
    excess = jsonBytes(whole) - budget;
  }
  return [...totals].map(([map, { field, total }]) => ({ field, total_count: total, shown: Object.keys(map).length }));
}

function measureMaps(payload: unknown, path: Path = []): MeasuredMap[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(payload)
    ? payload.map((item: unknown, index) => [index, item] as const)
    : Object.entries(payload);
  const inner = entries.flatMap(([key, value]) => measureMaps(value, [...path, key]));
  const isMap =
    !Array.isArray(payload) &&
    path.length > 0 &&
    entries.length >= LEAST_ENTRIES &&
    entries.every(([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value));
  // An object of the copy that the view is made of: plain data.
  return isMap ? [{ path, map: payload as Record<string, unknown>, bytes: jsonBytes(payload) }, ...inner] : inner;
}
