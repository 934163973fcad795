import type { CopyColumns } from '../columns.js';
import { readTexts } from '../queries/string.js';
import { readTracks } from '../queries/track.js';
import { agentIndexOf, toAgentColumn } from './agent-column.js';
import { isPlacedByTrack } from './build-plan.js';
import type { FinishContext } from './finish-context.js';
import { distinctIds, remapIds } from './merge-ids.js';
import { numberDictionary } from './number-dictionary.js';
import { Gatherer } from './gather.js';
import { orderRows } from './order-rows.js';
import { resolveLinks } from './resolve-links.js';
import { sortedTexts } from './sorted-texts.js';
import { sumDropped } from './sum-dropped.js';

/** Copies in their final order, and the place of each row (null: rows are places). */
export interface FinishedCopies {
  readonly columns: CopyColumns;
  readonly order: Uint32Array | null;
}

/** Replaces ids by indices and sorted dictionaries, links by correlation ids, and puts rows in order. */
export function finishCopies({
  database,
  source,
  process,
  readings,
  stores,
  events,
  memory,
}: FinishContext): FinishedCopies {
  const { startNs, endNs, sizeBytes, sourceAgent, destinationAgent, name, stream, link } = stores.copies;
  const agentOf = agentIndexOf(process.agents);
  remapIds(readings, 'copies', sourceAgent, 'sourceAgent', agentOf);
  remapIds(readings, 'copies', destinationAgent, 'destinationAgent', agentOf);
  const texts = readTexts(database, source.tables.get('string'), distinctIds(readings, 'copyName'), 'string');
  const nameOf = (id: number): string => texts.get(id) ?? '';
  const { texts: names, indexOf } = sortedTexts(readings.findings.flatMap(({ ids }) => ids.copyName.map(nameOf)));
  remapIds(readings, 'copies', name, 'copyName', (id) => indexOf.get(nameOf(id)) ?? 0);
  const tracks = isPlacedByTrack(source.tables.get('memory_copy'))
    ? readTracks(database, source.tables.get('track'))
    : null;
  const streams = numberDictionary(readings, 'copies', stream, 'copyStream', (id) =>
    tracks === null ? id : (tracks.get(id)?.stream ?? Number.NaN),
  );
  resolveLinks(events, link, null, startNs);
  const order = orderRows(startNs, endNs, [name, sourceAgent, destinationAgent, stream, sizeBytes, link], false);
  const rows = new Gatherer(order, memory);
  const columns: CopyColumns = {
    count: order?.length ?? startNs.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    sizeBytes: rows.apply(sizeBytes),
    sourceAgent: toAgentColumn(rows.apply(sourceAgent)),
    destinationAgent: toAgentColumn(rows.apply(destinationAgent)),
    name: rows.apply(name),
    names,
    stream: rows.apply(stream),
    streams,
    stackId: rows.apply(link),
    dropped: sumDropped(readings, 'copies'),
  };
  return { columns, order };
}
