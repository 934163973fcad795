import type { Report } from '@perfxpert/agents';
import { formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { axisTicks, axisUnit } from '../charts/axis-ticks.js';
import { partitionBar } from '../charts/partition-bar.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { shareOf } from '../parts/meter.js';
import { swatch } from '../parts/swatch.js';
import { table } from '../parts/table.js';
import { shareOfWindow, TIME_KINDS } from '../parts/time-kinds.js';
import type { HtmlSection } from '../section.js';

type Breakdown = NonNullable<Report['execution_breakdown']>;
type Device = Breakdown['devices'][number];

/** More devices than this: the mean, the busiest and the least busy, then a fold. */
const MOST_DEVICES = 8;
/** In the fold; more are counted. */
const MOST_FOLDED = 128;
const byNumber = new Intl.Collator('en', { numeric: true });

/** The partition of the window: bars, and the table that is also their legend. */
export function timeSection({ report }: HtmlContext): HtmlSection | null {
  const { execution_breakdown: breakdown } = report;
  if (breakdown === null) return null;
  const base = { id: 'time', title: 'Where the time went' };
  if (breakdown.wall_ns === 0)
    return {
      ...base,
      take: 'The window has no length: every kernel and copy was recorded with zero length.',
      body: markup``,
    };
  const sorted = [...breakdown.devices].sort((a, b) => byNumber.compare(a.label, b.label));
  const shown = sorted.length <= MOST_DEVICES ? sorted : extremes(sorted);
  const rest = sorted.length <= MOST_DEVICES ? [] : sorted;
  return {
    ...base,
    take: `Every nanosecond of the ${formatDuration(breakdown.wall_ns)} window is counted once, on ${plural(breakdown.devices.length, 'device')}. ${overlap(breakdown)}`,
    body: markup`<div class="partition">${bars(breakdown, shown)}</div>${partTable(breakdown, shown)}${rest.length === 0 ? null : fold(rest)}`,
  };
}

function extremes(devices: readonly Device[]): Device[] {
  const byBusy = [...devices].sort((a, b) => b.gpu_busy_pct - a.gpu_busy_pct);
  return [byBusy[0], byBusy.at(-1)].filter((device) => device !== undefined);
}

function bars(breakdown: Breakdown, devices: readonly Device[]): Markup[] {
  const isSingle = breakdown.devices.length === 1;
  return [
    ...(isSingle ? [] : [bar(`${summaryWord(breakdown)} of ${String(breakdown.devices.length)}`, '', breakdown, true)]),
    ...devices.map((device) => {
      const [name = '', ...details] = device.label.split(', ');
      return bar(name, details.join(', '), device, false);
    }),
    ...(breakdown.group_count === 1 ? [scale(breakdown.wall_ns)] : []),
  ];
}

/** Windows that don't overlap are added up, so the whole is then no mean. */
function summaryWord({ group_count: groups }: Breakdown): string {
  return groups > 1 ? 'All' : 'Mean';
}

function bar(name: string, detail: string, partition: Breakdown | Device, isMean: boolean): Markup {
  const mean = isMean ? ' mean' : '';
  return markup`<div class="partition-row"><div class="label${mean}">${name}${detail === '' ? null : markup`<small>${detail}</small>`}</div>${partitionBar(partition, 26, name)}<div class="busy${mean}">busy ${formatPercent(partition.gpu_busy_pct)}</div></div>`;
}

function scale(wallNs: number): Markup {
  const unit = axisUnit(wallNs);
  const ticks = axisTicks(wallNs / unit.ns, 6);
  const marks = ticks.map((tick, index) => {
    const x = shareOf((100 * tick * unit.ns) / wallNs);
    const label = `${formatFixed(tick, tick < 1 && tick > 0 ? 1 : 0)}${index === 0 ? ` ${unit.name}` : ''}`;
    return markup`<line class="tick" x1="${x}%" x2="${x}%" y1="0" y2="4"/><text class="axis" x="${x}%" y="15" text-anchor="${index === 0 ? 'start' : Number(x) > 97 ? 'end' : 'middle'}">${label}</text>`;
  });
  return markup`<div class="partition-row scale"><svg aria-hidden="true">${marks}</svg></div>`;
}

function partTable(breakdown: Breakdown, devices: readonly Device[]): Markup | null {
  const unit = timeUnitFor([breakdown.wall_ns]);
  const isSingle = breakdown.devices.length === 1;
  const shownDevices = isSingle ? [] : devices;
  const rows = TIME_KINDS.map((kind) => [
    markup`${swatch(kind.fill)}${kind.label}<small>${kind.meaning}</small>`,
    markup`<b>${unit.format(kind.nanoseconds(breakdown))}</b>`,
    markup`<b>${formatPercent(shareOfWindow(kind, breakdown))}</b>`,
    ...shownDevices.map((device) => unit.format(kind.nanoseconds(device))),
  ]);
  rows.push([
    markup`Window`,
    markup`${unit.format(breakdown.wall_ns)}`,
    markup`100.0%`,
    ...shownDevices.map((device) => unit.format(device.wall_ns)),
  ]);
  return table(
    [
      { header: 'Part of the window', kind: 'name' },
      { header: `${isSingle ? 'Time' : summaryWord(breakdown)}, ${unit.name}`, kind: 'number' },
      { header: 'of window', kind: 'number' },
      ...shownDevices.map(({ label }) => ({ header: `${label}, ${unit.name}`, kind: 'number' as const })),
    ],
    rows,
    { caption: `Parts of the window in ${unit.name}, per device`, hasTotal: true },
  );
}

/** What a partition can't show: copies under kernels, overlapping kernels, calls that wait. */
function overlap(breakdown: Breakdown): string {
  const { kernel_time_ns: kernelNs, concurrency, copy_hidden_ns: hiddenNs, api_exposed_wait_ns: waitNs } = breakdown;
  const concurrent =
    concurrency !== null && concurrency >= 1.005 ? `, ${formatFixed(concurrency, 2)} kernels at a time` : '';
  return [
    kernelNs === 0 ? '' : `Kernel time adds up to ${formatDuration(kernelNs)}${concurrent}.`,
    hiddenNs === 0 ? '' : `Copies under kernels take ${formatDuration(hiddenNs)} and are not counted again.`,
    waitNs === 0
      ? ''
      : `Of the exposed API time ${formatDuration(waitNs)} (${formatPercent(breakdown.api_exposed_wait_pct)} of the window) is spent in calls that wait.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function fold(devices: readonly Device[]): Markup {
  const shown = devices.slice(0, MOST_FOLDED);
  const rest = devices.length - shown.length;
  const unit = timeUnitFor(shown.map(({ wall_ns: wallNs }) => wallNs));
  const list = table(
    [
      { header: 'Device', kind: 'name' },
      ...TIME_KINDS.map((kind) => ({ header: `${kind.label}, ${unit.name}`, kind: 'number' as const })),
      { header: 'busy', kind: 'number' },
    ],
    shown.map((device) => [
      device.label,
      ...TIME_KINDS.map((kind) => unit.format(kind.nanoseconds(device))),
      formatPercent(device.gpu_busy_pct),
    ]),
    { caption: 'All devices', sortable: true },
  );
  return markup`<p class="note">The bars show the busiest and the least busy device.</p><details class="fold"><summary>All ${plural(devices.length, 'device')}</summary>${list}${rest === 0 ? null : markup`<p class="note">${plural(rest, 'device')} more in JSON.</p>`}</details>`;
}
