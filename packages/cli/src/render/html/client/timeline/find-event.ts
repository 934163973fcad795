import type { LaneData } from './decode.js';
import { firstAfter } from './lane-view.js';

/** Event at a time, or one at most `slack` nanoseconds away; the innermost of several; -1 for none. */
export function eventAt(lane: LaneData, time: number, slack: number): number {
  let found = -1;
  for (let index = firstAfter(lane, time - slack); index < lane.start.length; index++) {
    const start = lane.start[index] ?? 0;
    if (start > time + slack) break;
    const covers = start <= time && (lane.end[index] ?? 0) >= time;
    if (covers || (found < 0 && (lane.end[index] ?? 0) >= time - slack)) found = index;
  }
  return found;
}

/** First event that ends after a time, else the last one; -1 for an empty lane. */
export function nearestInLane(lane: LaneData, time: number): number {
  return Math.min(firstAfter(lane, time), lane.start.length - 1);
}

/** The event before or after another; stays at the ends. */
export function nextInLane(lane: LaneData, event: number, direction: 1 | -1): number {
  return Math.min(Math.max(0, event + direction), lane.start.length - 1);
}
