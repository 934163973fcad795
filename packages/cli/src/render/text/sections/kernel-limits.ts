import type { Report } from '@perfxpert/agents';
import { formatPercent, formatRate } from '../../format-number.js';
import { cutMiddle } from '../cut-middle.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import { renderTable } from '../table.js';
import type { Cell, Column } from '../table.js';
import type { TextContext } from '../text-context.js';

type Hotspot = Report['hotspots'][number];
type Diagnosis = NonNullable<Hotspot['diagnosis']>;
type Figure = Diagnosis['achieved_bandwidth'];

const COLUMNS: readonly Column[] = [
  { header: 'kernel', kind: 'name' },
  { header: 'bound by', kind: 'word' },
  { header: 'roofline', kind: 'word', isOptional: true },
  { header: 'GB/s', kind: 'number' },
  { header: 'HBM', kind: 'number' },
  { header: 'VALU', kind: 'number' },
  { header: 'MFMA', kind: 'number' },
  { header: 'occupancy', kind: 'number' },
  { header: 'L2 hits', kind: 'number' },
  { header: 'LDS conflicts', kind: 'number', isOptional: true },
];

/** Longer names are cut before a hint; the table of kernels has more of them. */
const WIDEST_NAME = 48;

/** What bounds each kernel by its counters, and hints from static data. Null where neither says anything. */
export function renderKernelLimits({ hotspots }: Report, context: TextContext): Section | null {
  const known = hotspots.flatMap(({ name, diagnosis }) => (diagnosis === undefined ? [] : [{ name, diagnosis }]));
  const counted = known.filter(({ diagnosis }) => isCounted(diagnosis));
  const hinted = known.filter(({ diagnosis }) => diagnosis.hints.length > 0);
  if (counted.length === 0 && hinted.length === 0) return null;
  const rows = counted.map(({ name, diagnosis }): Cell[] => [
    context.kernelLabel(name),
    diagnosis.limiter?.replaceAll('_', ' ') ?? null,
    diagnosis.roofline_side,
    shown(diagnosis.achieved_bandwidth, formatRate),
    shown(diagnosis.bandwidth_utilization, formatPercent),
    shown(diagnosis.vector_busy, formatPercent),
    shown(diagnosis.matrix_busy, formatPercent),
    shown(diagnosis.occupancy_measured, formatPercent),
    shown(diagnosis.l2_hit_rate, (value) => formatPercent(100 * value)),
    shown(diagnosis.lds_conflicts, (value) => value.toFixed(1)),
  ]);
  return {
    title: 'KERNEL LIMITS',
    aside: counted.length === 0 ? 'hints from static data' : 'by counters',
    lines: [
      ...renderTable(COLUMNS, rows, context),
      ...hinted.flatMap(({ name, diagnosis }) =>
        paragraph(
          `${cutMiddle(context.kernelLabel(name), WIDEST_NAME, context.ellipsis)}: ${diagnosis.hints.map(({ text }) => text).join(' ')}`,
          context,
          {
            label: 'hint',
          },
        ),
      ),
    ],
  };
}

function isCounted({ limiter, achieved_bandwidth: bandwidth, vector_busy: busy }: Diagnosis): boolean {
  return limiter !== null || bandwidth.value !== null || busy.value !== null;
}

function shown({ value }: Figure, format: (value: number) => string): Cell {
  return value === null ? null : format(value);
}
