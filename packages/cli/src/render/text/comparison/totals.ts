import type { TraceDiff } from '@perfxpert/agents';
import { PART_WORDS } from '../../comparison-words.js';
import { formatSignedFixed } from '../../format-signed.js';
import { timeUnitFor } from '../../time-unit.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

/** Window, busy time and summed kernel time, which are three different things, and what the window is made of. */
export function renderTotals(diff: TraceDiff, context: TextContext): string[] {
  const figures: [string, number | null, number | null, number | null, number | null][] = [
    [
      'GPU window',
      diff.gpu_window_baseline_ns,
      diff.gpu_window_new_ns,
      diff.envelope_delta_ns,
      diff.envelope_delta_pct,
    ],
    ...diff.window_parts.map((part): [string, number, number, number, null] => [
      `- ${PART_WORDS[part.part]}`,
      part.baseline_ns,
      part.new_ns,
      part.delta_ns,
      null,
    ]),
    ['GPU busy', diff.gpu_busy_baseline_ns, diff.gpu_busy_new_ns, diff.gpu_busy_delta_ns, diff.gpu_busy_delta_pct],
    [
      'summed kernel time',
      diff.kernel_time_baseline_ns,
      diff.kernel_time_new_ns,
      diff.wall_delta_ns,
      diff.wall_delta_pct,
    ],
  ];
  const unit = timeUnitFor(figures.flatMap(([, before, after]) => [before, after]));
  const columns: Column[] = [
    { header: 'whole run', kind: 'word' },
    { header: `before ${unit.name}`, kind: 'number' },
    { header: `after ${unit.name}`, kind: 'number' },
    { header: 'change', kind: 'number' },
    { header: '%', kind: 'number' },
  ];
  const rows = figures
    .filter(([, before, after]) => before !== null && after !== null)
    .map(([name, before, after, delta, percent]): Cell[] => [
      name,
      unit.format(before),
      unit.format(after),
      delta === null ? null : signedIn(unit.format(Math.abs(delta)), delta),
      percent === null ? '' : formatSignedFixed(percent, 2),
    ]);
  return renderTable(columns, rows, context);
}

/** A change in the unit of its column: the sign before the figure, none where it is shown as zero. */
export function signedIn(figure: string, delta: number): string {
  return /[1-9]/.test(figure) ? `${delta < 0 ? '-' : '+'}${figure}` : figure;
}
