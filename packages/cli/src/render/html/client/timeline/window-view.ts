import { axisTicks, axisUnit } from '../../charts/axis-ticks.js';
import { formatDuration } from '../../../format-number.js';
import type { TimelineData, WindowData } from './decode.js';
import { describeEvent, describeRange, formatPoint } from './describe.js';
import { eventAt, nearestInLane, nextInLane } from './find-event.js';
import { followKeys } from './follow-keys.js';
import { followOverview } from './follow-overview.js';
import { followPointer } from './follow-pointer.js';
import type { View } from './lane-view.js';
import { paintLanes } from './paint-lanes.js';
import type { Choice, LaneBox } from './paint-lanes.js';
import { showSelection } from './show-selection.js';

const SVG = 'http://www.w3.org/2000/svg';
/** No view is shorter, unless the window is. */
const SHORTEST_NS = 2000;

/** One window: its canvas, what part of it is in view, and what is chosen. */
export class WindowView {
  readonly canvas = document.createElement('canvas');
  view: View;
  private choice: Choice | null = null;
  private range: View | null = null;
  private boxes: LaneBox[] = [];
  private isPending = false;

  constructor(
    readonly figure: HTMLElement,
    private readonly data: TimelineData,
    private readonly window: WindowData,
  ) {
    this.view = { from: 0, until: window.wall };
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute(
      'aria-label',
      'Timeline. Left and right: events of a lane. Up and down: lanes. Plus and minus: zoom. Shift and left or right: pan. 0: whole window. Enter: zoom to the selection. Escape: clear.',
    );
    figure.append(this.canvas);
    figure.classList.add('live');
    followPointer(this);
    followKeys(this);
    followOverview(this, figure.querySelector('[data-overview]'));
    new ResizeObserver(() => this.layOut()).observe(figure);
    document.addEventListener('perfxpert-theme', () => this.redraw());
    this.layOut();
  }

  get wall(): number {
    return this.window.wall;
  }

  /** Places the canvas over the lanes of the page. */
  private layOut(): void {
    const lanes = [...this.figure.querySelectorAll<HTMLElement>('[data-lane]')];
    const [first] = lanes;
    const last = lanes.at(-1);
    if (first === undefined || last === undefined) return;
    const top = first.offsetTop;
    const height = last.offsetTop + last.offsetHeight - top;
    const width = first.offsetWidth;
    this.boxes = lanes.map((lane) => ({ top: lane.offsetTop - top, height: lane.offsetHeight }));
    const { style } = this.canvas;
    style.left = `${String(first.offsetLeft)}px`;
    style.top = `${String(top)}px`;
    style.width = `${String(width)}px`;
    style.height = `${String(height)}px`;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.paint();
  }

  redraw(): void {
    if (this.isPending) return;
    this.isPending = true;
    requestAnimationFrame(() => {
      this.isPending = false;
      this.paint();
    });
  }

  private paint(): void {
    paintLanes(this.canvas, this.boxes, this.data, this.window, this.view, this.choice, this.range);
    this.drawAxis();
    const frame = this.figure.querySelector('[data-frame]');
    frame?.setAttribute('x', `${String((100 * this.view.from) / this.wall)}%`);
    frame?.setAttribute('width', `${String((100 * (this.view.until - this.view.from)) / this.wall)}%`);
    const status = document.getElementById('timeline-range');
    if (status === null) return;
    const length = this.view.until - this.view.from;
    status.textContent =
      length >= this.wall
        ? `Whole window, ${formatDuration(this.wall)}`
        : `${formatPoint(this.view.from)} to ${formatPoint(this.view.until)} (${formatDuration(length)})`;
  }

  private drawAxis(): void {
    const axis = this.figure.querySelector('[data-axis]');
    if (axis === null) return;
    const length = this.view.until - this.view.from;
    const unit = axisUnit(this.view.until);
    const most = Math.max(2, Math.floor(this.canvas.clientWidth / 100));
    const step = axisTicks(length / unit.ns, most)[1] ?? length / unit.ns;
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    const marks: Element[] = [];
    for (
      let tick = Math.ceil(this.view.from / unit.ns / step) * step;
      tick * unit.ns <= this.view.until;
      tick += step
    ) {
      const share = (100 * (tick * unit.ns - this.view.from)) / length;
      const line = document.createElementNS(SVG, 'line');
      const text = document.createElementNS(SVG, 'text');
      const position = `${String(share)}%`;
      for (const [name, value] of [
        ['class', 'tick'],
        ['x1', position],
        ['x2', position],
        ['y1', '16'],
        ['y2', '21'],
      ] as const)
        line.setAttribute(name, value);
      const anchor = share < 2 ? 'start' : share > 96 ? 'end' : 'middle';
      for (const [name, value] of [
        ['class', 'axis'],
        ['x', position],
        ['y', '12'],
        ['text-anchor', anchor],
      ] as const)
        text.setAttribute(name, value);
      text.textContent = `${tick.toFixed(decimals)} ${unit.name}`;
      marks.push(line, text);
    }
    axis.replaceChildren(...marks);
  }

  /** Shows a part of the window; it is kept within it and at least two microseconds long. */
  show(from: number, until: number): void {
    const length = Math.min(this.wall, Math.max(Math.min(SHORTEST_NS, this.wall), until - from));
    const middle = (from + until) / 2;
    const start = Math.min(Math.max(0, middle - length / 2), this.wall - length);
    this.view = { from: start, until: start + length };
    this.redraw();
  }

  /** @param at share of the view that stays where it is. */
  zoom(factor: number, at = 0.5): void {
    const length = (this.view.until - this.view.from) * factor;
    const point = this.view.from + at * (this.view.until - this.view.from);
    this.show(point - at * length, point + (1 - at) * length);
  }

  /** @param share of the view; positive is later. */
  pan(share: number): void {
    const length = this.view.until - this.view.from;
    this.show(this.view.from + share * length, this.view.until + share * length);
  }

  press(button: string): void {
    if (button === 'fit') this.show(0, this.wall);
    else if (button === 'selection') this.zoomToSelection();
    else this.zoom(button === 'in' ? 0.5 : 2);
  }

  zoomToSelection(): void {
    const chosen = this.range ?? this.spanOfChoice();
    if (chosen === null) return;
    const margin = this.range === null ? 2 * (chosen.until - chosen.from) : 0;
    this.show(chosen.from - margin, chosen.until + margin);
  }

  private spanOfChoice(): View | null {
    const lane = this.choice === null ? undefined : this.window.lanes[this.choice.lane];
    if (lane === undefined || this.choice === null) return null;
    return { from: lane.start[this.choice.event] ?? 0, until: lane.end[this.choice.event] ?? 0 };
  }

  /** @param x share of the view. @param y pixels from the top of the canvas. */
  chooseAt(x: number, y: number): boolean {
    const lane = this.boxes.findIndex((box) => y >= box.top && y < box.top + box.height);
    const data = this.window.lanes[lane];
    const time = this.view.from + x * (this.view.until - this.view.from);
    const slack = (2 * (this.view.until - this.view.from)) / Math.max(1, this.canvas.clientWidth);
    const event = data === undefined ? -1 : eventAt(data, time, slack);
    this.choose(event < 0 ? null : { lane, event });
    return event >= 0;
  }

  choose(choice: Choice | null): void {
    this.choice = choice;
    this.range = null;
    showSelection(choice === null ? null : describeEvent(this.data, this.window, choice));
    const span = this.spanOfChoice();
    if (span !== null && (span.until < this.view.from || span.from > this.view.until)) {
      const length = this.view.until - this.view.from;
      this.show(span.from - length / 2, span.from + length / 2);
    }
    this.redraw();
  }

  measure(from: number, until: number): void {
    this.choice = null;
    this.range = { from: Math.max(0, Math.min(from, until)), until: Math.min(this.wall, Math.max(from, until)) };
    showSelection(describeRange(this.window, this.range));
    this.redraw();
  }

  /** Previous or next event of the lane; without a choice the first in view. */
  step(direction: 1 | -1): void {
    const lane = this.window.lanes[this.choice?.lane ?? 0];
    if (lane === undefined) return;
    const event =
      this.choice === null ? nearestInLane(lane, this.view.from) : nextInLane(lane, this.choice.event, direction);
    if (event >= 0) this.choose({ lane: this.choice?.lane ?? 0, event });
  }

  /** Another lane at the same time. */
  changeLane(direction: 1 | -1): void {
    const time = this.spanOfChoice()?.from ?? this.view.from;
    const count = this.window.lanes.length;
    for (let lane = (this.choice?.lane ?? -direction) + direction; lane >= 0 && lane < count; lane += direction) {
      const data = this.window.lanes[lane];
      const event = data === undefined ? -1 : nearestInLane(data, time);
      if (event < 0) continue;
      this.choose({ lane, event });
      return;
    }
  }

  showRange(from: number, until: number): void {
    const margin = 0.5 * Math.max(until - from, SHORTEST_NS);
    this.show(from - margin, until + margin);
    this.measure(from, until);
  }

  /** Goes to the longest event of a name; false where the window has none. */
  showLongest(name: string): boolean {
    const index = this.data.names.indexOf(name);
    let best: Choice | null = null;
    let longest = -1;
    for (const [lane, data] of this.window.lanes.entries())
      for (let event = 0; event < data.start.length; event++) {
        const length = (data.end[event] ?? 0) - (data.start[event] ?? 0);
        if (index < 0 || data.name[event] !== index || length <= longest) continue;
        longest = length;
        best = { lane, event };
      }
    if (best === null) return false;
    this.choose(best);
    this.zoomToSelection();
    return true;
  }
}
