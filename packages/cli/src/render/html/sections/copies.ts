import type { Report } from '@perfxpert/agents';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatFixed,
  formatPercent,
  formatRate,
} from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { trackBar } from '../parts/meter.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Copies = Report['memory_analysis'];
type Statistics = NonNullable<Copies[keyof Copies]>;
type Direction = readonly [string, Statistics];

/** Copies by direction: amounts, rates, sizes. */
export function copiesSection({ report }: HtmlContext): HtmlSection | null {
  const directions = Object.entries(report.memory_analysis);
  if (directions.length === 0) return null;
  const count = directions.reduce((sum, [, entry]) => sum + entry.count, 0);
  const totalNs = directions.reduce((sum, [, entry]) => sum + entry.total_duration_ns, 0);
  const exposedPct = report.execution_breakdown?.copy_exposed_pct;
  const exposed =
    exposedPct === undefined ? '' : `; copies that no kernel covers take ${formatPercent(exposedPct)} of the window`;
  return {
    id: 'copies',
    title: 'Copies',
    count: formatCount(count),
    take: `${plural(count, 'copy', 'copies')} take ${formatDuration(totalNs)} summed${exposed}.`,
    body: markup`${amounts(directions)}${rates(directions)}<div class="sub"><h3>Sizes</h3><div class="columns">${directions.map(sizes)}</div></div>`,
  };
}

function amounts(directions: readonly Direction[]): Markup | null {
  const unit = timeUnitFor(directions.map(([, entry]) => entry.total_duration_ns));
  return table(
    [
      { header: 'Direction', kind: 'name' },
      { header: 'Copies', kind: 'number' },
      { header: 'Size', kind: 'number' },
      { header: `Total, ${unit.name}`, kind: 'number' },
      { header: 'Mean, µs', kind: 'number' },
      { header: 'Mean size', kind: 'number' },
      { header: 'Median size', kind: 'number' },
      { header: 'Size unknown', kind: 'number' },
      { header: 'Zero length', kind: 'number' },
    ],
    directions.map(([direction, entry]) => [
      direction,
      formatCount(entry.count),
      entry.count === entry.unknown_size_count ? null : formatBytes(entry.total_bytes),
      unit.format(entry.total_duration_ns),
      MICROSECONDS.format(entry.avg_duration_ns),
      entry.avg_bytes === null ? null : formatBytes(entry.avg_bytes),
      entry.median_bytes === null ? null : formatBytes(entry.median_bytes),
      formatCount(entry.unknown_size_count),
      formatCount(entry.zero_duration_count),
    ]),
    { caption: 'Copies by direction' },
  );
}

function rates(directions: readonly Direction[]): Markup | null {
  const rated = directions.filter(([, entry]) => entry.bandwidth_gbps !== null);
  const rate = (value: number | null): string | null => (value === null ? null : formatFixed(value, 2));
  return table(
    [
      { header: 'Rates, GB/s', kind: 'name' },
      { header: 'Per engine', kind: 'number' },
      { header: 'Together', kind: 'number' },
      { header: 'Median', kind: 'number' },
      { header: 'p95', kind: 'number' },
      { header: 'Peak of the path', kind: 'number' },
      { header: 'Of peak', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
      { header: 'Behind the rate', kind: 'number' },
    ],
    rated.map(([direction, entry]) => [
      direction,
      rate(entry.bandwidth_gbps),
      rate(entry.aggregate_gbps),
      rate(entry.median_gbps),
      rate(entry.p95_gbps),
      entry.peak_gbps === null
        ? null
        : markup`${formatRate(entry.peak_gbps)}${entry.peak_source === null ? null : markup`<small>${entry.peak_source}</small>`}`,
      entry.efficiency_pct === null ? null : formatPercent(entry.efficiency_pct),
      entry.efficiency_pct === null
        ? markup`&nbsp;`
        : trackBar(entry.efficiency_pct, 'fill-copy', `${formatPercent(entry.efficiency_pct)} of peak`),
      formatDuration(entry.sized_duration_ns),
    ]),
    { caption: 'Rates of copies by direction, GB/s' },
  );
}

function sizes([direction, entry]: Direction): Markup {
  const most = Math.max(1, ...entry.size_histogram.map(({ count }) => count));
  const histogram = table(
    [
      { header: 'Size', kind: 'name' },
      { header: 'Copies', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
    ],
    entry.size_histogram
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => [
        label,
        formatCount(count),
        trackBar((100 * count) / most, 'fill-copy', formatCount(count)),
      ]),
    { caption: `Sizes of copies, ${direction}` },
  );
  const small =
    entry.small_copy_frac === null
      ? 'No size recorded, so no rate is shown.'
      : `${formatPercent(100 * entry.small_copy_frac)} of those with a size are below 64 KiB, where start-up costs more than the transfer.`;
  return markup`<div><h3>${direction}</h3>${histogram}<p class="note">${small}</p></div>`;
}
