import type { Operations } from './operations.js';

/** How the operations of each lane follow each other. */
export interface LaneOrder {
  /** The operation before it in its lane; -1 for the first. */
  readonly previous: Int32Array;
  /** Of all operations before it in its lane the one that ends last (of equal ones the first); -1 for the first. */
  readonly latest: Int32Array;
  /** Time between the end of all operations before it and its start; 0 where they overlap and for the first. */
  readonly gapNs: Float64Array;
  /** Per lane: number of operations, and the union of their times. */
  readonly operationCount: Uint32Array;
  readonly busyNs: Float64Array;
}

/** One pass over the operations of a process. A nested operation does not hide the one around it: ends only grow. */
export function orderLanes({ count, startNs, endNs, lane, lanes }: Operations): LaneOrder {
  const previous = new Int32Array(count);
  const latest = new Int32Array(count);
  const gapNs = new Float64Array(count);
  const operationCount = new Uint32Array(lanes.length);
  const busyNs = new Float64Array(lanes.length);
  const lastInLane = new Int32Array(lanes.length).fill(-1);
  const latestInLane = new Int32Array(lanes.length).fill(-1);
  for (let operation = 0; operation < count; operation++) {
    const own = lane[operation] ?? 0;
    const start = startNs[operation] ?? 0;
    const end = endNs[operation] ?? 0;
    const before = latestInLane[own] ?? -1;
    const busyUntil = before < 0 ? start : (endNs[before] ?? 0);
    previous[operation] = lastInLane[own] ?? -1;
    latest[operation] = before;
    if (start > busyUntil) gapNs[operation] = start - busyUntil;
    if (end > busyUntil) busyNs[own] = (busyNs[own] ?? 0) + end - Math.max(start, busyUntil);
    if (before < 0 || end > busyUntil) latestInLane[own] = operation;
    lastInLane[own] = operation;
    operationCount[own] = (operationCount[own] ?? 0) + 1;
  }
  return { previous, latest, gapNs, operationCount, busyNs };
}
