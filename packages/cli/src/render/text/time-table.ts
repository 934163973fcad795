import type { Report } from '@perfxpert/agents';
import { formatPercent } from '../format-number.js';
import type { TimeUnit } from '../time-unit.js';
import { timeUnitFor } from '../time-unit.js';
import { shortDeviceLabels } from './device-labels.js';
import { displayWidth } from './display-width.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';
import { sharePercent, TIME_PARTS } from './time-parts.js';

type Breakdown = NonNullable<Report['execution_breakdown']>;
type Device = Breakdown['devices'][number];

/** Columns that legend, mean and its share take, and one device with the gap before it. */
const MEAN_COLUMNS = 50;
const DEVICE_COLUMNS = 10;

/**
 * The five kinds of time: mean and share, then one column per device where they fit beside each other, a
 * table of devices below where they don't.
 */
export function renderTimeTable(breakdown: Breakdown, devices: readonly Device[], context: TextContext): string[] {
  const isSingle = devices.length === 1;
  const unit = timeUnitFor([breakdown.wall_ns]);
  const labels = devices.map(({ label }) => label);
  const names = context.layout === undefined ? shortDeviceLabels(labels) : labels;
  const widths = names.map((name) => Math.max(displayWidth(context.encode(name)) + 2, DEVICE_COLUMNS));
  // Windows of groups differ, and only the table of devices has a column for them.
  const fits =
    context.layout === undefined &&
    breakdown.group_count < 2 &&
    !isSingle &&
    MEAN_COLUMNS + widths.reduce((sum, width) => sum + width, 0) <= context.width;
  const beside = fits ? devices : [];
  const columns: Column[] = [
    { header: '', kind: 'word' },
    { header: '', kind: 'word' },
    { header: isSingle ? unit.name : `${summaryWord(breakdown)}, ${unit.name}`, kind: 'number' },
    { header: 'share', kind: 'number' },
    ...beside.map((_device, index): Column => ({ header: names[index] ?? '', kind: 'number' })),
  ];
  const legend = renderTable(columns, legendRows(breakdown, beside, unit, context), context);
  return isSingle || fits ? legend : [...legend, '', ...renderDeviceRows(devices, names, unit, context)];
}

/** What the figures of several devices are together: their mean, or with several windows the sum of their groups' means. */
export function summaryWord(breakdown: Pick<Breakdown, 'group_count'>): string {
  return breakdown.group_count > 1 ? 'all' : 'mean';
}

function legendRows(breakdown: Breakdown, devices: readonly Device[], unit: TimeUnit, context: TextContext): Cell[][] {
  return TIME_PARTS.map((part) => [
    { text: part.mark, paint: context.paint[part.paint] },
    part.label,
    unit.format(part.nanoseconds(breakdown)),
    formatPercent(sharePercent(part, breakdown)),
    ...devices.map((device) => unit.format(part.nanoseconds(device))),
  ]);
}

function renderDeviceRows(
  devices: readonly Device[],
  names: readonly string[],
  unit: TimeUnit,
  context: TextContext,
): string[] {
  const columns: Column[] = [
    { header: `device, ${unit.name}`, kind: 'name' },
    { header: 'window', kind: 'number' },
    { header: 'compute', kind: 'number' },
    { header: 'comm.', kind: 'number' },
    { header: 'copy', kind: 'number' },
    { header: 'API', kind: 'number' },
    { header: 'idle', kind: 'number' },
    // Where bars are drawn, it stands beside them.
    { header: 'busy', kind: 'number' },
  ];
  const rows = devices.map((device, index) => [
    names[index] ?? '',
    unit.format(device.wall_ns),
    ...TIME_PARTS.map((part) => unit.format(part.nanoseconds(device))),
    context.layout === undefined ? '' : formatPercent(device.gpu_busy_pct),
  ]);
  return renderTable(columns, rows, context);
}
