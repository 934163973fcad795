import type { Report } from '@perfxpert/agents';
import { formatBytes, formatRate } from '../../format-number.js';
import { plural } from '../../plural.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { shareOf } from '../parts/meter.js';
import { axisTicks } from './axis-ticks.js';

type Communication = NonNullable<Report['communication']>;

/** Rows that dots are spread over, so that equal rates stay visible. */
const ROWS = 4;

/** Bus bandwidth of each collective against the rate of the link. Null where none was measured. */
export function bandwidthPlot({ collectives, summary }: Communication): Markup | null {
  const measured = collectives.flatMap((entry) =>
    entry.effective_bw_gbps === null ? [] : [{ ...entry, rate: entry.effective_bw_gbps }],
  );
  if (!summary.measured_metrics_available || measured.length === 0) return null;
  const peak = summary.peak_bw_gbps;
  const end = 1.06 * Math.max(peak ?? 0, ...measured.map(({ rate }) => rate));
  const x = (rate: number): string => shareOf((100 * rate) / end);
  const dots = measured.map(
    (entry, index) =>
      markup`<circle class="dot memory" cx="${x(entry.rate)}%" cy="${16 + 9 * (index % ROWS)}" r="3.2"><title>${entry.op_type}${entry.msg_bytes === null ? '' : ` of ${formatBytes(entry.msg_bytes)}`}: ${formatRate(entry.rate)}</title></circle>`,
  );
  const ticks = axisTicks(end, 5).map(
    (tick) =>
      markup`<text class="axis" x="${x(tick)}%" y="70" text-anchor="${tick === 0 ? 'start' : 'middle'}">${tick}</text>`,
  );
  const mark =
    peak === null
      ? null
      : markup`<line class="solid" stroke="currentColor" stroke-width="1.5" x1="${x(peak)}%" x2="${x(peak)}%" y1="2" y2="56"/><text class="axis" x="${x(peak)}%" y="86" text-anchor="end">${formatRate(peak)}: the link, one direction</text>`;
  return markup`<div class="sub"><h3>Bus bandwidth of ${plural(measured.length, 'collective')}, GB/s</h3><div class="chart"> <svg height="92" role="img" aria-label="Bus bandwidth of single collectives against the rate of the link"><rect class="ground" x="0" y="8" width="100%" height="44"/>${dots}${ticks}${mark} </svg></div></div>`;
}
