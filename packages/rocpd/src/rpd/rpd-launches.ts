import type { BadValues } from '../load/bad-values.js';
import { rpdApiOpsTable, rpdCopyApiTable, rpdKernelApiTable } from '../schema/rpd.js';
import { columnExpressions } from '../queries/read-rows.js';
import type { RpdReading } from './rpd-reading.js';
import { scanTable } from './scan-table.js';
import { wholeNumberOf } from './whole-number.js';

/** Launch parameters of a call, as stored: the grid may be blocks or work-items, depending on the call. */
export interface RpdLaunch {
  readonly stream: number;
  /** Eight numbers: grid x, y, z, workgroup x, y, z, LDS, scratch; -1 where missing. */
  readonly sizes: readonly number[];
  readonly nameId: number;
}

/** Parameters of a copy call. */
export interface RpdCopy {
  readonly stream: number;
  /** NaN where missing. */
  readonly sizeBytes: number;
}

/** What links operations to calls, and what the calls said. All by id. */
export interface RpdLinks {
  /** Operation to call; of several calls the first in the file. */
  readonly callOfOp: ReadonlyMap<number, number>;
  readonly launches: ReadonlyMap<number, RpdLaunch>;
  readonly copies: ReadonlyMap<number, RpdCopy>;
}

/** Reads the tables beside calls and operations. */
export async function readRpdLinks(reading: RpdReading): Promise<RpdLinks> {
  return {
    callOfOp: await readCallsOfOps(reading),
    launches: await readLaunches(reading),
    copies: await readCopies(reading),
  };
}

async function readCallsOfOps(reading: RpdReading): Promise<RpdLinks['callOfOp']> {
  const { tables, bad } = reading;
  const callOfOp = new Map<number, number>();
  const table = tables.get('api_ops');
  if (table === undefined) return callOfOp;
  const { opId, apiId } = columnExpressions(table, rpdApiOpsTable(table.name));
  const put = (op: unknown, api: unknown): void => {
    const id = fieldOf(op, 'api_ops.op_id', bad);
    if (!callOfOp.has(id)) callOfOp.set(id, fieldOf(api, 'api_ops.api_id', bad));
  };
  await scanTable(reading, table, [opId, apiId], put);
  return callOfOp;
}

async function readLaunches(reading: RpdReading): Promise<RpdLinks['launches']> {
  const { tables, bad } = reading;
  const launches = new Map<number, RpdLaunch>();
  const table = tables.get('kernelapi');
  if (table === undefined) return launches;
  const row = columnExpressions(table, rpdKernelApiTable(table.name));
  const grid = [row.gridX, row.gridY, row.gridZ];
  const workgroup = [row.workgroupX, row.workgroupY, row.workgroupZ];
  const memory = [row.groupSegmentSize, row.privateSegmentSize];
  const put = (api: unknown, stream: unknown, nameId: unknown, ...sizes: unknown[]): void => {
    launches.set(fieldOf(api, 'kernelapi.api_ptr_id', bad), {
      stream: streamNumber(stream),
      sizes: sizes.map((size) => Math.max(-1, fieldOf(size, 'kernelapi.size', bad))),
      nameId: fieldOf(nameId, 'kernelapi.kernelName_id', bad),
    });
  };
  const columns = [row.apiPtrId, row.stream, row.kernelNameId, ...grid, ...workgroup, ...memory];
  await scanTable(reading, table, columns, put);
  return launches;
}

async function readCopies(reading: RpdReading): Promise<RpdLinks['copies']> {
  const { tables, bad } = reading;
  const copies = new Map<number, RpdCopy>();
  const table = tables.get('copyapi');
  if (table === undefined) return copies;
  const row = columnExpressions(table, rpdCopyApiTable(table.name));
  const put = (api: unknown, stream: unknown, size: unknown): void => {
    const bytes = fieldOf(size, 'copyapi.size', bad);
    copies.set(fieldOf(api, 'copyapi.api_ptr_id', bad), {
      stream: streamNumber(stream),
      sizeBytes: bytes < 0 ? Number.NaN : bytes,
    });
  };
  await scanTable(reading, table, [row.apiPtrId, row.stream, row.size], put);
  return copies;
}

/** A whole number; -1 where there is none. These tables leave fields empty ('') that do not apply. */
function fieldOf(value: unknown, field: string, bad: BadValues): number {
  return value === '' ? -1 : wholeNumberOf(value, field, bad);
}

/** Streams are stored as text, the handle in hexadecimal; -1 where that is not so. */
function streamNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : -1;
}
