import type { Report } from '@perfxpert/agents';
import { formatChipBytes, formatCount, formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import { spreadPlot } from '../charts/spread-plot.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { breakable } from '../parts/code-name.js';
import { kernelDrawer } from '../parts/kernel-drawer.js';
import { levelBars } from '../parts/level-bars.js';
import { shareOf } from '../parts/meter.js';
import { cutText } from '../parts/cut-text.js';
import type { HtmlSection } from '../section.js';

type Hotspot = Report['hotspots'][number];

const LEVELS: Readonly<Record<Hotspot['severity_label'], number>> = { CRITICAL: 4, HOT: 3, WARM: 2, COOL: 1 };

/** Two lines; the whole name is in the drawer. */
const LONGEST_LABEL = 76;

/** Headers that sort; the drawing of the durations does not. */
const HEADERS: readonly (readonly [string, 'right' | '', boolean])[] = [
  ['#', 'right', true],
  ['Kernel', '', true],
  ['Severity', '', true],
  ['Calls', 'right', true],
  ['Total', 'right', true],
  ['Median, µs', 'right', true],
  ['p95, µs', 'right', true],
  ['Durations', '', false],
  ['Alone', 'right', true],
  ['Share', 'right', true],
];

/** Kernels by time; a row opens to what is known of its kernel. */
export function kernelsSection(context: HtmlContext): HtmlSection | null {
  const { hotspots } = context.report;
  const [first] = hotspots;
  if (first === undefined) return null;
  const unit = timeUnitFor(hotspots.map((entry) => entry.total_duration));
  const shortest = Math.min(...hotspots.map((entry) => entry.min_duration));
  const longest = Math.max(...hotspots.map((entry) => entry.max_duration));
  const rows = hotspots.map((entry) => kernelRows(entry, unit, [shortest, longest], context));
  const head = HEADERS.map(([header, alignment, isSortable]) => {
    const words = header === 'Total' ? `Total, ${unit.name}` : header;
    const order = header === 'Total' ? markup` aria-sort="descending"` : null;
    const content = isSortable ? markup`<button type="button" data-sort>${words}</button>` : words;
    return markup`<th scope="col" ${alignment === '' ? null : markup` class="right"`}${order}>${content}</th>`;
  });
  return {
    id: 'kernels',
    title: 'Kernels',
    count: String(hotspots.length),
    take: takeOf(hotspots, context),
    body: markup`<div class="tools script"> <label class="filter">Filter <input type="search" id="kernel-filter" autocomplete="off" spellcheck="false" placeholder="part of a kernel name"/></label><span class="status" id="kernel-filter-status" role="status"></span></div><div class="table-frame" tabindex="0" role="region" aria-label="Kernels by summed time"><table class="hot" data-sortable><caption class="hidden-text"> Kernels by summed time; share is of the summed time of all kernels </caption><thead><tr>${head}</tr></thead>${rows}</table></div><p class="note"> Share is of the summed time of all kernels. Alone is the part of a kernel's time in which nothing else ran on its device. The drawing spans the shortest to the longest launch on a common logarithmic axis, ${formatDuration(shortest)} to ${formatDuration(longest)}: line from minimum to maximum, block from median to 95th percentile.${limits(context)}</p>`,
  };
}

function takeOf(hotspots: readonly Hotspot[], context: HtmlContext): string {
  const [first] = hotspots;
  if (first === undefined) return '';
  const listed = hotspots.reduce((sum, entry) => sum + entry.percent_of_total, 0);
  const label = context.kernelLabel(first.name);
  const all =
    hotspots.length === 1
      ? ''
      : ` The ${plural(hotspots.length, 'kernel')} listed take ${formatPercent(Math.min(100, listed))} of it.`;
  return `${cutText(label, 80)} takes ${formatPercent(first.percent_of_total)} of summed kernel time in ${plural(first.calls, 'call')}.${all}`;
}

function kernelRows(
  entry: Hotspot,
  unit: { format(nanoseconds: number): string },
  range: readonly [number, number],
  context: HtmlContext,
): Markup {
  const label = cutText(context.kernelLabel(entry.name), LONGEST_LABEL);
  const alone = entry.total_duration === 0 ? 0 : Math.min(100, (100 * entry.exclusive_ns) / entry.total_duration);
  const fill = entry.category === 'NCCL' ? 'fill-comm' : 'fill-compute';
  const word = entry.severity_label.toLowerCase();
  return markup`<tbody class="kernel" id="k${entry.rank}"><tr><td class="right dim" data-value="${entry.rank}">${entry.rank}</td><th scope="row" class="name" data-value="${label}"><details><summary><code>${breakable(label)}</code><small>${subtitle(entry)}</small></summary></details></th><td data-value="${LEVELS[entry.severity_label]}">${levelBars(LEVELS[entry.severity_label], 4, word)}</td><td class="right" data-value="${entry.calls}">${formatCount(entry.calls)}</td><td class="right" data-value="${entry.total_duration}">${unit.format(entry.total_duration)}</td><td class="right" data-value="${entry.median_duration}">${MICROSECONDS.format(entry.median_duration)}</td><td class="right" data-value="${entry.p95_duration}">${MICROSECONDS.format(entry.p95_duration)}</td><td>${spreadPlot(entry, range)}</td><td class="right" data-value="${alone}">${Math.round(alone)}%</td><td class="right" data-value="${entry.percent_of_total}"> <svg class="share-bar" width="64" height="10" aria-hidden="true"><rect class="ground" width="64" height="10" rx="2"/><rect class="${fill}" width="${shareOf(entry.percent_of_total)}%" height="10" rx="2"/> </svg><span class="share-number">${formatPercent(entry.percent_of_total)}</span></td></tr><tr class="drawer"><td colspan="${HEADERS.length}">${kernelDrawer(entry, context)}</td></tr></tbody>`;
}

/** What tells a kernel from its kin: its kind, its shapes, the devices it ran on. */
function subtitle({ category, variant_count: shapes, agents }: Hotspot): string {
  const devices = agents.length > 1 ? plural(agents.length, 'device') : (agents[0] ?? '');
  return [category, shapes > 1 ? plural(shapes, 'launch shape') : '', devices]
    .filter((part) => part !== '')
    .join(' · ');
}

/** What a compute unit of the GPU holds: the limits that occupancy is taken of. */
function limits({ report: { kernel_resources: resources } }: HtmlContext): string {
  const { arch, arch_specs: specs } = resources;
  if (specs === null) return arch === null ? '' : ` The kernels ran on ${arch}.`;
  const units = specs.cu_count === null ? '' : `, ${formatCount(specs.cu_count)} compute units`;
  return ` A compute unit of ${arch ?? 'the GPU'} has ${formatCount(specs.simds_per_cu)} SIMDs with at most ${formatCount(specs.max_waves_per_simd)} waves of ${formatCount(specs.wavefront_size)} and ${formatCount(specs.vgprs_per_simd)} vector registers per lane each, and ${formatChipBytes(specs.lds_per_cu_bytes)} of LDS${units}.`;
}
