import type { Dictionaries } from '../dictionaries.js';
import type { Stores } from '../stores.js';
import type { Cursor, Put } from './cursor.js';
import { storeSpan } from './store-span.js';

const SIZE_FIELDS = [
  'workgroup_size_x',
  'workgroup_size_y',
  'workgroup_size_z',
  'grid_size_x',
  'grid_size_y',
  'grid_size_z',
  'group_segment_size',
  'private_segment_size',
];

/**
 * One dispatch: (start, duration, event, kernel, agent, stream, queue, workgroup x, y, z, grid x, y, z, LDS, scratch).
 * In layouts that keep places in tracks, the agent column holds the track.
 */
export function dispatchSink(
  stores: Stores['dispatches'],
  dictionaries: Dictionaries,
  cursor: Cursor,
  linkOf: (eventId: unknown) => number,
  keepLinks: boolean,
): Put {
  const { startNs, endNs, kernel, agent, stream, queue, shape, link, eventLink } = stores;
  const { index, shapes, bad } = dictionaries;
  const dropped = dictionaries.dropped.dispatches;

  /** A size: -1 where it is missing or cannot be one. */
  const unusualSize = (value: unknown, field: number): number => {
    if (value !== null) bad.add(`kernel_dispatch.${SIZE_FIELDS[field] ?? ''}`);
    return -1;
  };
  const size = (value: unknown, field: number): number =>
    typeof value === 'number' && value >= 0 && Number.isSafeInteger(value) ? value : unusualSize(value, field);

  return (
    start: number | null,
    duration: number | null,
    eventId: unknown,
    kernelId: unknown,
    agentId: unknown,
    streamId: unknown,
    queueId: unknown,
    x: unknown,
    y: unknown,
    z: unknown,
    gridX: unknown,
    gridY: unknown,
    gridZ: unknown,
    lds: unknown,
    scratch: unknown,
  ) => {
    const place = cursor.place;
    cursor.place = place + 1;
    if (!storeSpan(startNs, endNs, place, start, duration, dropped, dictionaries.maxDistance)) return null;
    const event = linkOf(eventId);
    link[place] = event;
    if (keepLinks) eventLink[place] = event;
    kernel[place] = index.kernel.of(kernelId);
    agent[place] = index.dispatchAgent.of(agentId);
    stream[place] = index.dispatchStream.of(streamId);
    queue[place] = index.queue.of(queueId);
    shape[place] = shapes.of(
      size(x, 0),
      size(y, 1),
      size(z, 2),
      size(gridX, 3),
      size(gridY, 4),
      size(gridZ, 5),
      size(lds, 6),
      size(scratch, 7),
    );
    return null;
  };
}
