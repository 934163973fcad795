import { duration, start } from '../load/time-expressions.js';
import { storeSpan } from '../load/sinks/store-span.js';
import type { DropCounts } from '../load/dictionaries.js';
import { rpdOpTable } from '../schema/rpd.js';
import { columnExpressions } from '../queries/read-rows.js';
import type { RpdReading } from './rpd-reading.js';
import { placesOf, scanTable } from './scan-table.js';
import { wholeNumberOf } from './whole-number.js';

/** All operations of a file, by place; NaN as start where a place holds no usable row. Ids are -1 where missing. */
export interface RpdOps {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly id: Float64Array;
  readonly gpu: Float64Array;
  readonly queue: Float64Array;
  readonly description: Float64Array;
  readonly type: Float64Array;
  /** Rows left out, by operation type id. */
  readonly dropped: ReadonlyMap<number, DropCounts>;
}

/** Reads all operations; which of them are kernels and which copies is decided by their types. */
export async function readOps(reading: RpdReading): Promise<RpdOps> {
  const { bad } = reading;
  const table = reading.tables.get('op');
  const places = placesOf(reading, table);
  const column = (): Float64Array => new Float64Array(places).fill(Number.NaN);
  const ops = {
    startNs: column(),
    endNs: column(),
    id: column(),
    gpu: column(),
    queue: column(),
    description: column(),
    type: column(),
  };
  const dropped = new Map<number, DropCounts>();
  if (table === undefined) return { ...ops, dropped };
  let place = 0;
  const put = (
    begin: number | null,
    length: number | null,
    id: unknown,
    gpu: unknown,
    queue: unknown,
    description: unknown,
    type: unknown,
  ): void => {
    const typeId = wholeNumberOf(type, 'op.opType_id', bad);
    const counts = dropped.get(typeId) ?? { nullTimes: 0, negativeDurations: 0 };
    dropped.set(typeId, counts);
    if (!storeSpan(ops.startNs, ops.endNs, place, begin, length, counts)) return;
    ops.id[place] = wholeNumberOf(id, 'op.id', bad);
    ops.gpu[place] = wholeNumberOf(gpu, 'op.gpuId', bad);
    ops.queue[place] = wholeNumberOf(queue, 'op.queueId', bad);
    ops.description[place] = wholeNumberOf(description, 'op.description_id', bad);
    ops.type[place] = typeId;
    place += 1;
  };
  const row = columnExpressions(table, rpdOpTable(table.name));
  const columns = [
    start(row.start),
    duration(row.start, row.end),
    row.id,
    row.gpuId,
    row.queueId,
    row.descriptionId,
    row.opTypeId,
  ];
  await scanTable(reading, table, columns, put);
  // A row that was left out at the end may have left its mark in the next place.
  ops.startNs.fill(Number.NaN, place);
  return { ...ops, dropped };
}
