import type { TimelineLane, TimelineWindow } from '@perfxpert/agents';

/**
 * Busy time of a lane per column of a drawing over the whole window, nanoseconds: the union of the events, cut at the
 * edges of the columns, and the buckets, dealt out evenly over the time they stand for. The columns add up to `busyNs`.
 */
export function laneCoverage(lane: TimelineLane, window: TimelineWindow, columnCount: number): Float64Array {
  const columns = new Float64Array(columnCount);
  const columnNs = Math.max(window.wallNs, 1) / columnCount;
  let reached = 0;
  for (let index = 0; index < lane.events.startNs.length; index++) {
    const start = Math.max(reached, lane.events.startNs[index] ?? 0);
    const end = (lane.events.startNs[index] ?? 0) + (lane.events.durationNs[index] ?? 0);
    if (end <= start) continue;
    addSpan(columns, columnNs, start, end, 1);
    reached = end;
  }
  if (lane.restNs !== null) addBuckets(columns, columnNs, lane.restNs, window);
  return columns;
}

/**
 * Buckets of a window into columns; those at its edges may reach beyond it, their time does not. The time of one that lies
 * between two columns is dealt out evenly.
 */
export function addBuckets(
  columns: Float64Array,
  columnNs: number,
  buckets: Float64Array,
  { gridStartNs, bucketNs, wallNs }: TimelineWindow,
): void {
  for (let index = 0; index < buckets.length; index++) {
    const value = buckets[index] ?? 0;
    if (value === 0) continue;
    const from = Math.max(0, gridStartNs + index * bucketNs);
    const until = Math.min(wallNs, gridStartNs + (index + 1) * bucketNs);
    const column = Math.floor(from / columnNs);
    if (until <= (column + 1) * columnNs && column < columns.length) columns[column] = (columns[column] ?? 0) + value;
    else addSpan(columns, columnNs, from, until, value / Math.max(until - from, 1));
  }
}

function addSpan(columns: Float64Array, columnNs: number, from: number, until: number, density: number): void {
  const last = columns.length - 1;
  let column = Math.min(last, Math.floor(from / columnNs));
  let position = from;
  while (position < until) {
    const edge = column === last ? until : Math.min(until, (column + 1) * columnNs);
    columns[column] = (columns[column] ?? 0) + (edge - position) * density;
    position = edge;
    column++;
  }
}
