import type { TimelineData, WindowData } from './decode.js';
import { drawLane } from './lane-view.js';
import type { View } from './lane-view.js';

/** Where a lane lies on the canvas. */
export interface LaneBox {
  readonly top: number;
  readonly height: number;
}

/** What the reader chose: an event, or a range. */
export interface Choice {
  readonly lane: number;
  readonly event: number;
}

const COLORS: Readonly<Record<string, readonly [string, string]>> = {
  marker: ['--line2', '--ink'],
  compute: ['--compute', '--on-compute'],
  communication: ['--comm', '--on-comm'],
  copy: ['--copy', '--on-copy'],
  idle: ['--idle', '--surface'],
  api: ['--api', '--on-api'],
};
const NAME_FROM_PX = 46;
const LEAST_HEIGHT = 2;

/** Paints all lanes of a window. */
export function paintLanes(
  canvas: HTMLCanvasElement,
  boxes: readonly LaneBox[],
  data: TimelineData,
  window: WindowData,
  view: View,
  choice: Choice | null,
  range: View | null,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, canvas.clientHeight);
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  const scale = width / (view.until - view.from);
  for (const [index, lane] of window.lanes.entries()) {
    const box = boxes[index];
    if (box === undefined) continue;
    const [fill, text] = COLORS[lane.kind] ?? ['--compute', '--on-compute'];
    context.fillStyle = color('--sunken');
    context.fillRect(0, box.top, width, box.height);
    const { blocks, columns } = drawLane(lane, window, view, width);
    context.fillStyle = color(fill);
    const perPixel = (view.until - view.from) / columns.length;
    for (let column = 0; column < columns.length; column++) {
      const share = Math.min(1, (columns[column] ?? 0) / perPixel);
      if (share === 0) continue;
      const height = Math.max(LEAST_HEIGHT, box.height * share);
      context.fillRect(column, box.top + box.height - height, 1, height);
    }
    const surface = color('--surface');
    for (const event of blocks) {
      const left = Math.max(0, ((lane.start[event] ?? 0) - view.from) * scale);
      const right = Math.min(width, ((lane.end[event] ?? 0) - view.from) * scale);
      context.fillStyle = color(fill);
      context.fillRect(left, box.top, right - left, box.height);
      // A hairline tells neighbours apart; it takes nothing of what is narrower than four pixels.
      if (right - left >= 4) {
        context.fillStyle = surface;
        context.fillRect(right - 0.5, box.top, 0.5, box.height);
      }
      if (right - left < NAME_FROM_PX) continue;
      context.save();
      context.beginPath();
      context.rect(left + 5, box.top, right - left - 9, box.height);
      context.clip();
      context.fillStyle = color(text);
      context.fillText(data.names[lane.name[event] ?? 0] ?? '', left + 5, box.top + box.height / 2 + 0.5);
      context.restore();
    }
    if (choice?.lane === index) {
      const left = ((lane.start[choice.event] ?? 0) - view.from) * scale;
      const right = ((lane.end[choice.event] ?? 0) - view.from) * scale;
      context.strokeStyle = color('--ink');
      context.lineWidth = 2;
      context.strokeRect(left, box.top, Math.max(2, right - left), box.height);
    }
  }
  if (range !== null) {
    context.fillStyle = color('--ink');
    context.globalAlpha = 0.14;
    context.fillRect((range.from - view.from) * scale, 0, (range.until - range.from) * scale, canvas.clientHeight);
    context.globalAlpha = 1;
  }
}
