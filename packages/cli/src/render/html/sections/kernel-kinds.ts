import { bucketWords } from '../../bucket-words.js';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { kernelName } from '../parts/kernel-name.js';
import { trackBar } from '../parts/meter.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

const MOST_OFFENDERS = 10;

/** Kernels by kind, and how many are too short to be worth their launch. */
export function kernelKinds(context: HtmlContext): HtmlSection | null {
  const { kernel_categories: categories, short_kernels: short } = context.report;
  const [first] = categories;
  if (first === undefined) return null;
  const unit = timeUnitFor(categories.map((entry) => entry.total_ns));
  const list = table(
    [
      { header: 'Kind', kind: 'name' },
      { header: 'Dispatches', kind: 'number' },
      { header: `Total, ${unit.name}`, kind: 'number' },
      { header: 'Mean, µs', kind: 'number' },
      { header: 'Of kernel time', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
      { header: 'Over the window', kind: 'number' },
    ],
    categories.map((entry) => [
      entry.category,
      formatCount(entry.count),
      unit.format(entry.total_ns),
      MICROSECONDS.format(entry.avg_duration_ns),
      formatPercent(entry.pct_of_kernel_time),
      trackBar(
        entry.pct_of_kernel_time,
        entry.category === 'NCCL' ? 'fill-comm' : 'fill-compute',
        formatPercent(entry.pct_of_kernel_time),
      ),
      formatPercent(entry.pct_of_total_time),
    ]),
    { caption: 'Kernels by kind' },
  );
  return {
    id: 'kinds',
    title: 'Kinds of kernels',
    count: String(categories.length),
    take: `${first.category} kernels take ${formatPercent(first.pct_of_kernel_time)} of summed kernel time; ${formatPercent(short.short_kernel_pct)} of ${plural(short.total_kernels, 'dispatch', 'dispatches')} are shorter than ${formatFixed(short.threshold_us, 0)} µs.`,
    body: markup`${list}${shortKernels(context)}`,
  };
}

function shortKernels(context: HtmlContext): Markup | null {
  const { short_kernels: short } = context.report;
  if (short.short_kernel_count === 0) return null;
  const most = Math.max(1, ...short.histogram.map(({ count }) => count));
  const histogram = table(
    [
      { header: 'Duration', kind: 'name' },
      { header: 'Dispatches', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
    ],
    short.histogram.map(({ bucket_label: label, count }) => [
      bucketWords(label),
      formatCount(count),
      trackBar((100 * count) / most, 'accent', formatCount(count)),
    ]),
    { caption: 'Dispatches by duration' },
  );
  const offenders = table(
    [
      { header: 'Kernel', kind: 'name' },
      { header: 'Short', kind: 'number' },
      { header: 'Mean, µs', kind: 'number' },
      { header: 'Total, µs', kind: 'number' },
    ],
    short.top_offenders
      .slice(0, MOST_OFFENDERS)
      .map((entry) => [
        kernelName(entry.name, context),
        formatCount(entry.count),
        formatFixed(entry.avg_us, 1),
        MICROSECONDS.format(entry.total_ns),
      ]),
    { caption: 'Kernels with the most short dispatches' },
  );
  return markup`<div class="sub"><h3>Short dispatches</h3><p class="note">${plural(short.short_kernel_count, 'dispatch', 'dispatches')} below ${formatFixed(short.threshold_us, 0)} µs ${short.short_kernel_count === 1 ? 'takes' : 'take'} ${formatDuration(short.short_kernel_time_ns)} (${formatPercent(short.short_kernel_time_pct)} of kernel time); gaps of less than 50 µs behind them add up to ${formatDuration(short.gap_after_short_ns)}. </p><div class="pair"><div>${histogram}</div><div>${offenders}</div></div></div>`;
}
