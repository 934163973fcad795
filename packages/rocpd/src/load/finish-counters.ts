import type { CounterColumns, IdArray, SampleSummary } from '../columns.js';
import { counterInfoTable } from '../schema/counter.js';
import { readRows } from '../queries/read-rows.js';
import { integerOf, textOf } from '../sqlite/sql-value.js';
import type { TraceCounter } from '../trace.js';
import type { EventLookup } from './event-lookup.js';
import type { FinishContext } from './finish-context.js';
import { remapIds } from './merge-ids.js';
import { Gatherer } from './gather.js';
import { orderRows } from './order-rows.js';
import { sortedTexts } from './sorted-texts.js';

export interface FinishedCounters {
  readonly columns: CounterColumns;
  readonly infos: readonly TraceCounter[];
}

/** Counter values of dispatches, in order of (dispatch, name, value); all others are left out. */
export function finishCounters(context: FinishContext, eventLinks: IdArray): FinishedCounters {
  const { readings, stores, events } = context;
  const { link, counter, value } = stores.counters;
  const dispatch = dispatchOfLinks(events, link, eventLinks, value);
  const usedIds = new Set<number>();
  for (const [index, chunk] of readings.plan.chunks.entries()) {
    if (chunk.key !== 'counters') continue;
    const ids = readings.findings[readings.owners[index] ?? 0]?.ids.counter ?? [];
    for (let place = chunk.offset; place < chunk.offset + chunk.slots; place += 1)
      if (!Number.isNaN(dispatch[place])) usedIds.add(ids[counter[place] ?? 0] ?? Number.NaN);
  }
  const infos = readCounters(context, [...usedIds]);
  const nameOf = new Map(infos.map(({ id, name }) => [id, name]));
  const nameOfId = (id: number): string =>
    nameOf.get(id) ?? (Number.isNaN(id) ? 'unnamed counter' : `unnamed counter ${id}`);
  const { texts: names, indexOf } = sortedTexts([...usedIds].map(nameOfId));
  remapIds(readings, 'counters', counter, 'counter', (id) => indexOf.get(nameOfId(id)) ?? 0);
  const order = orderRows(dispatch, dispatch, [counter, value], false);
  const rows = new Gatherer(order, context.memory);
  const dispatchRows = Uint32Array.from(rows.apply(dispatch));
  const columns = {
    count: dispatchRows.length,
    dispatch: dispatchRows,
    name: rows.apply(counter),
    names,
    value: rows.apply(value),
  };
  return { columns, infos };
}

/** The dispatch row of each counter value, NaN where it belongs to none. Of dispatches that share an event the first counts. */
function dispatchOfLinks(events: EventLookup, link: IdArray, eventLinks: IdArray, value: Float64Array): Float64Array {
  const dispatch = new Float64Array(link.length).fill(Number.NaN);
  if (link.length === 0) return dispatch;
  const rowOfEvent = new Int32Array(events.stackId.length).fill(-1);
  for (let row = eventLinks.length - 1; row >= 0; row -= 1) {
    const event = events.placeOf(eventLinks[row] ?? 0);
    if (event >= 0) rowOfEvent[event] = row;
  }
  for (let place = 0; place < link.length; place += 1) {
    if (Number.isNaN(value[place])) continue;
    const event = events.placeOf(link[place] ?? 0);
    const row = event < 0 ? -1 : (rowOfEvent[event] ?? -1);
    if (row >= 0) dispatch[place] = row;
  }
  return dispatch;
}

/** Descriptions of the counters that have values on dispatches, in order of (name, id). */
function readCounters({ database, source }: FinishContext, ids: readonly number[]): TraceCounter[] {
  const table = source.tables.get('info_pmc');
  if (ids.length === 0 || table?.columns.has('id') !== true) return [];
  const counters = new Map<number, TraceCounter>();
  const wanted = JSON.stringify(ids.filter((id) => !Number.isNaN(id)));
  for (const row of readRows(
    database,
    table,
    counterInfoTable,
    'where "id" in (select value from json_each(?))',
    wanted,
  )) {
    const id = integerOf(row.id);
    if (id === null || counters.has(id)) continue;
    const name = textOf(row.name) ?? textOf(row.symbol) ?? `unnamed counter ${id}`;
    counters.set(id, { id, name, agentId: integerOf(row.agentId), units: textOf(row.units) });
  }
  return [...counters.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
}

/** Counts samples by the category of their event. */
export function summarizeSamples({ readings, stores, events }: FinishContext): SampleSummary {
  const count = readings.findings.reduce((sum, { sampleCount }) => sum + sampleCount, 0);
  const counts = new Float64Array(events.categories.length);
  const { link } = stores.samples;
  let linked = 0;
  for (let place = 0; place < link.length; place += 1) {
    const event = events.placeOf(link[place] ?? 0);
    if (event < 0) continue;
    const category = events.category[event] ?? 0;
    counts[category] = (counts[category] ?? 0) + 1;
    linked += 1;
  }
  counts[0] = (counts[0] ?? 0) + count - linked;
  const countByCategory = new Map<string, number>();
  events.categories.forEach((category, index) => {
    const rows = counts[index] ?? 0;
    if (rows > 0) countByCategory.set(category, rows);
  });
  return { count, countByCategory };
}
