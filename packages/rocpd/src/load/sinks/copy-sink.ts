import type { Dictionaries } from '../dictionaries.js';
import type { Stores } from '../stores.js';
import type { Cursor, Put } from './cursor.js';
import { storeSpan } from './store-span.js';

/** One copy: (start, duration, event, size, source agent, destination agent, name, stream or track). */
export function copySink(
  stores: Stores['copies'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  linkOf: (eventId: unknown) => number,
): Put {
  const { startNs, endNs, sizeBytes, sourceAgent, destinationAgent, name, stream, link } = stores;
  const { index, bad } = dictionaries;
  const dropped = dictionaries.dropped.copies;

  const unknownSize = (value: unknown): number => {
    if (value !== null) bad.add('memory_copy.size');
    return Number.NaN;
  };

  return (
    start: number | null,
    duration: number | null,
    eventId: unknown,
    size: unknown,
    sourceId: unknown,
    destinationId: unknown,
    nameId: unknown,
    streamId: unknown,
  ) => {
    const place = cursor.place;
    cursor.place = place + 1;
    if (!storeSpan(startNs, endNs, place, start, duration, dropped, dictionaries.maxDistance)) return null;
    link[place] = linkOf(eventId);
    sizeBytes[place] = typeof size === 'number' && size >= 0 && Number.isSafeInteger(size) ? size : unknownSize(size);
    sourceAgent[place] = index.sourceAgent.of(sourceId);
    destinationAgent[place] = index.destinationAgent.of(destinationId);
    name[place] = index.copyName.of(nameId);
    stream[place] = index.copyStream.of(streamId);
    return null;
  };
}
