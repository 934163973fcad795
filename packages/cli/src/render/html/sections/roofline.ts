import type { Report } from '@perfxpert/agents';
import { formatBytes, formatFixed, formatPercent, formatSignificant } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { rooflinePlot } from '../charts/roofline-plot.js';
import { roofName } from '../charts/roofline-words.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { kernelName } from '../parts/kernel-name.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Roofline = NonNullable<Report['roofline']>;
type Kernel = Roofline['kernels'][number];

/** Kernels against the roofs of their GPU. */
export function rooflineSection(context: HtmlContext): HtmlSection | null {
  const { roofline } = context.report;
  if (roofline === undefined || roofline.kernels.length === 0) return null;
  const plots = [
    rooflinePlot(roofline, { width: 620, height: 440, name: 'wide' }, context),
    rooflinePlot(roofline, { width: 360, height: 340, name: 'narrow' }, context),
  ];
  const drawing =
    plots[0] === null
      ? markup`<p class="note">No kernel has counted operations, so none has a place on logarithmic axes; the table says what is known.</p>`
      : chart(plots);
  return {
    id: 'roofline',
    title: 'Roofline',
    count: String(roofline.kernels.length),
    take: takeOf(roofline, context),
    body: markup`<div class="roofline"><div class="pair"><div>${drawing}</div><div class="key">${key(roofline, context)}</div></div>${details(roofline, context)}</div>`,
  };
}

function chart(plots: readonly (Markup | null)[]): Markup {
  return markup`<div class="tools script"> <span class="button-row" role="group" aria-label="Zoom of the roofline"><button type="button" data-roof-zoom="in" aria-label="Zoom in">+</button><button type="button" data-roof-zoom="out" aria-label="Zoom out">−</button><button type="button" data-roof-zoom="fit">Fit</button></span><button type="button" data-save-svg>SVG</button><span class="keys"><kbd>Ctrl</kbd> + wheel zooms, drag pans</span></div><figure>${plots}</figure><ul class="legend"><li> <svg class="swatch" width="12" height="12" aria-hidden="true"><circle class="dot memory" cx="6" cy="6" r="4.5"/></svg>under the memory roof </li><li> <svg class="swatch" width="12" height="12" aria-hidden="true"><circle class="dot" cx="6" cy="6" r="4.5"/></svg>under a compute roof </li><li>area is time</li></ul>`;
}

function takeOf(roofline: Roofline, context: HtmlContext): string {
  const [first] = roofline.kernels;
  if (first === undefined) return '';
  const part =
    roofline.sku === null
      ? roofline.arch
      : `${roofline.sku} (${roofline.arch}${roofline.sku_assumed ? ', assumed' : ''})`;
  const share =
    first.roof_pct === null
      ? 'has no known roof'
      : `reaches ${String(Math.round(first.roof_pct))}% of ${roofName(first)}`;
  const bound =
    roofline.hbm_bandwidth_bytes_per_s === null
      ? ''
      : ` HBM moves at most ${formatSignificant(roofline.hbm_bandwidth_bytes_per_s / 1e12)} TB/s.`;
  const ridge =
    roofline.ridge_point.ai === null
      ? ''
      : ` Below ${formatSignificant(roofline.ridge_point.ai)} FLOP/B memory is the limit for ${roofline.dtype}${roofline.ridge_point.flops_per_s === null ? '' : ` (${formatSignificant(roofline.ridge_point.flops_per_s / 1e12)} TFLOP/s)`}.`;
  return `${context.kernelLabel(first.name)}, ${formatPercent(first.duration_pct)} of counted time, ${share} of ${part}.${bound}${ridge}`;
}

function key(roofline: Roofline, context: HtmlContext): Markup | null {
  const time = timeUnitFor(roofline.kernels.map((kernel) => kernel.duration_ns));
  const isGiga = roofline.kernels.every((kernel) => (kernel.achieved_flops_per_s ?? 0) < 1e11);
  return table(
    [
      { header: '#', kind: 'number' },
      { header: 'Kernel', kind: 'name' },
      { header: 'FLOP/B', kind: 'number' },
      { header: isGiga ? 'GFLOP/s' : 'TFLOP/s', kind: 'number' },
      { header: 'of roof', kind: 'number' },
      { header: time.name, kind: 'number' },
    ],
    roofline.kernels.map((kernel, index) => [
      String(index + 1),
      markup`${kernelName(kernel.name, context, 44)}<small>${bound(kernel)}</small>`,
      kernel.ai === null ? null : formatFixed(kernel.ai, 2),
      kernel.achieved_flops_per_s === null
        ? null
        : `${kernel.flops_lower_bound ? '≥ ' : ''}${formatFixed(kernel.achieved_flops_per_s / (isGiga ? 1e9 : 1e12), 2)}`,
      kernel.roof_pct === null ? null : `${String(Math.round(kernel.roof_pct))}%`,
      time.format(kernel.duration_ns),
    ]),
    { caption: 'Points of the roofline', rowIds: roofline.kernels.map((_, index) => `roof-${String(index + 1)}`) },
  );
}

function bound(kernel: Kernel): string {
  const roof =
    kernel.bottleneck_class === null
      ? (kernel.reason ?? 'no roof known')
      : `${kernel.bottleneck_class}-bound, ${roofName(kernel).replace('the ', '')}`;
  return `${roof}${kernel.confidence === 'low' ? ', low confidence' : ''}`;
}

/** How figures were taken, the roofs with their sources, kernels that are no points. */
function details(roofline: Roofline, context: HtmlContext): Markup {
  const method = table(
    [
      { header: 'Kernel', kind: 'name' },
      { header: 'Type', kind: 'text' },
      { header: 'Compute roof', kind: 'text' },
      { header: 'Ridge, FLOP/B', kind: 'number' },
      { header: 'Moved', kind: 'number' },
      { header: 'GB/s', kind: 'number' },
      { header: 'Of counted time', kind: 'number' },
      { header: 'Times from', kind: 'text' },
      { header: 'Operations from', kind: 'text' },
    ],
    roofline.kernels.map((kernel) => [
      kernelName(kernel.name, context),
      kernel.fp_type,
      kernel.compute_roof,
      kernel.ridge_ai === null ? null : formatFixed(kernel.ridge_ai, 1),
      `${kernel.bytes_lower_bound ? '≥ ' : ''}${formatBytes(kernel.bytes)}`,
      formatFixed(kernel.achieved_bytes_per_s / 1e9, 1),
      formatPercent(kernel.duration_pct),
      kernel.duration_source === 'counter_run' ? 'the counter run' : 'a run without counters',
      kernel.flops_method === null ? null : kernel.flops_method === 'counters' ? 'counters' : 'an estimate',
    ]),
    { caption: 'How the points were computed' },
  );
  const roofs = table(
    [
      { header: 'Roof', kind: 'name' },
      { header: 'Rate', kind: 'number' },
      { header: 'From', kind: 'text' },
    ],
    roofline.roofs.map((roof) => [
      roof.name,
      roof.bytes_per_s === null
        ? roof.flops_per_s === null
          ? null
          : `${formatSignificant(roof.flops_per_s / 1e12)} TFLOP/s`
        : `${formatSignificant(roof.bytes_per_s / 1e12)} TB/s`,
      roof.source === 'tables' ? 'published' : 'derived from clock and width',
    ]),
    { caption: 'Roofs' },
  );
  const dropped = roofline.dropped.map(
    ({ name, reason }) => markup`<li>${kernelName(name, context)}: <span class="dim">${reason}</span></li>`,
  );
  const notes = [
    ...roofline.notes,
    `${plural(roofline.kernel_count, 'kernel')} ${roofline.kernel_count === 1 ? 'is a point' : 'are points'}; type of arithmetic ${roofline.dtype} (${roofline.dtype_confidence.replaceAll('_', ' ')}).`,
    ...(roofline.dropped_count === 0
      ? []
      : [
          `${plural(roofline.dropped_count, 'kernel')} with counters ${roofline.dropped_count === 1 ? 'is no point' : 'are no points'}.`,
        ]),
  ];
  return markup`${notes.map((note) => markup`<p class="note">${note}</p>`)}<details class="fold"><summary>Roofs and how points were computed</summary>${roofs}${method}${
    dropped.length === 0 ? null : markup`<ul class="actions">${dropped}</ul>`
  }</details>`;
}
