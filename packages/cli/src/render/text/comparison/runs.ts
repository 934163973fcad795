import type { TraceDiff } from '@perfxpert/agents';
import { runNames } from '../../comparison-words.js';
import { formatCount, formatDuration } from '../../format-number.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

/** Every run of both sides. */
export function renderRuns(diff: TraceDiff, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'side', kind: 'word' },
    { header: 'run', kind: 'name' },
    { header: 'window', kind: 'number' },
    { header: 'kernel time', kind: 'number' },
    { header: 'dispatches', kind: 'number' },
    { header: 'processes', kind: 'number', isOptional: true },
    { header: 'files', kind: 'number', isOptional: true },
    { header: 'left out', kind: 'number', isOptional: true },
    { header: 'GPU', kind: 'word', isOptional: true },
  ];
  return renderTable(columns, [...sideRows('baseline', diff), ...sideRows('new', diff)], context);
}

function sideRows(side: 'baseline' | 'new', diff: TraceDiff): Cell[][] {
  const names = runNames(side === 'baseline' ? diff.baseline_db : diff.new_db);
  return diff.runs[side].map((run, index): Cell[] => [
    side,
    names[index] ?? '',
    run.gpu_window_ns === null ? null : formatDuration(run.gpu_window_ns),
    formatDuration(run.kernel_time_ns),
    formatCount(run.dispatch_count),
    formatCount(run.process_count),
    run.file_count === 1 ? '' : formatCount(run.file_count),
    run.dropped_row_count === 0 ? '' : formatCount(run.dropped_row_count),
    run.gfx_ids.join(', '),
  ]);
}
