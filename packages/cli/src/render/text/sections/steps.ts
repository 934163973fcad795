import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Steps = NonNullable<Report['steps']>;
type Loop = Steps['loops'][number];
type SlowStep = Loop['slow_steps'][number];

const MOST_LOOPS = 8;
const MOST_SLOW_STEPS = 5;

/** The repeating part of the program: its steps, what the steady ones spend time on, and why some were slow. */
export function renderSteps({ steps }: Report, context: TextContext): Section | null {
  if (steps === undefined) return null;
  const loops = steps.loops.slice(0, MOST_LOOPS);
  const rest = steps.loop_count - loops.length;
  return {
    title: 'STEPS',
    aside: 'warm-up left out',
    lines: [
      ...renderTimes(loops, context),
      '',
      ...renderShares(loops, context),
      ...renderSlowSteps(loops, context),
      ...(rest > 0 ? paragraph(`${plural(rest, 'device')} more with steps`, context) : []),
    ],
  };
}

function describeSource({ source, marker }: Loop): string {
  return source === 'sequence' ? 'repeated kernels' : marker === null || marker === '' ? 'markers' : `marker ${marker}`;
}

function renderTimes(loops: readonly Loop[], context: TextContext): string[] {
  const unit = timeUnitFor(loops.flatMap((loop) => [loop.median_ns, loop.p95_ns]));
  const columns: Column[] = [
    { header: 'device', kind: 'word' },
    { header: 'found by', kind: 'name' },
    { header: 'steps', kind: 'number' },
    { header: 'warm-up', kind: 'number' },
    { header: 'slow', kind: 'number' },
    { header: 'kernels', kind: 'number', isOptional: true },
    { header: `median ${unit.name}`, kind: 'number' },
    { header: `p95 ${unit.name}`, kind: 'number' },
  ];
  const rows = loops.map((loop): Cell[] => [
    loop.device,
    describeSource(loop),
    formatCount(loop.step_count),
    formatCount(loop.warmup_steps),
    formatCount(loop.slow_step_count),
    formatCount(loop.step_kernels),
    unit.format(loop.median_ns),
    unit.format(loop.p95_ns),
  ]);
  return renderTable(columns, rows, context);
}

function renderShares(loops: readonly Loop[], context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'steady steps', kind: 'word' },
    { header: 'time', kind: 'number' },
    { header: 'compute', kind: 'number' },
    { header: 'copy, exposed', kind: 'number' },
    { header: 'API, exposed', kind: 'number' },
    { header: 'idle', kind: 'number' },
  ];
  const rows = loops.map((loop): Cell[] => [
    loop.device,
    formatDuration(loop.steady_ns),
    formatPercent(loop.compute_pct),
    formatPercent(loop.copy_exposed_pct),
    formatPercent(loop.api_exposed_pct),
    formatPercent(loop.idle_other_pct),
  ]);
  return renderTable(columns, rows, context);
}

function renderSlowSteps(loops: readonly Loop[], context: TextContext): string[] {
  const slow = loops
    .flatMap((loop) => loop.slow_steps.map((step) => ({ step, device: loop.device })))
    .sort((a, b) => b.step.excess_ns - a.step.excess_ns)
    .slice(0, MOST_SLOW_STEPS);
  if (slow.length === 0) return [];
  const unit = timeUnitFor(slow.map(({ step }) => step.duration_ns));
  const columns: Column[] = [
    { header: 'slowest steps', kind: 'word' },
    { header: 'at ms', kind: 'number' },
    { header: unit.name, kind: 'number' },
    { header: 'excess', kind: 'number' },
    { header: 'grew', kind: 'number' },
    { header: 'what grew most', kind: 'name' },
    { header: 'device', kind: 'word', isOptional: true },
  ];
  const rows = slow.map(({ step, device }): Cell[] => [
    step.step,
    formatFixed(step.start_ns / 1e6, 2),
    unit.format(step.duration_ns),
    formatDuration(step.excess_ns),
    formatDuration(step.grown_ns),
    describeGrowth(step, context),
    loops.length > 1 ? device : '',
  ]);
  return ['', ...renderTable(columns, rows, context)];
}

function describeGrowth({ grown_part: part, grown_kernel: kernel }: SlowStep, context: TextContext): string {
  if (part === 'copy') return 'exposed copies';
  if (part === 'idle') return 'idle time';
  return kernel === null ? 'kernels' : context.kernelLabel(kernel);
}
