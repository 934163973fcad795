import { formatCount, formatDuration, formatFixed } from '../../../format-number.js';
import type { TimelineData, WindowData } from './decode.js';
import { drawLane } from './lane-view.js';
import type { View } from './lane-view.js';
import type { Choice } from './paint-lanes.js';

/** Labels and texts, in the order of the boxes below the timeline. */
export type Description = readonly (readonly [label: string, text: string])[];

/** A point in time, milliseconds from the start of the window. */
export function formatPoint(nanoseconds: number): string {
  return `${formatFixed(nanoseconds / 1e6, 3)} ms`;
}

/** The chosen event in words. */
export function describeEvent(data: TimelineData, window: WindowData, { lane: index, event }: Choice): Description {
  const lane = window.lanes[index];
  if (lane === undefined) return [];
  const start = lane.start[event] ?? 0;
  const end = lane.end[event] ?? 0;
  const before = event === 0 ? null : start - (lane.latestEnd[event - 1] ?? 0);
  return [
    [lane.label, data.names[lane.name[event] ?? 0] ?? ''],
    ['Start', formatPoint(start)],
    ['Duration', formatDuration(end - start)],
    ['In lane', `${formatCount(event + 1)} of ${formatCount(lane.start.length)}`],
    ['Gap before', before === null ? '–' : before < 0 ? 'overlaps' : formatDuration(before)],
  ];
}

/** A measured range: its length and the busiest lanes in it. */
export function describeRange(window: WindowData, range: View): Description {
  const busy = window.lanes
    .map((lane) => {
      const { blocks, columns } = drawLane(lane, window, range, 1);
      let total = columns.reduce((sum, value) => sum + value, 0);
      let reached = range.from;
      for (const event of blocks) {
        const end = Math.min(lane.end[event] ?? 0, range.until);
        const start = Math.max(lane.start[event] ?? 0, reached);
        if (end > start) total += end - start;
        reached = Math.max(reached, end);
      }
      return { label: lane.label, total };
    })
    .sort((a, b) => b.total - a.total)
    .slice(0, 3);
  return [
    ['Range', `${formatPoint(range.from)} to ${formatPoint(range.until)}`],
    ['Length', formatDuration(range.until - range.from)],
    ...busy.map(({ label, total }): readonly [string, string] => [label, formatDuration(total)]),
  ];
}
