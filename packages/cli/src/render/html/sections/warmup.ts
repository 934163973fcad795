import { formatCount, formatDuration, formatFixed } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import { kernelName } from '../parts/kernel-name.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

const MOST_ROWS = 20;

/** Kernels whose first calls were far slower than the later ones. */
export function warmupSection(context: HtmlContext): HtmlSection | null {
  const { warmup } = context.report;
  if (warmup === undefined || !warmup.has_warmup_issues) return null;
  const rest = warmup.outliers.length - MOST_ROWS;
  const headers = [
    'Kernel',
    'Device',
    'Block',
    'Grid',
    'Calls',
    'Slow',
    'First, µs',
    'Median, µs',
    'Times',
    'Excess, µs',
  ];
  return {
    id: 'warmup',
    title: 'Warm-up',
    count: formatCount(warmup.outliers.length),
    take: `First calls take ${formatDuration(warmup.total_excess_ns)} beyond the median of the later ones, in ${plural(warmup.outliers.length, 'kernel')}.`,
    body: markup`${table(
      headers.map((header, index) => ({
        header,
        kind: index === 0 ? ('name' as const) : index < 4 ? ('text' as const) : ('number' as const),
      })),
      warmup.outliers
        .slice(0, MOST_ROWS)
        .map((entry) => [
          kernelName(entry.kernel_name, context),
          entry.device,
          entry.workgroup,
          entry.grid,
          formatCount(entry.calls),
          formatCount(entry.warmup_calls),
          MICROSECONDS.format(entry.first_duration_ns),
          MICROSECONDS.format(entry.median_ns),
          formatFixed(entry.ratio, 1),
          MICROSECONDS.format(entry.excess_ns),
        ]),
      { caption: 'Kernels with slow first calls', sortable: true },
    )}${rest > 0 ? markup`<p class="note">${plural(rest, 'kernel')} more in JSON.</p>` : null}`,
  };
}
