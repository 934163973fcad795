import type { CopyColumns, DroppedRows } from '../columns.js';
import { agentIndexOf } from '../load/agent-column.js';
import { Gatherer } from '../load/gather.js';
import { orderRows } from '../load/order-rows.js';
import { sortedNumbers } from '../load/sorted-numbers.js';
import { sortedTexts } from '../load/sorted-texts.js';
import type { TraceAgent } from '../trace.js';
import { toIdArray, toIndexArray } from './narrow-arrays.js';
import type { RpdOps } from './read-ops.js';
import type { RpdLinks } from './rpd-launches.js';

/** What copies are made of. */
export interface RpdCopyOps {
  readonly ops: RpdOps;
  readonly places: readonly number[];
  readonly links: RpdLinks;
  readonly textOf: (id: number) => string;
  readonly agents: readonly TraceAgent[];
  readonly dropped: DroppedRows;
}

/** Operations that copy. The file says on which device a copy ran: that is its end on the side of the device, or both. */
export function rpdCopies({ ops, places, links, textOf, agents, dropped }: RpdCopyOps): CopyColumns {
  const at = (column: Float64Array): Float64Array => Float64Array.from(places, (place) => column[place] ?? 0);
  const ids = at(ops.id);
  const stackIds = ids.map((id) => Math.max(0, links.callOfOp.get(id) ?? 0));
  const calls = Array.from(stackIds, (call) => links.copies.get(call));
  const typeTexts = places.map((place) => textOf(ops.type[place] ?? -1));
  const { texts: names, indexOf: nameIndex } = sortedTexts(typeTexts);
  const streamIds = calls.map((call) => call?.stream ?? -1);
  const { values: streams, indexOf: streamIndex } = sortedNumbers(streamIds);
  const agentOf = agentIndexOf(agents);
  const devices = at(ops.gpu);
  const end = (pattern: RegExp): Uint16Array =>
    Uint16Array.from(devices, (device, row) => (pattern.test(typeTexts[row] ?? '') ? agentOf(device) : agents.length));

  const startNs = at(ops.startNs);
  const endNs = at(ops.endNs);
  const sizeBytes = Float64Array.from(calls, (call) => call?.sizeBytes ?? Number.NaN);
  const sourceAgent = end(/DeviceTo/);
  const destinationAgent = end(/ToDevice/);
  const name = toIndexArray(
    typeTexts.map((text) => nameIndex.get(text) ?? 0),
    names.length,
  );
  const stream = toIndexArray(
    streamIds.map((id) => streamIndex.get(id) ?? 0),
    streams.length,
  );
  const order = orderRows(startNs, endNs, [name, sourceAgent, destinationAgent, stream, sizeBytes, stackIds], false);
  const rows = new Gatherer(order);
  return {
    count: places.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    sizeBytes: rows.apply(sizeBytes),
    sourceAgent: rows.apply(sourceAgent),
    destinationAgent: rows.apply(destinationAgent),
    name: rows.apply(name),
    names,
    stream: rows.apply(stream),
    streams,
    stackId: toIdArray(rows.apply(stackIds)),
    dropped,
  };
}
