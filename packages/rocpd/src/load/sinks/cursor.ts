import type { EventLinks } from '../plan.js';

/** Where the next row goes. Shared by the row functions of one thread. */
export interface Cursor {
  place: number;
}

/** A row function: takes the values of one row, returns null so that SQLite counts nothing. */
export type Put = (...values: never[]) => null;

/** Times beyond this are not exact as JavaScript numbers. */
export const MAX_EXACT = Number.MAX_SAFE_INTEGER;

/** True for a whole number of an id column that JavaScript holds exactly. */
function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/**
 * Makes the function that turns an event id into what a row keeps until all events are read: the place of the event
 * plus 1 (0: none), or, where events are searched, the id itself (NaN: none).
 */
export function linkFunction(links: EventLinks, onBadValue: () => void): (eventId: unknown) => number {
  const { first, slots, kind } = links;
  if (kind === 'none') return () => 0;
  if (kind === 'sorted')
    return (eventId) => {
      if (isId(eventId)) return eventId;
      if (eventId !== null) onBadValue();
      return Number.NaN;
    };
  return (eventId) => {
    if (isId(eventId)) {
      const place = eventId - first;
      return place >= 0 && place < slots ? place + 1 : 0;
    }
    if (eventId !== null) onBadValue();
    return 0;
  };
}
