import type { Report } from '@perfxpert/agents';
import { formatBytes, formatFixed, formatPercent, formatSignificant } from '../format-number.js';
import { plural } from '../plural.js';
import { timeUnitFor } from '../time-unit.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Roofline = NonNullable<Report['roofline']>;
type Kernel = Roofline['kernels'][number];

/** Rows of the table; what is left out is counted. */
const MOST_ROWS = 20;

/** One row per kernel: intensity, rates, and the roof that bounds it; ≈ where figures rest on estimates. */
export function renderRooflineKernels(roofline: Roofline, context: TextContext): string[] {
  const shown = roofline.kernels.slice(0, MOST_ROWS);
  const unit = timeUnitFor(shown.map((kernel) => kernel.duration_ns));
  const columns: Column[] = [
    { header: 'kernel', kind: 'name' },
    { header: 'type', kind: 'word' },
    { header: 'FLOP/B', kind: 'number' },
    { header: 'TFLOP/s', kind: 'number' },
    { header: 'GB/s', kind: 'number' },
    { header: 'of roof', kind: 'number' },
    { header: 'bound by', kind: 'word' },
    { header: unit.name, kind: 'number' },
    { header: 'share', kind: 'number', isOptional: true },
    { header: 'moved', kind: 'number', isOptional: true },
    { header: 'ridge', kind: 'number', isOptional: true },
  ];
  const rows = shown.map((kernel): Cell[] => [
    context.kernelLabel(kernel.name),
    kernel.fp_type,
    kernel.ai === null ? null : formatSignificant(kernel.ai),
    kernel.achieved_flops_per_s === null ? null : formatFixed(kernel.achieved_flops_per_s / 1e12, 2),
    formatFixed(kernel.achieved_bytes_per_s / 1e9, 0),
    kernel.roof_pct === null ? null : `${kernel.confidence === 'low' ? '≈' : ''}${formatPercent(kernel.roof_pct)}`,
    boundBy(kernel),
    unit.format(kernel.duration_ns),
    formatPercent(kernel.duration_pct),
    formatBytes(kernel.bytes),
    kernel.ridge_ai === null ? null : formatSignificant(kernel.ridge_ai),
  ]);
  const rest = roofline.kernel_count - shown.length;
  return [
    ...renderTable(columns, rows, context),
    ...(rest > 0 ? paragraph(`${plural(rest, 'kernel')} more with counters`, context) : []),
  ];
}

function boundBy({ bottleneck_class: bound, compute_roof: roof }: Kernel): string | null {
  switch (bound) {
    case 'memory':
      return 'memory';
    case 'compute':
      return roof ?? 'compute';
    default:
      return bound;
  }
}
