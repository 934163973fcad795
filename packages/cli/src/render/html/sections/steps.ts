import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { kernelName } from '../parts/kernel-name.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Steps = NonNullable<Report['steps']>;
type Loop = Steps['loops'][number];
type SlowStep = Loop['slow_steps'][number];

const MOST_SLOW = 20;

/** The repeating part of the program, and why some of its steps were slow. */
export function stepsSection(context: HtmlContext): HtmlSection | null {
  const { steps } = context.report;
  const [first] = steps?.loops ?? [];
  if (steps === undefined || first === undefined) return null;
  const rest = steps.loop_count - steps.loops.length;
  return {
    id: 'steps',
    title: 'Steps',
    count: formatCount(first.step_count),
    take: `${plural(first.step_count, 'step')} on ${first.device}, found by ${sourceOf(first)}: median ${formatDuration(first.median_ns)}, 95th percentile ${formatDuration(first.p95_ns)}; ${plural(first.slow_step_count, 'step')} slower than 1.2 medians.`,
    body: markup`${loops(steps.loops)}${rest > 0 ? markup`<p class="note">${plural(rest, 'device')} more with steps.</p>` : null}${slowSteps(steps, context)}${loopTimes(steps.loops)}`,
  };
}

function sourceOf({ source, marker }: Loop): string {
  if (source === 'sequence') return 'repeated kernels';
  return marker === null || marker === '' ? 'markers' : `marker ${marker}`;
}

function loops(list: readonly Loop[]): Markup | null {
  const unit = timeUnitFor(list.flatMap((loop) => [loop.median_ns, loop.p95_ns]));
  const columns = [
    'Device',
    'Found by',
    'Steps',
    'Warm-up',
    'Slow',
    'Kernels',
    `Median, ${unit.name}`,
    `p95, ${unit.name}`,
    'Steady time',
    'Compute',
    'Copy, exposed',
    'API, exposed',
    'Idle',
  ];
  return table(
    columns.map((header, index) => ({
      header,
      kind: index === 0 ? ('name' as const) : index === 1 ? ('text' as const) : ('number' as const),
    })),
    list.map((loop) => [
      loop.device,
      sourceOf(loop),
      formatCount(loop.step_count),
      formatCount(loop.warmup_steps),
      formatCount(loop.slow_step_count),
      formatCount(loop.step_kernels),
      unit.format(loop.median_ns),
      unit.format(loop.p95_ns),
      formatDuration(loop.steady_ns),
      formatPercent(loop.compute_pct),
      formatPercent(loop.copy_exposed_pct),
      formatPercent(loop.api_exposed_pct),
      formatPercent(loop.idle_other_pct),
    ]),
    { caption: 'Steps by device; shares of the time of the steady steps' },
  );
}

/** Where the time from the first steady step to the end of the last one went, every nanosecond once. */
function loopTimes(list: readonly Loop[]): Markup | null {
  const unit = timeUnitFor(list.map((loop) => loop.loop_time.wall_ns));
  const columns = [
    'Device',
    'In all',
    'Compute',
    'of it communication',
    'Copy, exposed',
    'API, exposed',
    'of it waiting',
    'Idle',
  ];
  return markup`<div class="sub"><h3>The whole loop without its warm-up, ${unit.name}</h3>${table(
    columns.map((header, index) => ({ header, kind: index === 0 ? ('name' as const) : ('number' as const) })),
    list.map(({ device, loop_time: time }) => [
      device,
      unit.format(time.wall_ns),
      unit.format(time.compute_ns),
      unit.format(time.communication_exposed_ns),
      unit.format(time.copy_exposed_ns),
      unit.format(time.api_exposed_ns),
      unit.format(time.api_exposed_wait_ns),
      unit.format(time.idle_other_ns),
    ]),
    { caption: `Time of the whole loop by device, ${unit.name}` },
  )}</div>`;
}

function slowSteps({ loops: list }: Steps, context: HtmlContext): Markup | null {
  const slow = list
    .flatMap((loop) => loop.slow_steps.map((step) => ({ step, device: loop.device })))
    .sort((a, b) => b.step.excess_ns - a.step.excess_ns)
    .slice(0, MOST_SLOW);
  if (slow.length === 0) return null;
  const unit = timeUnitFor(slow.map(({ step }) => step.duration_ns));
  return markup`<div class="sub"><h3>Slowest steps</h3>${table(
    ['Step', 'Device', 'At, ms', `Length, ${unit.name}`, 'Excess', 'Grew by', 'What grew most', ''].map(
      (header, index) => ({
        header,
        kind: index === 0 ? ('name' as const) : index === 1 || index >= 6 ? ('text' as const) : ('number' as const),
      }),
    ),
    slow.map(({ step, device }) => [
      step.step,
      device,
      formatFixed(step.start_ns / 1e6, 3),
      unit.format(step.duration_ns),
      formatDuration(step.excess_ns),
      formatDuration(step.grown_ns),
      growth(step, context),
      context.timeline === null
        ? markup`&nbsp;`
        : markup`<a href="#timeline" data-show-range="${step.start_ns},${step.start_ns + step.duration_ns}">Timeline</a>`,
    ]),
    { caption: 'Slowest steps' },
  )}</div>`;
}

function growth({ grown_part: part, grown_kernel: kernel }: SlowStep, context: HtmlContext): Markup | string {
  if (part === 'copy') return 'exposed copies';
  if (part === 'idle') return 'idle time';
  return kernel === null ? 'kernels' : kernelName(kernel, context);
}
