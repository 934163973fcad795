import type { DispatchColumns, DroppedRows } from '../columns.js';
import { agentIndexOf } from '../load/agent-column.js';
import { Gatherer } from '../load/gather.js';
import { orderRows } from '../load/order-rows.js';
import { shapesOf } from '../load/shape-dictionary.js';
import { ShapeIndex } from '../load/shape-index.js';
import { sortedNumbers } from '../load/sorted-numbers.js';
import { compareTexts } from '../load/sorted-texts.js';
import type { TraceAgent, TraceKernel } from '../trace.js';
import { toIdArray, toIndexArray } from './narrow-arrays.js';
import type { RpdOps } from './read-ops.js';
import type { RpdLaunch, RpdLinks } from './rpd-launches.js';

/** What dispatches are made of: operations at these places, what is known of their calls, and texts by id. */
export interface RpdKernels {
  readonly ops: RpdOps;
  readonly places: readonly number[];
  readonly links: RpdLinks;
  readonly textOf: (id: number) => string;
  readonly callNameOf: (callId: number) => string;
  readonly agents: readonly TraceAgent[];
  readonly dropped: DroppedRows;
}

export interface RpdDispatches {
  readonly columns: DispatchColumns;
  readonly kernels: readonly TraceKernel[];
  /** Operation ids by row. */
  readonly opIds: Float64Array;
}

/** Calls whose grid is given in work-items; that of all others is blocks. */
const GRID_IN_WORK_ITEMS = /^hip(Ext|Hcc)ModuleLaunchKernel/;

/** Operations that run kernels, as dispatches. */
export function rpdDispatches({ ops, places, links, textOf, callNameOf, agents, dropped }: RpdKernels): RpdDispatches {
  const at = (column: Float64Array): Float64Array => Float64Array.from(places, (place) => column[place] ?? 0);
  const ids = at(ops.id);
  const stackIds = ids.map((id) => Math.max(0, links.callOfOp.get(id) ?? 0));
  const launches = Array.from(stackIds, (call) => links.launches.get(call));
  const named = places.map((place, row) => nameKernel(ops, place, launches[row], textOf));
  const kernels = [...new Map(named.map((kernel) => [kernel.name, kernel])).values()].sort((a, b) =>
    compareTexts(a.name, b.name),
  );
  const kernelIndex = new Map(kernels.map(({ name }, index) => [name, index]));
  const streamIds = launches.map((launch) => launch?.stream ?? -1);
  const { values: streams, indexOf: streamIndex } = sortedNumbers(streamIds);
  const queueIds = at(ops.queue);
  const { values: queues, indexOf: queueIndex } = sortedNumbers(queueIds);
  const shapeIndex = new ShapeIndex(0xffff_ffff);
  const rawShapes = launches.map((launch, row) => indexShape(shapeIndex, launch, callNameOf(stackIds[row] ?? 0)));
  const { shapes, tables } = shapesOf([shapeIndex.values.subarray(0, shapeIndex.count * 8)]);
  const agentOf = agentIndexOf(agents);

  const startNs = at(ops.startNs);
  const endNs = at(ops.endNs);
  const kernel = toIndexArray(
    named.map(({ name }) => kernelIndex.get(name) ?? 0),
    kernels.length,
  );
  const agent = Uint16Array.from(at(ops.gpu), agentOf);
  const stream = toIndexArray(
    streamIds.map((id) => streamIndex.get(id) ?? 0),
    streams.length,
  );
  const queue = toIndexArray(
    queueIds.map((id) => queueIndex.get(id) ?? 0),
    queues.length,
  );
  const shape = toIndexArray(
    rawShapes.map((index) => tables[0]?.[index] ?? 0),
    shapes.length,
  );
  const order = orderRows(startNs, endNs, [kernel, agent, stream, queue, shape, stackIds], false);
  const rows = new Gatherer(order);
  const columns: DispatchColumns = {
    count: places.length,
    startNs: rows.apply(startNs),
    endNs: rows.apply(endNs),
    kernel: rows.apply(kernel),
    agent: rows.apply(agent),
    stream: rows.apply(stream),
    streams,
    queue: rows.apply(queue),
    queues,
    shape: rows.apply(shape),
    shapes,
    stackId: toIdArray(rows.apply(stackIds)),
    dropped,
  };
  return { columns, kernels, opIds: rows.apply(ids) };
}

/** Name of a kernel: the operation's description, else the name in the launch, else the type of the operation. */
function nameKernel(
  ops: RpdOps,
  place: number,
  launch: RpdLaunch | undefined,
  textOf: (id: number) => string,
): TraceKernel {
  const descriptionId = ops.description[place] ?? -1;
  const ids = [descriptionId, launch?.nameId ?? -1].filter((id) => textOf(id) !== '');
  const [id] = ids;
  const type = textOf(ops.type[place] ?? -1);
  return {
    id: id ?? null,
    name: id === undefined ? type : textOf(id),
    isNamed: id !== undefined || type === 'FillBuffer',
    archVgprCount: null,
    accumVgprCount: null,
    sgprCount: null,
    staticLdsBytes: null,
    staticScratchBytes: null,
  };
}

function indexShape(index: ShapeIndex, launch: RpdLaunch | undefined, callName: string): number {
  if (launch === undefined) return index.of(-1, -1, -1, -1, -1, -1, -1, -1);
  const [gridX = -1, gridY = -1, gridZ = -1, x = -1, y = -1, z = -1, lds = -1, scratch = -1] = launch.sizes;
  const isItems = GRID_IN_WORK_ITEMS.test(callName);
  const items = (grid: number, block: number): number => (isItems || grid < 0 || block < 0 ? grid : grid * block);
  return index.of(x, y, z, items(gridX, x), items(gridY, y), items(gridZ, z), lds, scratch);
}
