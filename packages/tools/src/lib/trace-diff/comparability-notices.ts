import type { Diagnostic } from '../../schemas/diagnostic.js';
import { percentText } from '../diagnosis/figures.js';
import { printable } from '../diagnosis/printable.js';
import { diffNotice } from './diff-notice.js';
import type { NoticeInput } from './diff-notice.js';
import type { RunDevice, RunMeasure } from './run-measure.js';

/** With less of the baseline's kernel time in kernels that the new run has too, the two are different programs. */
const COMMON_WORK_FRAC = 0.5;
const SAME_GPU = 'Record both runs on the same kind of GPU: the change is not the program alone.';
const SAME_SIZE = 'Compare runs of equal size, or rank by rank.';

/** Why two sides may not be comparable: other GPUs, other numbers of devices or processes, other work. */
export function comparabilityNotices(input: Pick<NoticeInput, 'baseline' | 'next' | 'rows'>): Diagnostic[] {
  const differ = (code: string, what: string, of: (run: RunMeasure) => string, fix: string): Diagnostic[] => {
    const before = distinct(input.baseline.runs.map(of));
    const after = distinct(input.next.runs.map(of));
    if (before === after || before === '' || after === '') return [];
    const figures = `${printable(before)} in the baseline, ${printable(after)} in the new run`;
    return [diffNotice(code, `${what} differ: ${figures}.`, fix)];
  };
  // Of the GPUs only the coarsest difference is told.
  const [gpu] = [
    ...differ('GPU_DIFFERS', 'Architectures', (run) => kinds(run, ({ gfxId }) => gfxId), SAME_GPU),
    ...differ('GPU_DIFFERS', 'GPUs', (run) => kinds(run, ({ productName }) => productName), SAME_GPU),
    ...differ(
      'CLOCK_DIFFERS',
      'Highest clocks in MHz',
      (run) => kinds(run, ({ maxClockMhz }) => maxClockMhz),
      SAME_GPU,
    ),
  ];
  return [
    ...(gpu === undefined ? [] : [gpu]),
    ...differ('DEVICE_COUNT_DIFFERS', 'Numbers of devices', (run) => countOf(run.devices.length), SAME_SIZE),
    ...differ('PROCESS_COUNT_DIFFERS', 'Numbers of processes', (run) => countOf(run.processCount), SAME_SIZE),
    ...workloadNotices(input.rows),
    ...counterNotices(input),
  ];
}

/** The window of a run that collects counters is the profiler's: idle time of such a run is not judged either. */
function counterNotices({ baseline, next }: Pick<NoticeInput, 'baseline' | 'next'>): Diagnostic[] {
  const sides = [
    ...(baseline.runs.some((run) => run.isCounterRun) ? ['the baseline'] : []),
    ...(next.runs.some((run) => run.isCounterRun) ? ['the new run'] : []),
  ];
  if (sides.length === 0) return [];
  return [
    diffNotice(
      'WINDOW_WITH_COUNTERS',
      `Counters were collected in ${sides.join(' and ')}, which pauses the GPU between kernels: go by kernel times, not by the window.`,
      'Record both runs without counters: rocprofv3 --sys-trace.',
    ),
  ];
}

/** A number as text, '' for 0: nothing was recorded to compare by. */
function countOf(count: number): string {
  return count === 0 ? '' : String(count);
}

/** The distinct values of the devices of a run, sorted; '' where one is unknown. */
function kinds({ devices }: RunMeasure, valueOf: (device: RunDevice) => string | number | null): string {
  const values = devices.map(valueOf);
  return values.includes(null) ? '' : distinct(values.map(String));
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ');
}

function workloadNotices(rows: NoticeInput['rows']): Diagnostic[] {
  const common = rows.reduce((sum, row) => sum + (row.change === 'removed' ? 0 : row.baseline_ns), 0);
  const whole = rows.reduce((sum, row) => sum + row.baseline_ns, 0);
  if (whole === 0 || common / whole >= COMMON_WORK_FRAC) return [];
  return [
    diffNotice(
      'WORKLOAD_DIFFERS',
      `Only ${percentText((100 * common) / whole)} of the baseline's kernel time is in kernels that the new run has too.`,
      'Check that both traces are of the same program with the same input.',
    ),
  ];
}
