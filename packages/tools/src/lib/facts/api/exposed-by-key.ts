import type { ExposedCalls } from './expose-calls.js';
import type { MergeContext, ProcessGroup } from '../merge-context.js';
import { pieceLengthsWithin } from './piece-list.js';

/** Exposed time of one process; `keys[i]` names code i + 1, each code another. */
export interface KeyedExposure {
  readonly exposed: ExposedCalls;
  readonly keys: readonly string[];
}

/**
 * Exposed time by key over all groups: per group the mean over its devices, rounded to whole nanoseconds; groups added
 * up. `parts[i]` belongs to process i. Outside its own window a process runs nothing, so there its calls inside the
 * window of the group count for each of its devices.
 */
export function exposedByKey(parts: readonly KeyedExposure[], context: MergeContext): Map<string, number> {
  const totals = new Map<string, number>();
  for (const group of context.groups) {
    if (group.deviceIndices.length === 0) continue;
    for (const [key, sumNs] of exposedInGroup(parts, group))
      totals.set(key, (totals.get(key) ?? 0) + Math.round(sumNs / group.deviceIndices.length));
  }
  return totals;
}

/** Exposed time by key, added up over the devices of a group. */
function exposedInGroup(
  parts: readonly KeyedExposure[],
  { processIndices, windows }: ProcessGroup,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [place, processIndex] of processIndices.entries()) {
    const part = parts[processIndex];
    const window = windows[place];
    if (part === undefined || window === undefined) continue;
    const { inside, outside } = part.exposed;
    const outsideNs = pieceLengthsWithin(outside, window.startNs, window.endNs, part.keys.length + 1);
    for (const [index, key] of part.keys.entries()) {
      let sumNs = inside.length * (outsideNs[index + 1] ?? 0);
      for (const device of inside) sumNs += device[index + 1] ?? 0;
      sums.set(key, (sums.get(key) ?? 0) + sumNs);
    }
  }
  return sums;
}
