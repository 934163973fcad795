import type { DispatchColumns, IdArray } from '../columns.js';
import { readKernels } from '../queries/kernel-symbol.js';
import { readTracks, type TrackPlace } from '../queries/track.js';
import type { TraceKernel } from '../trace.js';
import { agentIndexOf, toAgentColumn } from './agent-column.js';
import { isPlacedByTrack } from './build-plan.js';
import type { FinishContext } from './finish-context.js';
import { remapIds } from './merge-ids.js';
import { numberDictionary } from './number-dictionary.js';
import { Gatherer } from './gather.js';
import { orderRows } from './order-rows.js';
import { resolveLinks } from './resolve-links.js';
import { shapeDictionary } from './shape-dictionary.js';
import { compareTexts } from './sorted-texts.js';
import { sumDropped } from './sum-dropped.js';

/** Dispatches in their final order, their kernels, and the event link of each row (empty without counters). */
export interface FinishedDispatches {
  readonly columns: DispatchColumns;
  readonly kernels: readonly TraceKernel[];
  readonly eventLinks: IdArray;
}

/** Replaces ids by sorted dictionaries, links by correlation ids, and puts rows in order. */
export function finishDispatches(context: FinishContext): FinishedDispatches {
  const { database, source, process, readings, stores, events } = context;
  const { startNs, endNs, kernel, agent, stream, queue, shape, link, eventLink } = stores.dispatches;
  const kernels = kernelDictionary(context);
  const tracks = isPlacedByTrack(source.tables.get('kernel_dispatch'))
    ? readTracks(database, source.tables.get('track'))
    : null;
  const atTrack = (field: keyof TrackPlace) => (id: number) => tracks?.get(id)?.[field] ?? Number.NaN;
  let streams: readonly number[];
  let queues: readonly number[];
  if (tracks === null) {
    streams = numberDictionary(readings, 'dispatches', stream, 'dispatchStream', (id) => id);
    queues = numberDictionary(readings, 'dispatches', queue, 'queue', (id) => id);
  } else {
    // The agent column holds tracks so far: all three places follow from it.
    stream.set(agent);
    queue.set(agent);
    streams = numberDictionary(readings, 'dispatches', stream, 'dispatchAgent', atTrack('stream'));
    queues = numberDictionary(readings, 'dispatches', queue, 'dispatchAgent', atTrack('queue'));
  }
  const agentOf = agentIndexOf(process.agents);
  remapIds(
    readings,
    'dispatches',
    agent,
    'dispatchAgent',
    tracks === null ? agentOf : (id) => agentOf(atTrack('agent')(id)),
  );
  const shapes = shapeDictionary(readings, shape);
  resolveLinks(events, link, null, startNs);
  const order = orderRows(startNs, endNs, [kernel, agent, stream, queue, shape, link], false);
  const rows = new Gatherer(order, context.memory);
  const columns: DispatchColumns = {
    count: order?.length ?? startNs.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    kernel: rows.apply(kernel),
    agent: toAgentColumn(rows.apply(agent)),
    stream: rows.apply(stream),
    streams,
    queue: rows.apply(queue),
    queues,
    shape: rows.apply(shape),
    shapes,
    stackId: rows.apply(link),
    dropped: sumDropped(readings, 'dispatches'),
  };
  const eventLinks = eventLink.length === 0 ? eventLink : rows.apply(eventLink);
  return { columns, kernels, eventLinks };
}

/** Kernels in order of (name, id). */
function kernelDictionary({ database, source, readings, stores }: FinishContext): readonly TraceKernel[] {
  const ids = [...new Set(readings.findings.flatMap(({ ids: found }) => found.kernel))];
  const known = readKernels(
    database,
    source.tables.get('info_kernel_symbol'),
    ids.map((id) => (Number.isNaN(id) ? null : id)),
  );
  const rows = known
    .map((kernel, index) => ({ kernel, id: ids[index] ?? Number.NaN }))
    .sort((a, b) => compareTexts(a.kernel.name, b.kernel.name) || a.id - b.id);
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]));
  remapIds(readings, 'dispatches', stores.dispatches.kernel, 'kernel', (id) => indexOf.get(id) ?? 0);
  return rows.map(({ kernel }) => kernel);
}
