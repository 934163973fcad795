import type { Report } from '@perfxpert/agents';
import { describeBandwidth, describeCollectiveTime, describeMatchedRanks } from '../../communication-words.js';
import { formatBytes, formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import { bandwidthPlot } from '../charts/bandwidth-plot.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { arrivalTable } from '../parts/arrival-table.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Communication = NonNullable<Report['communication']>;

const MOST_COLLECTIVES = 20;
const MOST_RANKS = 64;

/** Collectives: who waits for whom, and how fast the transfers are. */
export function communicationSection({ report: { communication } }: HtmlContext): HtmlSection | null {
  if (communication === undefined) return null;
  if (communication.collective_count === 0 && !communication.capture_incomplete) return null;
  const { summary } = communication;
  return {
    id: 'communication',
    title: 'Communication',
    count: formatCount(summary.op_count),
    take: describeCollectiveTime(summary, summary.ranks > 1 ? ` among ${plural(summary.ranks, 'rank')}` : ''),
    body: markup`${[describeMatchedRanks(summary), describeBandwidth(communication)].filter((text) => text !== '').map((text) => markup`<p class="note">${text}</p>`)}${arrivalTable(communication)}${ranks(communication)}${bandwidthPlot(communication)}${collectives(communication)}`,
  };
}

function ranks({ ranks: list }: Communication): Markup | null {
  if (list.length < 2) return null;
  const unit = timeUnitFor(list.map((entry) => entry.time_ns));
  const rest = list.length - MOST_RANKS;
  const rows = list
    .slice(0, MOST_RANKS)
    .map((entry) => [
      entry.rank === null ? entry.device : `rank ${String(entry.rank)}`,
      entry.device,
      formatCount(entry.kernel_count),
      formatCount(entry.matched_count),
      unit.format(entry.time_ns),
      unit.format(entry.transfer_ns),
      unit.format(entry.excess_ns),
      unit.format(entry.wait_ns),
      unit.format(entry.delay_ns ?? entry.derived_delay_ns),
      entry.last_count === null ? null : formatCount(entry.last_count),
    ]);
  return markup`<div class="sub"><h3>By rank</h3>${table(
    [
      'Rank',
      'Device',
      'Kernels',
      'Matched',
      `In collectives, ${unit.name}`,
      'Transfer',
      'Beyond it',
      'Waited',
      'Came later by',
      'Last',
    ].map((header, index) => ({
      header,
      kind: index === 0 ? ('name' as const) : index === 1 ? ('text' as const) : ('number' as const),
    })),
    rows,
    { caption: 'Time in collectives by rank', sortable: true },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'rank')} more in JSON.</p>` : null}</div>`;
}

/** Without measured bandwidth there is no table of bandwidths: operation and time only. */
function collectives(communication: Communication): Markup | null {
  const { collectives: list, collective_count: total, arrivals, summary } = communication;
  if (!summary.measured_metrics_available && arrivals.length > 0) return null;
  const shown = list.slice(0, MOST_COLLECTIVES);
  const unit = timeUnitFor(shown.map((entry) => entry.duration_ns));
  const isMeasured = summary.measured_metrics_available;
  const headers = isMeasured
    ? [
        'Operation',
        'Device',
        'Size',
        `Time, ${unit.name}`,
        'Bus BW, GB/s',
        'Peak, GB/s',
        'Of peak',
        'Covered',
        'Regime, algorithm',
      ]
    : ['Operation', 'Device', `Time, ${unit.name}`, 'Covered'];
  const rows = shown.map((entry) =>
    isMeasured
      ? [
          entry.op_type,
          entry.device,
          entry.msg_bytes === null ? null : formatBytes(entry.msg_bytes),
          unit.format(entry.duration_ns),
          entry.effective_bw_gbps === null ? null : formatFixed(entry.effective_bw_gbps, 1),
          entry.peak_bw_gbps === null ? null : formatFixed(entry.peak_bw_gbps, 0),
          entry.efficiency_pct === null
            ? null
            : markup`${formatPercent(entry.efficiency_pct)}<small>${entry.efficiency_label}</small>`,
          formatPercent(entry.overlap_pct),
          `${entry.regime}, ${entry.algo_hint}, ${entry.topology_hint}`,
        ]
      : [entry.op_type, entry.device, unit.format(entry.duration_ns), formatPercent(entry.overlap_pct)],
  );
  const rest = total - shown.length;
  const shortest = list.at(-1);
  const below =
    rest > 0 && shortest !== undefined ? ` of at most ${formatDuration(shown.at(-1)?.duration_ns ?? 0)}` : '';
  const kinds = (index: number) =>
    index === 0 ? ('name' as const) : index === 1 || index === 8 ? ('text' as const) : ('number' as const);
  return markup`<div class="sub"><h3>Longest collectives</h3>${table(
    headers.map((header, index) => ({ header, kind: kinds(index) })),
    rows,
    { caption: 'Collectives by time' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'collective')} more${below}.</p>` : null}</div>`;
}
