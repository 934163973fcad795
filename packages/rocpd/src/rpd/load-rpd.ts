import type { Database } from 'better-sqlite3';
import type { CounterColumns, DroppedRows, RegionColumns } from '../columns.js';
import { BadValues } from '../load/bad-values.js';
import { findOrigin } from '../load/find-origin.js';
import type { LoadTask } from '../load/load-process.js';
import { Gatherer } from '../load/gather.js';
import { orderRows } from '../load/order-rows.js';
import { shiftToZero } from '../load/shift-times.js';
import { sortedTexts } from '../load/sorted-texts.js';
import { readTexts } from '../queries/string.js';
import { columnExpressions } from '../queries/read-rows.js';
import { rpdCounterTable } from '../schema/rpd.js';
import type { LoadOptions, ProcessColumns } from '../trace.js';
import { toIndexArray } from './narrow-arrays.js';
import { readOps, type RpdOps } from './read-ops.js';
import { readRpdCalls } from './rpd-calls.js';
import { rpdCopies } from './rpd-copies.js';
import { createRpdDetails } from './rpd-details.js';
import { rpdDispatches } from './rpd-dispatches.js';
import { readRpdLinks } from './rpd-launches.js';
import type { RpdReading } from './rpd-reading.js';
import { rpdRegions } from './rpd-regions.js';
import { scanTable } from './scan-table.js';

const KERNEL_TYPES = new Set(['KernelExecution', 'Task', 'FillBuffer']);

/** Reads a rocmProfileData file: operations of kernel types are dispatches, `Copy*` ones copies, calls are regions. */
export async function loadRpd(task: LoadTask, options: LoadOptions, database: Database): Promise<ProcessColumns> {
  const { process, source, sizeBytes } = task;
  const { tables } = source;
  const bad = new BadValues();
  const origin = findOrigin(database, [tables.get('op'), tables.get('api')]);
  const reading: RpdReading = { database, tables, sizeBytes, origin, bad, options };
  const ops = await readOps(reading);
  const links = await readRpdLinks(reading);
  const regions = rpdRegions(reading, await readRpdCalls(reading));

  const launchNames = [...links.launches.values()].map(({ nameId }) => nameId);
  const textIds = [...new Set([...ops.type, ...ops.description, ...launchNames, ...ops.dropped.keys()])].filter(
    (id) => id >= 0,
  );
  const texts = readTexts(database, tables.get('string'), textIds, 'string');
  const textOf = (id: number): string => texts.get(id) ?? '';
  const { kernelPlaces, copyPlaces } = splitOps(ops, textOf, bad);
  const shared = { ops, links, textOf, agents: process.agents };
  const isKernel = (type: string): boolean => KERNEL_TYPES.has(type);
  const {
    columns: dispatches,
    kernels,
    opIds,
  } = rpdDispatches({
    ...shared,
    places: kernelPlaces,
    callNameOf: callNames(regions),
    dropped: droppedOf(ops, (id) => isKernel(textOf(id))),
  });
  const copies = rpdCopies({
    ...shared,
    places: copyPlaces,
    dropped: droppedOf(ops, (id) => !isKernel(textOf(id))),
  });
  const counters = await readCounters(reading, opIds);
  const monitor = tables.get('monitor');
  const sampleCount =
    monitor === undefined ? 0 : Number(database.prepare(`select count(*) from ${monitor.sql}`).pluck().get());
  const shift = shiftToZero([dispatches, copies, regions]);
  return {
    process,
    originNs: origin + BigInt(shift),
    kernels,
    dispatches,
    copies,
    regions,
    samples: { count: sampleCount, countByCategory: new Map(sampleCount === 0 ? [] : [['', sampleCount]]) },
    counters,
    counterInfos: counters.names.map((name, id) => ({ id, name, agentId: null, units: null })),
    badValues: new Map([...bad.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    details: createRpdDetails(source, regions, task.use),
    points: { forEach: () => {} },
    // Operations of this layout have no addresses.
    copyDetails: { sourceAddresses: (rows) => Array.from(rows, () => null) },
  };
}

/** Kernel and copy operations; those of other types are counted as values that mean nothing to us. */
function splitOps(
  ops: RpdOps,
  textOf: (id: number) => string,
  bad: BadValues,
): { kernelPlaces: number[]; copyPlaces: number[] } {
  const kernelPlaces: number[] = [];
  const copyPlaces: number[] = [];
  for (let place = 0; place < ops.startNs.length; place += 1) {
    if (Number.isNaN(ops.startNs[place])) continue;
    const type = textOf(ops.type[place] ?? -1);
    if (KERNEL_TYPES.has(type)) kernelPlaces.push(place);
    else if (type.startsWith('Copy')) copyPlaces.push(place);
    else bad.add('op.opType_id');
  }
  return { kernelPlaces, copyPlaces };
}

function droppedOf(ops: RpdOps, isWanted: (typeId: number) => boolean): DroppedRows {
  const sum = { nullTimes: 0, negativeDurations: 0 };
  for (const [typeId, counts] of ops.dropped) {
    if (!isWanted(typeId)) continue;
    sum.nullTimes += counts.nullTimes;
    sum.negativeDurations += counts.negativeDurations;
  }
  return sum;
}

/** Name of a call by its id, for launches only. */
function callNames(regions: RegionColumns): (callId: number) => string {
  const names = new Map<number, number>();
  for (let row = 0; row < regions.count; row += 1) {
    const name = regions.name[row] ?? 0;
    if (regions.names[name]?.includes('Launch') === true) names.set(regions.stackId[row] ?? 0, name);
  }
  return (callId) => regions.names[names.get(callId) ?? -1] ?? '';
}

/** Counter values (version 3), by operation. */
async function readCounters(reading: RpdReading, opIds: Float64Array): Promise<CounterColumns> {
  const { database, tables, bad } = reading;
  const table = tables.get('counter');
  const rowOfOp = new Map(Array.from(opIds, (id, row) => [id, row]));
  const dispatch: number[] = [];
  const nameIds: number[] = [];
  const value: number[] = [];
  if (table !== undefined) {
    const row = columnExpressions(table, rpdCounterTable(table.name));
    const put = (opId: unknown, nameId: unknown, amount: unknown): void => {
      const number = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount;
      const at = typeof opId === 'number' ? rowOfOp.get(opId) : undefined;
      if (typeof number !== 'number' || Number.isNaN(number)) bad.add('counter.value');
      else if (at !== undefined) {
        dispatch.push(at);
        nameIds.push(typeof nameId === 'number' ? nameId : -1);
        value.push(number);
      }
    };
    await scanTable(reading, table, [row.opId, row.nameId, row.value], put);
  }
  const texts = readTexts(database, tables.get('string'), [...new Set(nameIds)], 'string');
  const nameOf = (id: number): string => texts.get(id) ?? `unnamed counter ${id}`;
  const { texts: names, indexOf } = sortedTexts([...new Set(nameIds)].map(nameOf));
  const name = toIndexArray(
    nameIds.map((id) => indexOf.get(nameOf(id)) ?? 0),
    names.length,
  );
  const dispatchRows = Float64Array.from(dispatch);
  const values = Float64Array.from(value);
  const rows = new Gatherer(orderRows(dispatchRows, dispatchRows, [name, values], false));
  return {
    count: dispatch.length,
    dispatch: Uint32Array.from(rows.apply(dispatchRows)),
    name: rows.apply(name),
    names,
    value: rows.apply(values),
  };
}
