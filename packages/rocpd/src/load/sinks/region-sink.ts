import type { Dictionaries } from '../dictionaries.js';
import type { Stores } from '../stores.js';
import type { Cursor, Put } from './cursor.js';
import { storeSpan } from './store-span.js';

/** One region: (start, duration, event, name, thread or track). */
export function regionSink(
  stores: Stores['regions'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  linkOf: (eventId: unknown) => number,
): Put {
  const { startNs, endNs, name, thread, link } = stores;
  const names = dictionaries.index.regionName;
  const threads = dictionaries.index.thread;
  const { openRegions } = dictionaries;
  const dropped = dictionaries.dropped.regions;
  return (start: number | null, duration: number | null, eventId: unknown, nameId: unknown, threadId: unknown) => {
    const place = cursor.place;
    cursor.place = place + 1;
    if (!storeSpan(startNs, endNs, place, start, duration, dropped, dictionaries.maxDistance)) {
      // It may be a marker that never ended: that is looked up once all rows are read.
      if (start !== null && (duration === null || duration < 0)) openRegions.push(place);
      return null;
    }
    link[place] = linkOf(eventId);
    name[place] = names.of(nameId);
    thread[place] = threads.of(threadId);
    return null;
  };
}
