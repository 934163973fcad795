import type { IdArray, IndexArray } from '../columns.js';
import type { EventLookup } from './event-lookup.js';

/**
 * Turns links into correlation ids, in place, and writes the category of each record where a column for it is given.
 * The result tells which categories occur.
 */
export function resolveLinks(
  events: EventLookup,
  link: IdArray,
  category: IndexArray | null,
  startNs: Float64Array,
): Uint8Array {
  const { stackId, category: categoryOf } = events;
  const used = new Uint8Array(events.categories.length);
  for (let place = 0; place < link.length; place += 1) {
    const event = events.placeOf(link[place] ?? 0);
    link[place] = event < 0 ? 0 : (stackId[event] ?? 0);
    if (category === null) continue;
    const index = event < 0 ? 0 : (categoryOf[event] ?? 0);
    category[place] = index;
    if (!Number.isNaN(startNs[place])) used[index] = 1;
  }
  return used;
}
