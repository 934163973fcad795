import type { RegionColumns } from '@perfxpert/rocpd';
import { API_FAMILIES } from '../../../terms/api-terms.js';
import type { RegionClasses } from '../api-region.js';
import { communicationCallOf } from './collective-op.js';

/**
 * Calls that lead to device kernels together: one collective call, or those between the outermost GroupStart and its
 * GroupEnd on one thread.
 */
export interface CallUnit {
  /** Region rows of the collective calls, in order of start; not of calls made inside them. */
  readonly callRows: number[];
  readonly threadIndex: number;
  readonly startNs: number;
  /** End of the call, or of the GroupEnd; infinite for a group that is never ended. */
  endNs: number;
}

/** The calls of communication libraries in a process. */
export interface CollectiveCalls {
  /** In order of start. Groups without a collective are among them. */
  readonly units: readonly CallUnit[];
  /** Unit by region row, for calls in a group, collective calls, and what is called inside them. */
  readonly unitOfRow: ReadonlyMap<number, number>;
  /** Rows of calls that make communicators. */
  readonly initRows: readonly number[];
}

const RCCL_FAMILY_CODE = API_FAMILIES.indexOf('rccl') + 1;

/**
 * Finds the calls of a process and how they are grouped. A collective call inside another one of its thread (pncclX in
 * ncclX, or Send and Recv in an AllToAll) belongs to that and is none of its own.
 *
 * Source: NCCL documentation, "Group calls".
 */
export function findCollectiveCalls(regions: RegionColumns, { family }: RegionClasses): CollectiveCalls {
  const calls = regions.names.map(communicationCallOf);
  const states = Array.from(regions.threads, createThreadState);
  const units: CallUnit[] = [];
  const unitOfRow = new Map<number, number>();
  const initRows: number[] = [];
  for (let row = 0; row < regions.count; row++) {
    if (family[row] !== RCCL_FAMILY_CODE) continue;
    const threadIndex = regions.thread[row] ?? 0;
    const call = calls[regions.name[row] ?? 0];
    const state = states[threadIndex];
    if (call === undefined || state === undefined) continue;
    const startNs = regions.startNs[row] ?? 0;
    const endNs = regions.endNs[row] ?? 0;
    if (endNs <= state.callEndNs && startNs < state.callEndNs) {
      unitOfRow.set(row, state.callUnit);
      continue;
    }
    if (call.kind === 'init') initRows.push(row);
    if (call.kind === 'group_start' && state.depth++ === 0)
      state.groupUnit = units.push({ callRows: [], threadIndex, startNs, endNs: Number.POSITIVE_INFINITY }) - 1;
    if (call.kind === 'collective') {
      const unit = state.depth > 0 ? state.groupUnit : units.push({ callRows: [], threadIndex, startNs, endNs }) - 1;
      units[unit]?.callRows.push(row);
      unitOfRow.set(row, unit);
      state.callUnit = unit;
      state.callEndNs = endNs;
    } else if (state.depth > 0) unitOfRow.set(row, state.groupUnit);
    if (call.kind === 'group_end' && state.depth > 0 && --state.depth === 0) {
      const group = units[state.groupUnit];
      if (group !== undefined) group.endNs = endNs;
    }
  }
  return { units, unitOfRow, initRows };
}

interface ThreadState {
  /** Groups open on the thread. */
  depth: number;
  groupUnit: number;
  /** The collective call made last, which later calls may lie in. */
  callUnit: number;
  callEndNs: number;
}

function createThreadState(): ThreadState {
  return { depth: 0, groupUnit: -1, callUnit: -1, callEndNs: Number.NEGATIVE_INFINITY };
}
