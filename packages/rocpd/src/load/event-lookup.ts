import type { Database } from 'better-sqlite3';
import type { IdArray, IndexArray } from '../columns.js';
import type { ProcessTables } from '../layout/detect-layout.js';
import { readTexts } from '../queries/string.js';
import { distinctIds, remap, type Readings } from './merge-ids.js';
import { FIRST_STAND_IN } from './sinks/event-sink.js';
import { sortedTexts } from './sorted-texts.js';
import type { Stores } from './stores.js';

/** All events of a process, found by the links that records keep. */
export interface EventLookup {
  /** Category texts, sorted; index 0 is '' and stands for records without event or category. */
  readonly categories: readonly string[];
  readonly stackId: IdArray;
  /** Index into `categories` by place. */
  readonly category: IndexArray;
  /** Place of the event that a link means, -1 if there is none. */
  placeOf(link: number): number;
  /** Numbers that stand for correlation ids beyond 2^53. */
  readonly standIns: ReadonlyMap<bigint, number>;
}

/** Gives events their final categories and correlation ids, and the way to find them. */
export function lookUpEvents(
  database: Database,
  source: ProcessTables,
  readings: Readings,
  stores: Stores,
): EventLookup {
  const { stackId, category, ids } = stores.events;
  const texts = readCategories(database, source, distinctIds(readings, 'category'));
  const { texts: categories, indexOf } = sortedTexts(['', ...texts.values()]);
  remap(readings, 'events', category, (owner) => {
    const found = readings.findings[owner]?.ids.category ?? [];
    return Uint32Array.from([0, ...found.map((id) => indexOf.get(texts.get(id) ?? '') ?? 0)]);
  });
  const standIns = nameLargeIds(readings.findings.flatMap(({ largeStackIds }) => largeStackIds.map(([, id]) => id)));
  for (const { largeStackIds } of readings.findings)
    for (const [place, id] of largeStackIds) stackId[place] = standIns.get(id) ?? 0;
  const placeOf = readings.plan.links.kind === 'sorted' ? searchById(ids) : (link: number): number => link - 1;
  return { categories, stackId, category, placeOf, standIns };
}

/** A number of its own for each correlation id that JavaScript numbers cannot hold; the same whatever order they come in. */
function nameLargeIds(ids: readonly bigint[]): ReadonlyMap<bigint, number> {
  const distinct = [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));
  return new Map(distinct.map((id, index) => [id, FIRST_STAND_IN - index]));
}

/** Category texts: layout 4.1 has a table of its own for them, which counts only if it has rows. */
function readCategories(
  database: Database,
  source: ProcessTables,
  ids: readonly number[],
): ReadonlyMap<number, string> {
  const table = source.tables.get('info_category');
  if (table !== undefined && database.prepare(`select 1 from ${table.sql} limit 1`).get() !== undefined)
    return readTexts(database, table, ids, 'name');
  return readTexts(database, source.tables.get('string'), ids, 'string');
}

/** Look-up by binary search; of several events with one id the first in the file counts. */
function searchById(ids: Float64Array): (link: number) => number {
  const order = new Uint32Array(ids.length);
  let isRising = true;
  for (let place = 0; place < ids.length; place += 1) {
    order[place] = place;
    if (place > 0 && !((ids[place - 1] ?? 0) < (ids[place] ?? 0))) isRising = false;
  }
  if (!isRising) {
    const key = (place: number): number => {
      const id = ids[place] ?? Number.NaN;
      return Number.isNaN(id) ? Number.POSITIVE_INFINITY : id;
    };
    order.sort((a, b) => (key(a) === key(b) ? a - b : key(a) - key(b)));
  }
  return (link) => {
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const id = ids[order[middle] ?? 0] ?? Number.NaN;
      if (id < link) low = middle + 1;
      else high = middle;
    }
    const place = order[low];
    return place !== undefined && ids[place] === link ? place : -1;
  };
}
