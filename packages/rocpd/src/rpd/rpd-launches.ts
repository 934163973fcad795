import type { Database } from 'better-sqlite3';
import type { BadValues } from '../load/bad-values.js';
import type { ProcessTables } from '../layout/detect-layout.js';
import { rpdApiOpsTable, rpdCopyApiTable, rpdKernelApiTable } from '../schema/rpd.js';
import { columnExpressions } from '../queries/read-rows.js';
import type { LoadOptions } from '../trace.js';
import { scanTable } from './scan-table.js';

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
export async function readRpdLinks(
  database: Database,
  source: ProcessTables,
  sizeBytes: number,
  bad: BadValues,
  options: LoadOptions,
): Promise<RpdLinks> {
  const { tables } = source;
  const callOfOp = new Map<number, number>();
  const launches = new Map<number, RpdLaunch>();
  const copies = new Map<number, RpdCopy>();
  const number = (value: unknown, field: string): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    if (value !== null && value !== '') bad.add(field);
    return -1;
  };

  const links = tables.get('api_ops');
  if (links !== undefined) {
    const { opId, apiId } = columnExpressions(links, rpdApiOpsTable(links.name));
    const put = (op: unknown, api: unknown): void => {
      const id = number(op, 'api_ops.op_id');
      if (!callOfOp.has(id)) callOfOp.set(id, number(api, 'api_ops.api_id'));
    };
    await scanTable(database, links, sizeBytes, [opId, apiId], {}, put, options);
  }
  const kernels = tables.get('kernelapi');
  if (kernels !== undefined) {
    const row = columnExpressions(kernels, rpdKernelApiTable(kernels.name));
    const sizes = [
      row.gridX,
      row.gridY,
      row.gridZ,
      row.workgroupX,
      row.workgroupY,
      row.workgroupZ,
      row.groupSegmentSize,
      row.privateSegmentSize,
    ];
    const put = (api: unknown, stream: unknown, nameId: unknown, ...values: unknown[]): void => {
      launches.set(number(api, 'kernelapi.api_ptr_id'), {
        stream: streamNumber(stream),
        sizes: values.map((value) => Math.max(-1, number(value, 'kernelapi.size'))),
        nameId: number(nameId, 'kernelapi.kernelName_id'),
      });
    };
    await scanTable(
      database,
      kernels,
      sizeBytes,
      [row.apiPtrId, row.stream, row.kernelNameId, ...sizes],
      {},
      put,
      options,
    );
  }
  const copyCalls = tables.get('copyapi');
  if (copyCalls !== undefined) {
    const row = columnExpressions(copyCalls, rpdCopyApiTable(copyCalls.name));
    const put = (api: unknown, stream: unknown, size: unknown): void => {
      const bytes = number(size, 'copyapi.size');
      copies.set(number(api, 'copyapi.api_ptr_id'), {
        stream: streamNumber(stream),
        sizeBytes: bytes < 0 ? Number.NaN : bytes,
      });
    };
    await scanTable(database, copyCalls, sizeBytes, [row.apiPtrId, row.stream, row.size], {}, put, options);
  }
  return { callOfOp, launches, copies };
}

/** Streams are stored as text, the handle in hexadecimal; -1 where that is not so. */
function streamNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : -1;
}
