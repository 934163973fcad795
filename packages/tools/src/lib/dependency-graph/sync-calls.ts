import type { RegionColumns } from '@perfxpert/rocpd';
import type { RegionClasses } from '../facts/api-region.js';

/** Calls that synchronise host and device, or streams with each other; blocking copies are not among them. */
const SYNC_NAME = /^(hip\w*Synchronize|hipStreamWaitEvent|hsa_signal_wait)/;

/** Number of synchronising API calls and their summed time (nested calls count each). */
export function countSyncCalls(
  { count, startNs, endNs, name, names }: RegionColumns,
  { apiClass }: RegionClasses,
): { readonly count: number; readonly totalNs: number } {
  const isSync = Uint8Array.from(names, (text) => (SYNC_NAME.test(text) ? 1 : 0));
  let calls = 0;
  let totalNs = 0;
  for (let row = 0; row < count; row++) {
    if (apiClass[row] === 0 || isSync[name[row] ?? 0] !== 1) continue;
    calls++;
    totalNs += (endNs[row] ?? 0) - (startNs[row] ?? 0);
  }
  return { count: calls, totalNs };
}
