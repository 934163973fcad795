import type { Report } from '@perfxpert/agents';
import { formatSignificant } from '../../format-number.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import type { HtmlContext } from '../html-context.js';
import { placeLabels } from './label-placement.js';
import { decadeLabel, logScale } from './log-scale.js';
import type { LogScale } from './log-scale.js';
import { describePoint } from './roofline-words.js';

type Roofline = NonNullable<Report['roofline']>;
type Roof = Roofline['roofs'][number];
type Kernel = Roofline['kernels'][number];
type Point = Kernel & {
  readonly ai: number;
  readonly achieved_flops_per_s: number;
  /** Place in the table. */
  readonly number: number;
};

/** Size of a drawing, in its own units. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly name: 'wide' | 'narrow';
}

const MARGIN = { left: 52, right: 26, top: 22, bottom: 36 } as const;
const TERA = 1e12;
/** Decades within which two dots lie on each other. */
const SAME_PLACE = 0.01;

/** Kernels under the roofs of their GPU, log-log. Null where no kernel has operations. */
export function rooflinePlot(roofline: Roofline, size: PlotSize, context: HtmlContext): Markup | null {
  const points = roofline.kernels.flatMap((kernel, index): Point[] =>
    kernel.ai === null || kernel.achieved_flops_per_s === null || kernel.ai <= 0 || kernel.achieved_flops_per_s <= 0
      ? []
      : [{ ...kernel, ai: kernel.ai, achieved_flops_per_s: kernel.achieved_flops_per_s, number: index + 1 }],
  );
  if (points.length === 0) return null;
  const width = size.width - MARGIN.left - MARGIN.right;
  const height = size.height - MARGIN.top - MARGIN.bottom;
  const compute = shownComputeRoofs(roofline);
  const memory = roofline.roofs.filter((roof) => roof.bytes_per_s !== null && roof.kind === 'memory');
  const tops = compute.map((roof) => roof.flops_per_s ?? 0);
  const hbm = memory.find((roof) => roof.name === 'HBM')?.bytes_per_s ?? null;
  const ridges = hbm === null ? [] : tops.map((top) => top / hbm);
  const x = logScale([...points.map((point) => point.ai), ...ridges.map((ridge) => ridge * 2)], width, false);
  const y = logScale(
    [...points.map((point) => point.achieved_flops_per_s / TERA), ...tops.map((top) => top / TERA)],
    height,
    true,
  );
  const dots = points.map((point) => dot(point, points, x, y, context));
  const labels = placeLabels(
    points.map((point) => ({
      x: x.position(point.ai) + shiftOf(point, points),
      y: y.position(point.achieved_flops_per_s / TERA),
      radius: radiusOf(point, points),
      text: String(point.number),
    })),
    { width, height },
  ).map(
    (label) =>
      markup`${label.hasLeader ? markup`<line class="leader" x1="${fixed(label.fromX)}" y1="${fixed(label.fromY)}" x2="${fixed(label.x)}" y2="${fixed(label.y - 4)}"/>` : null}<text class="dot-number" text-anchor="middle" x="${fixed(label.x)}" y="${fixed(label.y)}">${label.text}</text>`,
  );
  const words = `Roofline of ${String(points.length)} kernels: operations per byte against operations per second, both logarithmic; the table beside it has the figures`;
  return markup`<svg class="plot ${size.name}" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="${words}" data-roofline data-x="${x.low},${x.high}" data-y="${y.low},${y.high}" data-area="${MARGIN.left},${MARGIN.top},${width},${height}"><text class="axis" x="${MARGIN.left - 40}" y="13">TFLOP/s</text><g data-ticks>${ticks(x, y, width, height)}</g><svg x="${MARGIN.left}" y="${MARGIN.top}" width="${width}" height="${height}" overflow="hidden" data-drawing> ${roofs(memory, compute, x, y, { width, height })}${dots}<g data-labels>${labels}</g></svg><text class="axis" x="${size.width - MARGIN.right}" y="${size.height - 6}" text-anchor="end"> FLOP per HBM byte </text></svg>`;
}

/** Roofs that a kernel is held against, and the highest. */
function shownComputeRoofs(roofline: Roofline): Roof[] {
  const used = new Set(roofline.kernels.map((kernel) => kernel.compute_roof));
  return roofline.roofs.filter((roof) => roof.kind === 'compute' && roof.flops_per_s !== null && used.has(roof.name));
}

function ticks(x: LogScale, y: LogScale, width: number, height: number): Markup[] {
  const marks: Markup[] = [];
  for (let exponent = x.low; exponent <= x.high; exponent++) {
    const at = fixed(MARGIN.left + x.position(10 ** exponent));
    marks.push(
      markup`<line class="rule" x1="${at}" x2="${at}" y1="${MARGIN.top}" y2="${MARGIN.top + height}"/><text class="axis" x="${at}" y="${MARGIN.top + height + 15}" text-anchor="middle">${decadeLabel(exponent)}</text>`,
    );
  }
  for (let exponent = y.low; exponent <= y.high; exponent++) {
    const at = fixed(MARGIN.top + y.position(10 ** exponent));
    marks.push(
      markup`<line class="rule" x1="${MARGIN.left}" x2="${MARGIN.left + width}" y1="${at}" y2="${at}"/><text class="axis" x="${MARGIN.left - 7}" y="${Number(at) + 4}" text-anchor="end">${decadeLabel(exponent)}</text>`,
    );
  }
  return marks;
}

function roofs(
  memory: readonly Roof[],
  compute: readonly Roof[],
  x: LogScale,
  y: LogScale,
  area: { readonly width: number; readonly height: number },
): Markup[] {
  const top = Math.max(...compute.map((roof) => roof.flops_per_s ?? 0), 0) / TERA;
  const bound = top > 0 ? top : 10 ** y.high;
  const fastest = Math.max(...memory.map((roof) => roof.bytes_per_s ?? 0), 0) / TERA;
  const lines: Markup[] = [];
  for (const roof of memory) {
    const rate = (roof.bytes_per_s ?? 0) / TERA;
    const startAi = Math.max(10 ** x.low, 10 ** y.low / rate);
    lines.push(line(roof, startAi, rate * startAi, bound / rate, bound, x, y, roof.name !== 'HBM', area));
  }
  for (const roof of compute) {
    const rate = (roof.flops_per_s ?? 0) / TERA;
    const startAi = fastest > 0 ? rate / fastest : 10 ** x.low;
    lines.push(line(roof, startAi, rate, 10 ** x.high, rate, x, y, rate < bound, area));
  }
  return lines;
}

function line(
  roof: Roof,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  x: LogScale,
  y: LogScale,
  isOther: boolean,
  area: { readonly width: number; readonly height: number },
): Markup {
  const ends = [fromX, fromY, toX, toY].map((value) => Math.log10(value).toFixed(4));
  const [x1, y1, x2, y2] = [x.position(fromX), y.position(fromY), x.position(toX), y.position(toY)];
  const isSloped = roof.kind === 'memory';
  const angle = isSloped ? (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI : 0;
  // A slope is labelled where it is well inside of the drawing, a flat roof at its right end.
  const visible = Math.min(x2, area.width);
  const at = isSloped ? x1 + (visible - x1) * 0.42 : area.width - 6;
  const height = isSloped ? y1 + ((y2 - y1) * (at - x1)) / Math.max(1e-9, x2 - x1) : y1;
  const derived = roof.source === 'derived' ? ' (derived)' : '';
  const label = `${roof.name} ${rateWords(roof)}${derived}`;
  return markup`<line class="roof${isOther ? ' other' : ''}" data-ends="${ends.join(',')}" x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}"/><text class="axis halo" data-of-roof x="${fixed(at)}" y="${fixed(height - 5)}" text-anchor="${isSloped ? 'middle' : 'end'}" ${isSloped ? markup` transform="rotate(${angle.toFixed(2)} ${fixed(at)} ${fixed(height)})"` : null}>${label}</text>`;
}

function rateWords({ bytes_per_s: bytes, flops_per_s: flops }: Roof): string {
  if (bytes !== null) return `${formatSignificant(bytes / TERA)} TB/s`;
  return flops === null ? '' : `${formatSignificant(flops / TERA)} TFLOP/s`;
}

/** Area is time: the largest dot has 15 units, the smallest three. */
function radiusOf(point: Point, points: readonly Point[]): number {
  const most = Math.max(...points.map((other) => other.duration_ns), 1);
  return Math.max(3, 15 * Math.sqrt(point.duration_ns / most));
}

/** Kernels at the same place stand beside each other, half a dot apart, so that none hides another. */
function shiftOf(point: Point, points: readonly Point[]): number {
  const before = points.filter(
    (other) =>
      other.number < point.number &&
      Math.abs(Math.log10(other.ai / point.ai)) < SAME_PLACE &&
      Math.abs(Math.log10(other.achieved_flops_per_s / point.achieved_flops_per_s)) < SAME_PLACE,
  );
  return before.length * 9;
}

function dot(point: Point, points: readonly Point[], x: LogScale, y: LogScale, context: HtmlContext): Markup {
  const words = describePoint(point, context);
  const memory = point.bottleneck_class === 'compute' ? '' : ' memory';
  const target =
    context.findingAnchor(point.name) ?? context.kernelAnchor(point.name) ?? `roof-${String(point.number)}`;
  const log = [Math.log10(point.ai).toFixed(4), Math.log10(point.achieved_flops_per_s / TERA).toFixed(4)];
  return markup`<a href="#${target}" data-tip="${words}" data-twin="roof-${point.number}" aria-label="${`${String(point.number)}: ${words.replaceAll('\n', ', ')}`}"><circle class="dot${memory}" data-at="${log.join(',')}" data-shift="${shiftOf(point, points)}" cx="${fixed(x.position(point.ai) + shiftOf(point, points))}" cy="${fixed(y.position(point.achieved_flops_per_s / TERA))}" r="${fixed(radiusOf(point, points))}"/></a>`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
