import type { RegionColumns } from '@perfxpert/rocpd';
import { API_CLASS_CODE } from '../facts/api-region.js';
import type { RegionClasses } from '../facts/api-region.js';
import { lastEndingBefore, orderByEnd } from '../intervals/order-by-end.js';
import type { Operations } from './operations.js';

/** Finds what a host thread waited for. */
export interface SyncWaits {
  /**
   * The operation that the newest synchronising call of a thread saw ending, among the calls that ended by `time` and
   * during which an operation ended; -1 without such a call.
   */
  operationBefore(thread: number, time: number): number;
}

interface ThreadWaits {
  readonly callEndNs: number[];
  readonly operation: number[];
}

/**
 * Looks through the synchronising calls of a process (class `sync` of API calls) once: each is paired with the last
 * operation that ended while it ran; calls without one are dropped.
 *
 * @param endOrder the operations in order of end.
 */
export function findSyncWaits(
  regions: RegionColumns,
  { apiClass }: RegionClasses,
  { count, endNs }: Operations,
  endOrder: Uint32Array,
): SyncWaits {
  const calls = orderByEnd(regions.startNs, regions.endNs, syncRows(regions, apiClass));
  const waits = new Map<number, ThreadWaits>();
  for (const row of calls) {
    const callEndNs = regions.endNs[row] ?? 0;
    const operation = lastEndingBefore(endOrder, endNs, callEndNs, count);
    if (operation < 0 || (endNs[operation] ?? 0) < (regions.startNs[row] ?? 0)) continue;
    const thread = regions.thread[row] ?? 0;
    const own = waits.get(thread) ?? { callEndNs: [], operation: [] };
    waits.set(thread, own);
    own.callEndNs.push(callEndNs);
    own.operation.push(operation);
  }
  return { operationBefore: (thread, time) => lastWait(waits.get(thread), time) };
}

function syncRows(regions: RegionColumns, apiClass: Uint8Array): Uint32Array {
  const rows = new Uint32Array(regions.count);
  let count = 0;
  for (let row = 0; row < regions.count; row++) if (apiClass[row] === API_CLASS_CODE.sync) rows[count++] = row;
  return rows.subarray(0, count);
}

function lastWait(waits: ThreadWaits | undefined, time: number): number {
  if (waits === undefined) return -1;
  let low = 0;
  let high = waits.callEndNs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((waits.callEndNs[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : (waits.operation[low - 1] ?? -1);
}
