import type { ProcessColumns } from '@perfxpert/rocpd';
import type { RegionClasses } from '../api-region.js';
import type { CollectiveCalls } from './find-collective-calls.js';
import { indexCalls } from '../index-calls.js';
import type { StackIndex } from '../stack-index.js';

/** Calls nest less deep than this; a longer chain of parents is a loop. */
const MAX_NESTING = 64;

/**
 * The unit of calls that each communication kernel belongs to, -1 where none is recorded.
 *
 * A dispatch carries the correlation id of the innermost traced call, which is a HIP launch where HIP calls are traced
 * too; so the chain of `parent_stack_id` is walked up until a call of a unit is met. Where it ends before, the unit whose
 * span on the launching thread holds the launch is taken.
 */
export function linkCollectives(
  columns: ProcessColumns,
  classes: RegionClasses,
  calls: CollectiveCalls,
  dispatchRows: Uint32Array,
): Int32Array {
  const { regions, dispatches } = columns;
  const unitOfKernel = new Int32Array(dispatchRows.length).fill(-1);
  if (calls.unitOfRow.size === 0) return unitOfKernel;
  const index = indexCalls(regions, classes);
  const launchRows = Int32Array.from(dispatchRows, (dispatch) => index.rowOf(dispatches.stackId[dispatch] ?? 0));
  const distinct = [...new Set(launchRows)].filter((row) => row >= 0);
  const unitOfLaunch = unitsOfLaunches(columns, calls, index, distinct);
  return launchRows.map((row) => unitOfLaunch.get(row) ?? -1);
}

function unitsOfLaunches(
  { regions, details }: ProcessColumns,
  { units, unitOfRow }: CollectiveCalls,
  index: StackIndex,
  launchRows: readonly number[],
): Map<number, number> {
  const found = new Map<number, number>();
  // Launch rows whose unit is not found yet, and how far up each of them is.
  let open = new Map(launchRows.map((row) => [row, row]));
  for (let level = 0; level < MAX_NESTING && open.size > 0; level++) {
    const next = new Map<number, number>();
    for (const [launch, at] of open) {
      const unit = unitOfRow.get(at);
      if (unit === undefined) next.set(launch, at);
      else found.set(launch, unit);
    }
    const parents = details.parentStackIds(Uint32Array.from(next.values()));
    open = new Map();
    for (const [place, [launch, at]] of [...next].entries()) {
      const parent = index.rowOf(parents[place] ?? 0);
      if (parent >= 0 && parent !== at) open.set(launch, parent);
    }
  }
  const unitsByThread = regions.threads.map((): number[] => []);
  for (const [unit, { threadIndex }] of units.entries()) unitsByThread[threadIndex]?.push(unit);
  for (const launch of launchRows) {
    if (found.has(launch)) continue;
    const startNs = regions.startNs[launch] ?? 0;
    const unit = lastStartingUntil(unitsByThread[regions.thread[launch] ?? 0] ?? [], units, startNs);
    if (unit >= 0 && (regions.endNs[launch] ?? 0) <= (units[unit]?.endNs ?? startNs)) found.set(launch, unit);
  }
  return found;
}

/** The last of some units, in order of start, that starts at or before a time; -1 if none does. */
function lastStartingUntil(candidates: readonly number[], units: CollectiveCalls['units'], time: number): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[candidates[middle] ?? 0]?.startNs ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return candidates[low - 1] ?? -1;
}
