import type { RegionColumns } from '../columns.js';
import { Gatherer } from '../load/gather.js';
import { orderRows } from '../load/order-rows.js';
import { sortedNumbers } from '../load/sorted-numbers.js';
import { sortedTexts } from '../load/sorted-texts.js';
import { readTexts } from '../queries/string.js';
import { toIdArray, toIndexArray } from './narrow-arrays.js';
import type { RpdCalls } from './rpd-calls.js';
import { rpdCategory } from './rpd-category.js';
import type { RpdReading } from './rpd-reading.js';

/** Calls and markers of an `.rpd` file as regions; a call's correlation id is its own id. */
export function rpdRegions({ database, tables }: RpdReading, calls: RpdCalls): RegionColumns {
  const { startNs, endNs, count, dropped, closedMarkers } = calls;
  const used = new Set(calls.name.subarray(0, count));
  const texts = readTexts(database, tables.get('string'), [...used], 'string');
  const nameOf = (id: number): string => texts.get(id) ?? (id < 0 ? 'unnamed region' : `unnamed region ${id}`);
  const { texts: names, indexOf: nameIndex } = sortedTexts([...used].map(nameOf));
  const { texts: categories, indexOf: categoryIndex } = sortedTexts(names.map(rpdCategory));
  const { values: threads, indexOf: threadIndex } = sortedNumbers(calls.thread.subarray(0, count));
  const name = toIndexArray(
    calls.name.map((id) => nameIndex.get(nameOf(id)) ?? 0),
    names.length,
  );
  const categoryOf = Uint32Array.from(names, (text) => categoryIndex.get(rpdCategory(text)) ?? 0);
  const category = toIndexArray(
    Uint32Array.from(name, (index) => categoryOf[index] ?? 0),
    categories.length,
  );
  const thread = toIndexArray(
    calls.thread.map((id) => threadIndex.get(id) ?? 0),
    threads.length,
  );
  const order = orderRows(startNs, endNs, [name, category, thread, calls.id], true);
  const rows = new Gatherer(order);
  return {
    count: order?.length ?? startNs.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    name: rows.apply(name),
    names,
    category: rows.apply(category),
    categories,
    thread: rows.apply(thread),
    threads,
    stackId: toIdArray(rows.apply(calls.id)),
    dropped,
    closedMarkers,
  };
}
