import type { ProcessColumns } from '@perfxpert/rocpd';
import type { RegionClasses } from '../facts/api-region.js';
import { indexCalls } from '../facts/index-calls.js';
import type { Operations } from './operations.js';

/** Row of the API call that caused an operation, by the correlation id they share; -1 where none is recorded. */
export type LaunchingCalls = (operation: number) => number;

/** Prepares the look-up for the operations of a process. */
export function indexLaunchingCalls(
  { row, isCopy }: Operations,
  { regions, dispatches, copies }: ProcessColumns,
  classes: RegionClasses,
): LaunchingCalls {
  const calls = indexCalls(regions, classes);
  return (operation) => {
    const source = isCopy[operation] === 1 ? copies : dispatches;
    const call = calls.rowOf(source.stackId[row[operation] ?? 0] ?? 0);
    return call >= 0 && classes.apiClass[call] !== 0 ? call : -1;
  };
}
