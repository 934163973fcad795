import type { LaneData, WindowData } from './decode.js';

/** Part of a window that is shown, nanoseconds. */
export interface View {
  readonly from: number;
  readonly until: number;
}

/** What is drawn of a lane: blocks from two pixels on, and per pixel the busy time of all that is shorter. */
export interface LaneDrawing {
  /** Indices of events. */
  readonly blocks: readonly number[];
  /** Nanoseconds per pixel column, blocks left out. */
  readonly columns: Float64Array;
}

const BLOCK_FROM_PX = 2;

/** First event that ends after a time. */
export function firstAfter({ latestEnd }: LaneData, time: number): number {
  let low = 0;
  let high = latestEnd.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((latestEnd[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Level of detail of one lane: the union of what is drawn is the busy time of the view, at every zoom. A block's time is
 * in no column, and no time is in two columns.
 */
export function drawLane(lane: LaneData, window: WindowData, view: View, width: number): LaneDrawing {
  const columns = new Float64Array(Math.max(1, Math.round(width)));
  const perPixel = (view.until - view.from) / columns.length;
  const blocks: number[] = [];
  let reached = view.from;
  let counted = { from: 0, until: 0 };
  for (let index = firstAfter(lane, view.from); index < lane.start.length; index++) {
    const start = lane.start[index] ?? 0;
    if (start >= view.until) break;
    const end = lane.end[index] ?? 0;
    if (end - start >= BLOCK_FROM_PX * perPixel) {
      blocks.push(index);
      // Short events that started before the block may reach under it: those of the last unbroken stretch.
      const from = Math.max(start, counted.from);
      const until = Math.min(end, counted.until);
      if (until > from) {
        addSpan(columns, perPixel, from - view.from, until - view.from, -1);
        // What lies before the block no later one reaches; what lies under it is taken out once.
        counted = { from: until, until: counted.until };
      }
      reached = Math.max(reached, end);
      continue;
    }
    const from = Math.max(start, reached);
    const until = Math.min(end, view.until);
    if (until > from) {
      addSpan(columns, perPixel, from - view.from, until - view.from, 1);
      const goesOn = from === counted.until && counted.until > counted.from;
      counted = { from: goesOn ? counted.from : from, until };
    }
    reached = Math.max(reached, end);
  }
  if (lane.rest !== null) addRest(columns, perPixel, lane.rest, window, view);
  return { blocks, columns };
}

function addRest(columns: Float64Array, perPixel: number, rest: Float64Array, window: WindowData, view: View): void {
  const { gridStart, bucket, wall } = window;
  const first = Math.max(0, Math.floor((view.from - gridStart) / bucket));
  for (let index = first; index < rest.length; index++) {
    const start = Math.max(0, gridStart + index * bucket);
    if (start >= view.until) break;
    const end = Math.min(wall, gridStart + (index + 1) * bucket);
    const value = rest[index] ?? 0;
    if (value === 0 || end <= start) continue;
    const from = Math.max(start, view.from);
    const until = Math.min(end, view.until);
    if (until > from) addSpan(columns, perPixel, from - view.from, until - view.from, value / (end - start));
  }
}

function addSpan(columns: Float64Array, perPixel: number, from: number, until: number, density: number): void {
  const last = columns.length - 1;
  let column = Math.min(last, Math.floor(from / perPixel));
  let position = from;
  while (position < until) {
    const edge = column === last ? until : Math.min(until, (column + 1) * perPixel);
    columns[column] = (columns[column] ?? 0) + (edge - position) * density;
    position = edge;
    column++;
  }
}
