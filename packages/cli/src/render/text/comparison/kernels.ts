import type { TraceDiff } from '@perfxpert/agents';
import { CAUSE_WORDS, hotness } from '../../comparison-words.js';
import { formatCount } from '../../format-number.js';
import { formatSignedFixed } from '../../format-signed.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { paragraph } from '../paragraph.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';
import { signedIn } from './totals.js';

type Kernel = TraceDiff['per_kernel'][number];

const MARKS = { significant: '', not_significant: ', unsure', insufficient_data: '' } as const;

/** Kernels before and after, by the larger of the two times; hot ones have a mark. */
export function renderKernelChanges(diff: TraceDiff, context: TextContext): string[] {
  const rows = diff.per_kernel;
  if (rows.length === 0) return [];
  const unit = timeUnitFor(rows.flatMap((row) => [row.baseline_ns, row.new_ns]));
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'hot', kind: 'word' },
    { header: 'calls', kind: 'number' },
    { header: `before ${unit.name}`, kind: 'number' },
    { header: `after ${unit.name}`, kind: 'number' },
    { header: 'change', kind: 'number' },
    { header: '%', kind: 'number' },
    { header: '', kind: 'word' },
    { header: 'by', kind: 'word', isOptional: true },
  ];
  const cells = rows.map((row): Cell[] => [
    context.kernelLabel(row.name),
    hotness(row),
    calls(row),
    unit.format(row.baseline_ns),
    unit.format(row.new_ns),
    signedIn(unit.format(Math.abs(row.delta_ns)), row.delta_ns),
    formatSignedFixed(row.delta_pct, 2),
    changeWord(row, context),
    cause(row),
  ]);
  const rest = diff.totals.kernels - rows.length;
  const renamed = rows.filter((row) => row.renamed_from !== null).length;
  return [
    ...renderTable(columns, cells, context),
    ...(rest > 0 ? paragraph(`${plural(rest, 'kernel')} more; --top-kernels lists them.`, context) : []),
    ...(renamed > 0
      ? paragraph(
          `${plural(renamed, 'of these kernels has', 'of these kernels have')} another name than before (below).`,
          context,
        )
      : []),
  ];
}

function calls({ calls_baseline: before, calls_new: after }: Kernel): string {
  return before === after ? formatCount(after) : `${formatCount(before)} > ${formatCount(after)}`;
}

function changeWord({ change, regressed }: Kernel, context: TextContext): Cell {
  if (change === 'slower' || (change === 'added' && regressed)) return { text: change, paint: context.paint.fail };
  return change === 'same' ? '' : change;
}

function cause({ change, explained_by: by, significance }: Kernel): string {
  if (by === null || change === 'same') return '';
  return `${CAUSE_WORDS[by]}${MARKS[significance]}`;
}
