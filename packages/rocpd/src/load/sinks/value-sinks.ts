import type { Dictionaries } from '../dictionaries.js';
import type { Stores } from '../stores.js';
import type { Cursor, Put } from './cursor.js';

/** One sample: (event). Samples are only counted, by the category of their event. */
export function sampleSink(
  stores: Stores['samples'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  linkOf: (eventId: unknown) => number,
): Put {
  const { link } = stores;
  return (eventId: unknown) => {
    link[cursor.place] = linkOf(eventId);
    cursor.place += 1;
    dictionaries.sampleCount += 1;
    return null;
  };
}

/**
 * One counter value: (event, counter, value, sample). Values of samples (streaming counters) leave a hole (NaN); so do
 * values that are no number, which are counted.
 */
export function counterSink(
  stores: Stores['counters'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  linkOf: (eventId: unknown) => number,
): Put {
  const { link, counter, value } = stores;
  const { index, bad } = dictionaries;
  return (eventId: unknown, counterId: unknown, amount: unknown, sampleId: unknown) => {
    const place = cursor.place;
    cursor.place = place + 1;
    value[place] = Number.NaN;
    if (sampleId !== null) return null;
    if (typeof amount !== 'number') {
      bad.add('pmc_event.value');
      return null;
    }
    link[place] = linkOf(eventId);
    counter[place] = index.counter.of(counterId);
    value[place] = amount;
    return null;
  };
}
