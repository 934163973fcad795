import type { Report } from '@perfxpert/agents';
import {
  formatCount,
  formatDuration,
  formatFixed,
  formatPercent,
  formatPlain,
  formatSignificant,
} from '../../format-number.js';
import { formatQuantity } from '../../format-quantity.js';
import { metricWords } from '../../metric-words.js';
import { plural } from '../../plural.js';
import { MICROSECONDS } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup, MarkupValue } from '../markup.js';
import { cutText } from './cut-text.js';
import { occupancyPanel } from './occupancy-panel.js';
import { table } from './table.js';

type Hotspot = Report['hotspots'][number];

/** Longer names are cut in the page; JSON has them whole. */
const LONGEST_NAME = 8000;
const MOST_METRICS = 16;

/** Everything that is known of one kernel. */
export function kernelDrawer(entry: Hotspot, context: HtmlContext): Markup {
  const panels = [
    panel('Durations', durations(entry)),
    panel(shapesTitle(entry), shapes(entry)),
    panel('Occupancy', occupancyPanel(entry.name, context)),
    panel('Counters', counters(entry.name, context)),
    panel('Roofline', roofline(entry.name, context)),
    panel('Source', source(entry)),
  ];
  return markup`<div class="whole-name"> <code>${cutText(entry.name, LONGEST_NAME)}</code><button class="script" type="button" data-copy>Copy</button></div>${entry.name.length > LONGEST_NAME ? markup`<p class="note">The name has ${formatCount(entry.name.length)} characters; JSON holds all of them.</p>` : null}${links(entry, context)}<div class="columns">${panels}</div>`;
}

function panel(title: string, content: MarkupValue): Markup | null {
  return content === null || content === undefined ? null : markup`<div><h3>${title}</h3>${content}</div>`;
}

function links({ name }: Hotspot, context: HtmlContext): Markup | null {
  const anchor = context.findingAnchor(name);
  const items = [
    ...(anchor === null ? [] : [markup`<a href="#${anchor}">What to do about it</a>`]),
    ...(context.timeline === null
      ? []
      : [
          markup`<a href="#timeline" data-show-kernel="${context.kernelLabel(name)}">Longest launch on the timeline</a>`,
        ]),
  ];
  return items.length === 0
    ? null
    : markup`<p class="note">${items.map((item, index) => markup`${index === 0 ? '' : ' · '}${item}`)}</p>`;
}

function durations(entry: Hotspot): Markup | null {
  const rows: [string, string | null][] = [
    ['Shortest', MICROSECONDS.format(entry.min_duration)],
    ['Median', MICROSECONDS.format(entry.median_duration)],
    ['Mean', MICROSECONDS.format(entry.avg_duration)],
    ['95th percentile', MICROSECONDS.format(entry.p95_duration)],
    ['Longest', MICROSECONDS.format(entry.max_duration)],
    ['First launch', MICROSECONDS.format(entry.first_duration)],
    ['Standard deviation', MICROSECONDS.format(entry.stddev_duration)],
    ['Deviation over mean', entry.cv === null ? null : formatFixed(entry.cv, 2)],
    ['Alone on its device', `${MICROSECONDS.format(entry.exclusive_ns)}`],
    ['Of all compute time', formatPercent(entry.pct_of_busy)],
  ];
  return table(
    [
      { header: 'Figure', kind: 'name' },
      { header: 'µs', kind: 'number' },
    ],
    rows,
    { caption: 'Durations in microseconds' },
  );
}

function shapesTitle({ variants, variant_count: count }: Hotspot): string {
  return variants.length < count ? `Launch shapes, ${String(variants.length)} of ${String(count)}` : 'Launch shapes';
}

function shapes({ variants }: Hotspot): Markup | null {
  const rows = variants.map((variant) => [
    variant.grid === null ? markup`<span class="dim">not recorded</span>` : variant.grid.map(formatCount).join(' × '),
    variant.workgroup === null ? null : variant.workgroup.map(formatCount).join(' × '),
    formatCount(variant.calls),
    MICROSECONDS.format(variant.total_duration),
    MICROSECONDS.format(variant.median_duration),
  ]);
  return table(
    [
      { header: 'Grid, work-items', kind: 'name' },
      { header: 'Group', kind: 'number' },
      { header: 'Calls', kind: 'number' },
      { header: 'Total, µs', kind: 'number' },
      { header: 'Median, µs', kind: 'number' },
    ],
    rows,
    { caption: 'Launch shapes' },
  );
}

function counters(name: string, { report: { hardware_counters: all }, isDrawn }: HtmlContext): MarkupValue {
  const derived = Object.entries(own(all.metrics?.per_kernel, name) ?? {}).filter(
    ([, metric]) => metric.value !== null,
  );
  const raw = Object.entries(own(all.per_kernel, name) ?? {});
  if (derived.length + raw.length === 0) return null;
  const rows = [
    ...derived.map(([key, metric]) => [metricWords(key), formatQuantity(metric.value, metric.unit)]),
    ...raw.map(([key, value]) => [markup`<code>${key}</code>`, formatPlain(value.avg_value)]),
  ];
  const rest = rows.length - MOST_METRICS;
  return markup`${table(
    [
      { header: 'Metric, mean per dispatch', kind: 'name' },
      { header: 'Value', kind: 'number' },
    ],
    rows.slice(0, MOST_METRICS),
    { caption: 'Counters of the kernel' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'row')} more under ${isDrawn('counters') ? markup`<a href="#counters">Counters</a>` : 'the counters of the report'}.</p>` : null}`;
}

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function roofline(name: string, { report, isDrawn }: HtmlContext): Markup | null {
  const place = report.roofline?.kernels.findIndex((kernel) => kernel.name === name) ?? -1;
  const point = report.roofline?.kernels[place];
  if (point === undefined) return null;
  const rate =
    point.achieved_flops_per_s === null
      ? ''
      : `${formatSignificant(point.achieved_flops_per_s / 1e12)} TFLOP/s at ${point.ai === null ? '–' : formatSignificant(point.ai)} FLOP/B, `;
  const words = `Point ${String(place + 1)}`;
  const link = isDrawn('roofline')
    ? markup`<a href="#roof-${place + 1}">${words}</a>`
    : markup`${words} of the roofline`;
  const roof = point.roof_pct === null ? '' : `${String(Math.round(point.roof_pct))}% of its roof, `;
  return markup`<p class="note">${rate}${roof}${formatSignificant(point.achieved_bytes_per_s / 1e9)} GB/s over ${formatDuration(point.duration_ns)}. ${link}</p>`;
}

function source({ source_locations: locations }: Hotspot): Markup | null {
  if (locations === undefined) return null;
  if (locations.length === 0) return markup`<p class="note">No definition or launch of it was found.</p>`;
  const list = locations.map(({ file, line, kind, is_ambiguous: isAmbiguous }) => {
    const words = isAmbiguous === true ? `${kind}, one of several of this name` : kind;
    return markup`<li><code>${file}:${line}</code> <span class="dim">${words}</span></li>`;
  });
  return markup`<ul>${list}</ul>`;
}
