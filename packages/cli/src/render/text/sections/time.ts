import type { Report } from '@perfxpert/agents';
import { formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { cutMiddle } from '../cut-middle.js';
import { displayWidth, padLeft, padRight } from '../display-width.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';
import { timeBar } from '../time-bar.js';
import type { Partition } from '../time-parts.js';
import { renderTimeTable, summaryWord } from '../time-table.js';

type Breakdown = NonNullable<Report['execution_breakdown']>;
type Device = Breakdown['devices'][number];

/** More devices than this: the mean, the busiest and the least busy stand for them. */
const MOST_DEVICES = 8;
const LONGEST_LABEL = 24;
/** GPU 2 before GPU 10. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** The partition of the window: bars, the table that is also their legend, and what the partition leaves out. */
export function renderTime({ execution_breakdown: breakdown }: Report, context: TextContext): Section | null {
  if (breakdown === null) return null;
  if (breakdown.wall_ns === 0)
    return {
      title: 'WHERE THE TIME WENT',
      lines: paragraph('The window has no length: every recorded kernel and copy is of zero length.', context),
    };
  const devices = shownDevices(breakdown.devices);
  return {
    title: 'WHERE THE TIME WENT',
    aside: 'share of the window, every nanosecond counted once',
    lines: [
      ...(context.layout === undefined ? renderBars(breakdown, devices, context) : []),
      ...describeOmitted(breakdown, devices, context),
      '',
      ...renderTimeTable(breakdown, devices, context),
      ...paragraph(describeOverlap(breakdown), context),
    ],
  };
}

function shownDevices(devices: readonly Device[]): readonly Device[] {
  if (devices.length <= MOST_DEVICES)
    return [...devices].sort((left, right) => byNumber.compare(left.label, right.label));
  const byBusy = [...devices].sort((left, right) => right.gpu_busy_pct - left.gpu_busy_pct);
  return [byBusy[0], byBusy.at(-1)].filter((device) => device !== undefined);
}

function describeOmitted(breakdown: Breakdown, devices: readonly Device[], context: TextContext): string[] {
  const omitted = breakdown.devices.length - devices.length;
  if (omitted === 0) return [];
  return paragraph(`the busiest and the least busy; ${plural(omitted, 'device')} between them in JSON`, context);
}

function renderBars(breakdown: Breakdown, devices: readonly Device[], context: TextContext): string[] {
  const bars: [string, Partition][] = devices.map((device) => [device.label, device]);
  if (devices.length !== 1) bars.unshift([`${summaryWord(breakdown)} of ${breakdown.devices.length}`, breakdown]);
  const labels = bars.map(([label]) => cutMiddle(context.encode(label), LONGEST_LABEL, context.ellipsis));
  const labelWidth = Math.max(...labels.map(displayWidth));
  const barWidth = context.width - labelWidth - 17;
  return bars.map(([, partition], index) => {
    const busy = padLeft(formatPercent(partition.gpu_busy_pct), 6);
    return `  ${padRight(labels[index] ?? '', labelWidth)}  ${timeBar(partition, barWidth, context)}  busy ${busy}`;
  });
}

/** What the partition, by its nature, can't show: copies under kernels, overlapping kernels, calls that wait. */
function describeOverlap(breakdown: Breakdown): string {
  const { kernel_time_ns: kernelTimeNs, concurrency, api_exposed_wait_ns: waitNs } = breakdown;
  const isOverlapping = concurrency !== null && formatFixed(concurrency, 2) !== formatFixed(1, 2);
  const overlap = isOverlapping ? `, ${formatFixed(concurrency, 2)} kernels at a time` : '';
  const facts = [
    kernelTimeNs === 0 ? '' : `Kernel time adds up to ${formatDuration(kernelTimeNs)}${overlap}.`,
    breakdown.copy_hidden_ns === 0 ? '' : `Copies under kernels: ${formatDuration(breakdown.copy_hidden_ns)}.`,
    waitNs === 0
      ? ''
      : `Of the exposed API time ${formatDuration(waitNs)} (${formatPercent(breakdown.api_exposed_wait_pct)}) is spent in calls that wait.`,
  ];
  return facts.filter((fact) => fact !== '').join(' ');
}
