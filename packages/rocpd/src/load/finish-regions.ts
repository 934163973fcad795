import type { DroppedRows, IndexArray, RegionColumns } from '../columns.js';
import { readTexts } from '../queries/string.js';
import { readThreads, readTracks } from '../queries/track.js';
import { isPlacedByTrack } from './build-plan.js';
import { NarrowColumnError } from './errors.js';
import type { FinishContext } from './finish-context.js';
import { distinctIds, remapIds } from './merge-ids.js';
import { Gatherer } from './gather.js';
import { closeMarkers, findOpenMarkers, type OpenMarker } from './open-markers.js';
import { orderRows } from './order-rows.js';
import { resolveLinks } from './resolve-links.js';
import { sortedTexts } from './sorted-texts.js';
import { sumDropped } from './sum-dropped.js';

/** Regions in their final order, and the place of each row (null: rows are places). */
export interface FinishedRegions {
  readonly columns: RegionColumns;
  readonly order: Uint32Array | null;
}

/** Replaces ids by sorted dictionaries, links by correlation ids and categories, and puts rows in order. */
export function finishRegions(context: FinishContext): FinishedRegions {
  const { readings, stores, events } = context;
  const { startNs, endNs, name, thread, link } = stores.regions;
  const { threads, indexOf } = threadDictionary(context);
  const closed = closeMarkers(context, findOpenMarkers(context), threads.length, indexOf);
  const names = nameDictionary(context, closed);
  const category: IndexArray = readings.plan.isWide ? new Uint32Array(startNs.length) : new Uint16Array(startNs.length);
  const used = resolveLinks(events, link, category, startNs);
  const categories = events.categories.filter((_, index) => used[index] === 1);
  let usedBefore = 0;
  const rank = Uint32Array.from(used, (one) => {
    usedBefore += one;
    return usedBefore - one;
  });
  for (let place = 0; place < category.length; place += 1) category[place] = rank[category[place] ?? 0] ?? 0;
  const order = orderRows(startNs, endNs, [name, category, thread, link], true);
  const rows = new Gatherer(order, context.memory);
  const columns: RegionColumns = {
    count: order?.length ?? startNs.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    name: rows.apply(name),
    names,
    category: rows.apply(category),
    categories,
    thread: rows.apply(thread),
    threads,
    stackId: rows.apply(link),
    dropped: droppedRows(context, closed),
    closedMarkers: closed.length,
  };
  return { columns, order };
}

/** Rows left out, without those that were taken in after all. */
function droppedRows({ readings }: FinishContext, closed: readonly OpenMarker[]): DroppedRows {
  const { nullTimes, negativeDurations } = sumDropped(readings, 'regions');
  const nullClosed = closed.filter(({ countedAs }) => countedAs === 'nullTimes').length;
  return {
    nullTimes: nullTimes - nullClosed,
    negativeDurations: negativeDurations - (closed.length - nullClosed),
  };
}

/** Names by text: rows of one text are one name; a missing text row gets a placeholder of its own. */
function nameDictionary(
  { database, source, readings, stores }: FinishContext,
  closed: readonly OpenMarker[],
): readonly string[] {
  const closedIds = closed.map(({ nameId }) => nameId);
  const ids = [...distinctIds(readings, 'regionName'), ...closedIds.filter((id) => !Number.isNaN(id))];
  const texts = readTexts(database, source.tables.get('string'), ids, 'string');
  const nameOf = (id: number): string =>
    Number.isNaN(id) ? 'unnamed region' : (texts.get(id) ?? `unnamed region ${id}`);
  const all = readings.findings.flatMap(({ ids: found }) => found.regionName.map(nameOf));
  const { texts: names, indexOf } = sortedTexts([...all, ...closedIds.map(nameOf)]);
  if (closed.length > 0 && !readings.plan.isWide && names.length > 0x1_0000) throw new NarrowColumnError();
  remapIds(readings, 'regions', stores.regions.name, 'regionName', (id) => indexOf.get(nameOf(id)) ?? 0);
  for (const { place, nameId } of closed) stores.regions.name[place] = indexOf.get(nameOf(nameId)) ?? 0;
  return names;
}

/** Threads by row id, shown by their OS id; -1 stands for none. In layout 4.1 rows name a track, which names the thread. */
function threadDictionary({ database, source, readings, stores }: FinishContext): {
  readonly threads: readonly number[];
  /** Undefined for an id that means no thread, or one without rows. */
  readonly indexOf: (id: number) => number | undefined;
} {
  const tracks = isPlacedByTrack(source.tables.get('region')) ? readTracks(database, source.tables.get('track')) : null;
  const osIds = readThreads(database, source.tables.get('info_thread'));
  const threadOf = (id: number): number => (tracks === null ? id : (tracks.get(id)?.thread ?? Number.NaN));
  const shown = (id: number): number => (Number.isNaN(id) ? -1 : (osIds.get(id) ?? id));
  const rows = new Set(readings.findings.flatMap(({ ids }) => ids.thread.map(threadOf)));
  const sorted = [...rows].sort((a, b) => shown(a) - shown(b) || a - b);
  const indexOf = new Map(sorted.map((id, index) => [id, index]));
  remapIds(readings, 'regions', stores.regions.thread, 'thread', (id) => indexOf.get(threadOf(id)) ?? 0);
  const knownIndexOf = (id: number): number | undefined => (Number.isNaN(id) ? undefined : indexOf.get(id));
  return { threads: sorted.map(shown), indexOf: (id) => knownIndexOf(threadOf(id)) };
}
