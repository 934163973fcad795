import { columnExpressions } from '../queries/read-rows.js';
import { regionTable } from '../schema/event.js';
import type { DropCounts } from './dictionaries.js';
import type { FinishContext } from './finish-context.js';
import { isMarkerCategory } from './marker-category.js';
import { droppedAs, isOpenEnd, lastEnds, MAX_OPEN_ROWS } from './open-rows.js';
import { rowidLookup } from './rowid-lookup.js';
import { linkFunction } from './sinks/cursor.js';
import { MAX_DISTANCE } from './sinks/store-span.js';

/** A marker whose end was never written, and the place that was left empty for it. */
export interface OpenMarker {
  readonly place: number;
  /** Distance from the origin, nanoseconds. */
  readonly startNs: number;
  /** Ids as the row has them, NaN where it names none; the thread's is that of a track in layout 4.1. */
  readonly nameId: number;
  readonly threadId: number;
  readonly link: number;
  readonly countedAs: keyof DropCounts;
}

type RegionRow = readonly [
  start: number | null,
  duration: number | null,
  eventId: unknown,
  nameId: unknown,
  threadId: unknown,
  end: unknown,
];

/**
 * Reads regions again that were left out for their end, and picks the markers that have a start and no end (NULL or 0).
 * At most `MAX_OPEN_ROWS` rows, the first of the file; nothing is read where no region was left out.
 */
export function findOpenMarkers({ database, source, readings, events }: FinishContext): OpenMarker[] {
  const table = source.tables.get('region');
  const plan = readings.plan.tables.find(({ key }) => key === 'regions');
  const places = readings.findings.flatMap(({ openRegions }) => openRegions);
  if (places.length === 0 || table === undefined || plan === undefined || plan.rowid === null) return [];
  const { end } = columnExpressions(table, regionTable(table.name));
  const read = database
    .prepare(`select ${plan.columns.join(', ')}, ${end} from ${plan.from} where ${plan.rowid} = :rowid`)
    .raw();
  const rowidOf = rowidLookup(readings.plan, 'regions', (use) => use(database));
  const linkOf = linkFunction(readings.plan.links, () => {});
  const markers: OpenMarker[] = [];
  for (const place of Float64Array.from(places).sort().subarray(0, MAX_OPEN_ROWS)) {
    const row = read.get({ rowid: rowidOf(place), origin: readings.plan.origin }) as RegionRow | undefined; // the columns of the plan, and the end
    if (row === undefined) continue;
    const [start, duration, eventId, nameId, threadId, endValue] = row;
    const isStarted = start !== null && Math.abs(start) <= MAX_DISTANCE;
    if (!isStarted || !isOpenEnd(endValue)) continue;
    const link = linkOf(eventId);
    const event = events.placeOf(link);
    if (event < 0 || !isMarkerCategory(events.categories[events.category[event] ?? 0] ?? '')) continue;
    const countedAs = droppedAs(start, duration);
    markers.push({
      place,
      startNs: Math.floor(start),
      nameId: idOf(nameId),
      threadId: idOf(threadId),
      link,
      countedAs,
    });
  }
  return markers;
}

/**
 * Gives open markers the end of the last event of their thread, and puts them in their places, all but their name. Those
 * without an event after their start stay left out. Returns the ones that were closed.
 *
 * @param threadIndexOf index of a thread by the id in the row; undefined for one without regions, or none at all.
 */
export function closeMarkers(
  { stores }: FinishContext,
  open: readonly OpenMarker[],
  threadCount: number,
  threadIndexOf: (id: number) => number | undefined,
): OpenMarker[] {
  if (open.length === 0) return [];
  const { startNs, endNs, thread, link } = stores.regions;
  const ends = lastEnds(startNs, endNs, thread, threadCount);
  return open.filter((marker) => {
    const index = threadIndexOf(marker.threadId);
    const end = index === undefined ? undefined : ends[index];
    if (index === undefined || end === undefined || end <= marker.startNs) return false;
    startNs[marker.place] = marker.startNs;
    endNs[marker.place] = end;
    thread[marker.place] = index;
    link[marker.place] = marker.link;
    return true;
  });
}

function idOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : Number.NaN;
}
