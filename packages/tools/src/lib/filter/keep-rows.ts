import type { ProcessColumns } from '@perfxpert/rocpd';
import { deviceOfCopies } from '../facts/create-process-stage.js';
import { indexByStackId } from '../facts/stack-index.js';
import type { KeptRows } from './kept-rows.js';
import { liesIn } from './marker-ranges.js';
import type { MarkerRanges } from './marker-ranges.js';

/** The parts of a filter that choose rows, for one process and in its frame. Null: all of them. */
export interface RowFilter {
  /** Indices into the agents of the process. */
  readonly agents: ReadonlySet<number> | null;
  readonly window: { readonly fromNs: number; readonly toNs: number } | null;
  readonly ranges: MarkerRanges | null;
}

/**
 * The rows of a process that a filter keeps.
 *
 * Dispatches and copies: those of the agents, that start in the window (its end left out), and whose call lies in a
 * range on its own thread; without a recorded call, that start in a range of any thread. They are kept or left out
 * whole, so that adjoining windows add up.
 *
 * Host regions: a call that caused GPU work goes with that work. Others are kept where they overlap the window, so that
 * waiting that began before it is seen, and where they start in a range of their thread.
 */
export function keepRows(columns: ProcessColumns, filter: RowFilter): KeptRows {
  const { dispatches, copies, regions } = columns;
  const callOf = indexByStackId(regions.stackId, new Uint8Array(regions.count));
  const inRange = filter.ranges === null ? null : regionsInRanges(columns, filter.ranges);
  const keepsWork = (startNs: number, stackId: number): boolean => {
    if (filter.window !== null && (startNs < filter.window.fromNs || startNs >= filter.window.toNs)) return false;
    if (filter.ranges === null || inRange === null) return true;
    const call = callOf.rowOf(stackId);
    return call < 0 ? liesIn(filter.ranges.all, startNs) : inRange[call] === 1;
  };
  const keptDispatches = new Uint8Array(dispatches.count);
  for (let row = 0; row < dispatches.count; row++) {
    const isOnAgent = filter.agents === null || filter.agents.has(dispatches.agent[row] ?? -1);
    if (isOnAgent && keepsWork(dispatches.startNs[row] ?? 0, dispatches.stackId[row] ?? 0)) keptDispatches[row] = 1;
  }
  const copyAgent = filter.agents === null ? null : deviceOfCopies(copies, columns.process.agents);
  const keptCopies = new Uint8Array(copies.count);
  for (let row = 0; row < copies.count; row++) {
    const isOnAgent = copyAgent === null || filter.agents?.has(copyAgent[row] ?? -1) === true;
    if (isOnAgent && keepsWork(copies.startNs[row] ?? 0, copies.stackId[row] ?? 0)) keptCopies[row] = 1;
  }
  const work = new Int8Array(regions.count);
  markCalls(work, dispatches.stackId, keptDispatches, callOf.rowOf);
  markCalls(work, copies.stackId, keptCopies, callOf.rowOf);
  return { dispatches: keptDispatches, copies: keptCopies, regions: keepRegions(columns, filter, work, inRange) };
}

/** Per region: 1 if some work of its is kept, else -1 if it has work that is left out. */
function markCalls(
  work: Int8Array,
  stackIds: ProcessColumns['regions']['stackId'],
  kept: Uint8Array,
  rowOf: (stackId: number) => number,
): void {
  for (let row = 0; row < kept.length; row++) {
    const call = rowOf(stackIds[row] ?? 0);
    if (call < 0) continue;
    if (kept[row] === 1) work[call] = 1;
    else if (work[call] === 0) work[call] = -1;
  }
}

function keepRegions(
  { regions }: ProcessColumns,
  { window }: RowFilter,
  work: Int8Array,
  inRange: Uint8Array | null,
): Uint8Array {
  const kept = new Uint8Array(regions.count);
  for (let row = 0; row < regions.count; row++) {
    if (work[row] !== 0) {
      kept[row] = work[row] === 1 ? 1 : 0;
      continue;
    }
    const start = regions.startNs[row] ?? 0;
    const end = regions.endNs[row] ?? 0;
    const isInWindow = window === null || (start < window.toNs && (end > window.fromNs || start >= window.fromNs));
    if (isInWindow && (inRange === null || inRange[row] === 1)) kept[row] = 1;
  }
  return kept;
}

/** Per region 1 where it starts in a range of its thread. */
function regionsInRanges({ regions }: ProcessColumns, { byThread }: MarkerRanges): Uint8Array {
  const inRange = new Uint8Array(regions.count);
  for (let row = 0; row < regions.count; row++) {
    const intervals = byThread.get(regions.thread[row] ?? 0);
    if (intervals !== undefined && liesIn(intervals, regions.startNs[row] ?? 0)) inRange[row] = 1;
  }
  return inRange;
}
