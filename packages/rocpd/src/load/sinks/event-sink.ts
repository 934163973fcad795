import type { Dictionaries } from '../dictionaries.js';
import { NarrowColumnError } from '../errors.js';
import type { EventLinks } from '../plan.js';
import type { Stores } from '../stores.js';
import { MAX_EXACT, type Cursor, type Put } from './cursor.js';

/** Ids at or below this are treated like those beyond 2^53: the numbers from here down stand for them. */
export const FIRST_STAND_IN = -(2 ** 52);

/** Correlation id and category of one event: (stack id, category id), and (event id) where events are searched by it. */
export function eventSink(
  stores: Stores['events'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  links: EventLinks,
  isWide: boolean,
): Put {
  const { stackId: stackIds, category: categories, ids } = stores;
  const { index, bad, largeStackIds } = dictionaries;

  const unusualStackId = (value: unknown, place: number): number => {
    if (value === null) return 0;
    if (typeof value !== 'number' || Number.isInteger(value) === false) {
      bad.add('event.stack_id');
      return 0;
    }
    if (!isWide) throw new NarrowColumnError();
    if (value <= MAX_EXACT && value > FIRST_STAND_IN) return value;
    largeStackIds.push([place, 0n]);
    return 0;
  };

  const store = (stackId: unknown, categoryId: unknown): number => {
    const place = cursor.place;
    cursor.place = place + 1;
    stackIds[place] =
      typeof stackId === 'number' && stackId >= 0 && stackId <= 0xffff_ffff && Number.isInteger(stackId)
        ? stackId
        : unusualStackId(stackId, place);
    categories[place] = categoryId === null ? 0 : index.category.of(categoryId) + 1;
    return place;
  };

  if (links.kind !== 'sorted')
    return (stackId: unknown, categoryId: unknown) => {
      store(stackId, categoryId);
      return null;
    };
  return (stackId: unknown, categoryId: unknown, id: unknown) => {
    ids[store(stackId, categoryId)] = typeof id === 'number' && Number.isSafeInteger(id) ? id : Number.NaN;
    return null;
  };
}
