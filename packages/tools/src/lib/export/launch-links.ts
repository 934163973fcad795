import type { ProcessColumns } from '@perfxpert/rocpd';
import { indexByStackId } from '../facts/stack-index.js';

/** Arrows from calls to the work that they started, by correlation id. */
export interface LaunchLinks {
  /** Whether the call of some work is in the trace. */
  hasCall(stackId: number): boolean;
  /** Whether the arrow of its id begins at a region: the first one of an id that some work has. Asked once a row, in order. */
  beginsAt(row: number): boolean;
}

/** Links of one process. Ids are looked up in tables: sets of millions of numbers take most of the time of an export. */
export function createLaunchLinks({ dispatches, copies, regions }: ProcessColumns): LaunchLinks {
  const index = (stackIds: typeof regions.stackId) => indexByStackId(stackIds, new Uint8Array(0));
  const calls = index(regions.stackId);
  const works = [index(dispatches.stackId), index(copies.stackId)];
  /** By the row that stands for an id: 1 once its arrow has begun. */
  const hasBegun = new Uint8Array(regions.count);
  return {
    hasCall: (stackId) => calls.rowOf(stackId) >= 0,
    beginsAt(row) {
      const stackId = regions.stackId[row] ?? 0;
      const standIn = calls.rowOf(stackId);
      if (standIn < 0 || hasBegun[standIn] === 1) return false;
      if (!works.some((work) => work.rowOf(stackId) >= 0)) return false;
      hasBegun[standIn] = 1;
      return true;
    },
  };
}
