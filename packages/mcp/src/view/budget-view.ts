import { MAX_TEXT, SHORT_TEXT } from './clean-text.js';
import { cleanValue } from './clean-value.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { isPrefix, jsonBytes, measureLists, valueAt } from './measure-lists.js';
import type { MeasuredList, Path } from './measure-lists.js';
import { shrinkMaps } from './shrink-maps.js';
import type { MapOmission } from './shrink-maps.js';
import { shrinkRest } from './shrink-rest.js';

/** Bytes of an answer: 8,000 tokens of 3 bytes by default, 20,000 at most. */
export const DEFAULT_BYTES = 24_000;
export const MOST_BYTES = 60_000;
/** Room for the notes on what was left out. */
const NOTE_BYTES = 1500;
const MAX_NOTES = 8;
/** Share of a list that a list inside of it must take to be cut in its stead. */
const HEAVY_PART = 0.6;

export interface ViewOptions {
  /** `full`: names whole, and as much as an answer may ever hold. */
  readonly detail?: 'brief' | 'full' | undefined;
  /** Items of the longest list. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A list of which items were left out. */
export interface Omission {
  /** `recommendations`, or `hot_kernels.0.variants`. */
  readonly field: string;
  readonly total_count: number;
  readonly shown: number;
  /** Leads to the items that follow; absent after the last one. */
  readonly cursor?: string;
}

/** A payload as an answer holds it. */
export type View = Readonly<Record<string, unknown>>;

/** Raised for a cursor that leads nowhere in this payload. */
export class CursorError extends Error {}

/**
 * A payload as an object that keeps to the byte budget: hidden characters removed, names cut, the largest lists cut
 * from their ends. What was cut is named in `omitted`, with a cursor that leads to the rest; then `truncated` is true,
 * and `cursor` is the one of the list that was asked for. A payload that fits is returned with nothing added. A value
 * that is no object is under `result`.
 *
 * @throws CursorError
 */
export function budgetView(payload: unknown, options: ViewOptions = {}): View {
  const isFull = options.detail === 'full';
  const budget = isFull ? MOST_BYTES : DEFAULT_BYTES;
  let view: View = {};
  for (const limit of isFull ? [null, MAX_TEXT, SHORT_TEXT] : [MAX_TEXT, SHORT_TEXT]) {
    const { value, nonFinite } = cleanValue(payload, limit);
    const whole = asObject(value);
    // Most answers: nothing is asked to be cut, and nothing has to be.
    if (options.limit === undefined && options.cursor === undefined && nonFinite === 0 && jsonBytes(whole) <= budget)
      return whole;
    const kept = options.cursor === undefined ? null : decodeCursor(options.cursor);
    const maps = shrinkMaps(whole, budget - NOTE_BYTES, kept?.path ?? []);
    const cut = withMaps(cutLists(whole, budget, options), maps);
    view = nonFinite === 0 ? cut : { ...cut, notes: [`${nonFinite} numbers that are not finite are null here.`] };
    if (jsonBytes(view) <= budget) return view;
  }
  return shrinkRest(view, budget);
}

function asObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // A copy made by cleanValue: a plain object.
  return isObject ? (value as Record<string, unknown>) : { result: value };
}

function withMaps(view: View, maps: readonly MapOmission[]): View {
  if (maps.length === 0) return view;
  const { omitted } = view;
  return { ...view, truncated: true, omitted: [...(Array.isArray(omitted) ? omitted : []), ...maps] };
}

interface Cut {
  readonly path: Path;
  readonly total: number;
  readonly offset: number;
  readonly list: unknown[];
}

/** The list that a caller pages through. */
interface AskedList {
  readonly path: Path;
  readonly list: unknown[];
  readonly offset: number;
}

function cutLists(whole: Record<string, unknown>, budget: number, { limit, cursor }: ViewOptions): View {
  const cuts = new Map<unknown[], Cut>();
  const asked = cursor === undefined ? longestList(whole, limit) : listOfCursor(whole, cursor);
  if (asked !== null) {
    const { path, offset } = asked;
    const { list } = asked;
    const total = list.length;
    list.splice(0, offset);
    if (limit !== undefined) list.splice(limit);
    if (list.length < total) cuts.set(list, { path, total, offset, list });
  }
  const room = budget - NOTE_BYTES;
  let bytes = jsonBytes(whole);
  let lists: readonly MeasuredList[] | null = null;
  while (bytes > (cuts.size === 0 ? budget : room)) {
    lists ??= measureLists(whole);
    const largest = largestCuttable(lists, cursor === undefined ? null : asked);
    if (largest === null) break;
    const { list, path } = largest;
    if (!cuts.has(list)) cuts.set(list, { path, total: list.length, offset: 0, list });
    const freed = cutEnd(list, largest.bytes, bytes - room);
    bytes -= freed;
    lists = afterCut(lists, largest, freed);
  }
  return cuts.size === 0 ? whole : withNotes(whole, [...cuts.values()], asked?.list ?? null);
}

/** Cuts a list from its end so that the excess goes, but not by more than half of it at once. Returns the bytes freed. */
function cutEnd(list: unknown[], listBytes: number, excess: number): number {
  const aim = Math.min(excess, listBytes / 2);
  let freed = 0;
  while (freed < aim && list.length > 1) freed += jsonBytes(list.pop()) + 1;
  return freed;
}

/** The lists of a payload after one of them was cut: measured anew each time, a large payload would take too long. */
function afterCut(lists: readonly MeasuredList[], cut: MeasuredList, freed: number): readonly MeasuredList[] {
  return lists.flatMap((entry) => {
    if (isPrefix(entry.path, cut.path)) return [{ ...entry, bytes: entry.bytes - freed }];
    const step = isPrefix(cut.path, entry.path) ? entry.path[cut.path.length] : undefined;
    return typeof step === 'number' && step >= cut.list.length ? [] : [entry];
  });
}

/**
 * The list that takes most, of those that have more than one item. The one that a cursor asks for is cut only where no
 * other is left, and the lists around it never are.
 */
function largestCuttable(lists: readonly MeasuredList[], asked: AskedList | null): MeasuredList | null {
  const isAround = ({ path }: MeasuredList) =>
    asked !== null && path.length < asked.path.length && isPrefix(path, asked.path);
  const isAsked = ({ list }: MeasuredList) => list === asked?.list;
  const cuttable = lists.filter((entry) => entry.list.length > 1 && entry.bytes > 64 && !isAround(entry));
  const others = cuttable.filter((entry) => !isAsked(entry));
  const candidates = others.some(({ bytes }) => bytes > 400) ? others : cuttable.filter(isAsked).concat(others);
  const largest = largestOf(candidates);
  if (largest === null) return null;
  // A list that takes most because of one list inside of it stays: that one is cut.
  const inner = largestOf(candidates.filter(({ path }) => path.length > largest.path.length));
  return inner !== null && inner.bytes > HEAVY_PART * largest.bytes ? inner : largest;
}

function largestOf(lists: readonly MeasuredList[]): MeasuredList | null {
  return lists.reduce<MeasuredList | null>(
    (best, entry) => (best === null || entry.bytes > best.bytes ? entry : best),
    null,
  );
}

/** The list that `limit` is about: the one with the most items, the outermost of equals. Null without a limit. */
function longestList(whole: unknown, limit: number | undefined): AskedList | null {
  if (limit === undefined) return null;
  const longest = measureLists(whole).reduce<MeasuredList | null>(
    (best, entry) => (best === null || entry.list.length > best.list.length ? entry : best),
    null,
  );
  return longest === null ? null : { path: longest.path, list: longest.list, offset: 0 };
}

function listOfCursor(whole: unknown, text: string): AskedList {
  const cursor = decodeCursor(text);
  const list = cursor === null ? undefined : valueAt(whole, cursor.path);
  if (cursor === null || !Array.isArray(list) || cursor.offset > list.length) throw new CursorError();
  return { path: cursor.path, list, offset: cursor.offset };
}

function withNotes(whole: Record<string, unknown>, cuts: readonly Cut[], asked: unknown[] | null): View {
  // A list inside an item that was cut away itself is no news.
  const kept = cuts.filter(({ path, list }) => valueAt(whole, path) === list);
  const paged = kept.find(({ list }) => list === asked);
  const omitted = kept
    .map((cut) => omission(cut, paged))
    .sort((a, b) => b.total_count - b.shown - (a.total_count - a.shown) || (a.field < b.field ? -1 : 1));
  const main = paged === undefined ? omitted[0] : omission(paged, paged);
  return {
    ...whole,
    ...(main === undefined || 'total_count' in whole ? {} : { total_count: main.total_count }),
    truncated: true,
    ...(main?.cursor === undefined ? {} : { cursor: main.cursor }),
    omitted: omitted.slice(0, MAX_NOTES),
    ...(omitted.length <= MAX_NOTES ? {} : { omitted_more: omitted.length - MAX_NOTES }),
  };
}

/** A path in the whole payload, where `paged` begins later than at its first item. */
function absolutePath(path: Path, paged: Cut | undefined): Path {
  const at = paged?.path.length ?? 0;
  const step = path[at];
  const isInside = paged !== undefined && path.length > at && isPrefix(paged.path, path);
  return isInside && typeof step === 'number' ? path.with(at, step + paged.offset) : path;
}

function omission({ path, total, offset, list }: Cut, paged: Cut | undefined): Omission {
  const end = offset + list.length;
  const whole = absolutePath(path, paged);
  return {
    field: fieldOf(whole),
    total_count: total,
    shown: list.length,
    ...(end < total ? { cursor: encodeCursor({ path: whole, offset: end }) } : {}),
  };
}

function fieldOf(path: Path): string {
  return path.length === 0 ? 'result' : path.join('.');
}
