import type { Diagnostic } from '../../schemas/diagnostic.js';
import { countText } from '../diagnosis/figures.js';
import type { ComparisonSide } from './comparison-side.js';
import { diffNotice } from './diff-notice.js';
import type { RunSpan } from './run-measure.js';

/** What is wrong with the runs of one side: rows left out, the same recording twice, ranks given as runs. */
export function sideNotices({ runs }: Pick<ComparisonSide, 'runs'>, side: 'baseline' | 'new'): Diagnostic[] {
  const dropped = runs.reduce((sum, run) => sum + run.droppedRowCount, 0);
  const left = countText(dropped, 'kernel or copy', 'kernels and copies');
  const rows = `${left} of the ${side} side without usable times or name left out.`;
  return [
    ...(dropped === 0 ? [] : [diffNotice('ROWS_LEFT_OUT', rows, null)]),
    ...(runs.length < 2
      ? []
      : repetitionNotices(
          runs.map((run) => run.spans),
          side,
        )),
  ];
}

function repetitionNotices(spans: readonly (readonly RunSpan[])[], side: 'baseline' | 'new'): Diagnostic[] {
  if (hasRepeatedProcess(spans)) {
    const message = `Two runs of the ${side} side hold the same process: the same recording counts twice.`;
    return [diffNotice('RUN_REPEATED', message, 'Give each run once.')];
  }
  if (!hasOverlap(spans)) return [];
  const message = `Runs of the ${side} side overlap in time on one machine: they look like ranks of one run.`;
  const fix = 'Give the files of one run as one entry: a folder, or a list inside the list.';
  return [diffNotice('RUNS_OVERLAP_IN_TIME', message, fix)];
}

function hasRepeatedProcess(runs: readonly (readonly RunSpan[])[]): boolean {
  const guids = runs.flatMap((spans) => [...new Set(spans.map(({ guid }) => guid))]);
  return new Set(guids).size < guids.length;
}

/** True if spans of two different runs share a moment on one machine. */
function hasOverlap(runs: readonly (readonly RunSpan[])[]): boolean {
  const spans = runs.flatMap((own, run) => own.map((span) => ({ ...span, run })));
  spans.sort((a, b) => (a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : a.run - b.run));
  const open = new Map<string, { endNs: bigint; run: number }>();
  for (const { machine, startNs, endNs, run } of spans) {
    const last = open.get(machine);
    if (last !== undefined && last.run !== run && startNs < last.endNs) return true;
    if (last === undefined || endNs > last.endNs) open.set(machine, { endNs, run });
  }
  return false;
}
