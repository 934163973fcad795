import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatDuration, formatFixed, formatRate } from '../../format-number.js';
import { plural } from '../../plural.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { shareOf } from './meter.js';
import { legendItem } from './swatch.js';
import { table } from './table.js';

type Communication = NonNullable<Report['communication']>;
type Arrival = Communication['arrivals'][number];

/** Shorter collectives share one row. */
const DRAWN_FROM_NS = 1e6;
const MOST_DRAWN = 24;
/** Lines of ranks in one row. */
const MOST_LINES = 16;

/** Matched collectives: a line per rank, waiting first, then transferring. Null without any. */
export function arrivalTable(communication: Communication): Markup | null {
  const { arrivals, ranks } = communication;
  if (arrivals.length === 0) return null;
  const byLength = [...arrivals].sort((a, b) => b.longest_ns - a.longest_ns);
  const long = byLength.filter((arrival) => arrival.longest_ns >= DRAWN_FROM_NS);
  const drawn = (long.length > 0 ? long : byLength).slice(0, MOST_DRAWN);
  const shown = arrivals.filter((arrival) => drawn.includes(arrival));
  const rest = arrivals.filter((arrival) => !drawn.includes(arrival));
  const end = Math.max(...shown.map(lengthOf), 1);
  const isLong = end >= 1e6;
  const unit = isLong ? 'ms' : 'µs';
  const number = (ns: number | null): string | null =>
    ns === null ? null : formatFixed(ns / (isLong ? 1e6 : 1e3), isLong ? 2 : 1);
  const rows = shown.map((arrival) => [
    formatCount(arrivals.indexOf(arrival) + 1),
    markup`${arrival.op_type}${arrival.msg_bytes === null ? null : markup`<small>${formatBytes(arrival.msg_bytes)}${arrival.transfer_bw_gbps === null ? '' : `, ${formatRate(arrival.transfer_bw_gbps)}`}</small>`}`,
    arrival.start_ns === null ? null : formatFixed(arrival.start_ns / 1e6, 2),
    lines(arrival, end, communication),
    number(arrival.skew_ns),
    number(arrival.communication_ns),
    number(arrival.wait_ns),
    lastRank(arrival, communication),
  ]);
  if (rest.length > 0) rows.push(restRow(rest, number));
  return markup`${table(
    [
      { header: '#', kind: 'number' },
      { header: 'Operation', kind: 'name' },
      { header: 'Begins, ms', kind: 'number' },
      {
        header: `${plural(ranks.length, 'rank')}, top to bottom, axis 0 to ${formatDuration(end)}`,
        kind: 'plain',
        class: 'collective-bar',
      },
      { header: `Spread, ${unit}`, kind: 'number' },
      { header: `Transfer, ${unit}`, kind: 'number' },
      { header: `Waited, ${unit}`, kind: 'number' },
      { header: 'Last', kind: 'text' },
    ],
    rows,
    { caption: 'Arrivals of the ranks at collectives' },
  )}<ul class="legend">${legendItem('fill-wait', 'waiting for the last rank')}${legendItem('fill-comm', 'transferring')}</ul><p class="note"> Transfer is the shortest kernel among the ranks. Waited is summed over the ranks. ${ranks.length > MOST_LINES ? `Lines of the first ${String(MOST_LINES)} ranks are drawn.` : ''}</p>`;
}

function lengthOf({ starts_ns: starts, durations_ns: durations }: Arrival): number {
  return Math.max(...durations.map((duration, index) => (starts?.[index] ?? 0) + (duration ?? 0)), 0);
}

function lines(arrival: Arrival, end: number, { ranks }: Communication): Markup {
  const { starts_ns: starts, durations_ns: durations, communication_ns: transfer } = arrival;
  const count = Math.min(durations.length, MOST_LINES);
  const bars: Markup[] = [];
  for (let rank = 0; rank < count; rank++) {
    const duration = durations[rank] ?? null;
    if (duration === null) continue;
    const start = starts?.[rank] ?? 0;
    const waiting = Math.max(0, duration - transfer);
    const share = (ns: number): string => shareOf((100 * ns) / end);
    const words = `${ranks[rank]?.device ?? ''}: starts ${formatDuration(start)} after the first, waits ${formatDuration(waiting)}`;
    bars.push(
      markup`<g><title>${words}</title><rect class="fill-wait" x="${share(start)}%" y="${rank * 7}" width="${share(waiting)}%" height="5"/><rect class="fill-comm" x="${share(start + waiting)}%" y="${rank * 7}" width="${share(Math.min(transfer, duration))}%" height="5"/></g>`,
    );
  }
  return markup`<svg height="${7 * count}" role="img" aria-label="${arrival.op_type}: ${plural(count, 'rank')}, transfer ${formatDuration(transfer)}, longest ${formatDuration(arrival.longest_ns)}"> ${bars} </svg>`;
}

function lastRank({ last_rank: last }: Arrival, { ranks }: Communication): string | null {
  if (last === null) return null;
  const rank = ranks[last];
  return rank === undefined ? null : rank.rank === null ? rank.device : `rank ${String(rank.rank)}`;
}

function restRow(rest: readonly Arrival[], number: (ns: number | null) => string | null): (Markup | string | null)[] {
  const sum = (of: (arrival: Arrival) => number | null): number =>
    rest.reduce((total, arrival) => total + (of(arrival) ?? 0), 0);
  const longest = Math.max(...rest.map((arrival) => arrival.longest_ns));
  return [
    markup`&nbsp;`,
    'others',
    markup`&nbsp;`,
    markup`<span class="dim">${plural(rest.length, 'collective')} of at most ${formatDuration(longest)}</span>`,
    number(sum((arrival) => arrival.skew_ns)),
    number(sum((arrival) => arrival.communication_ns)),
    number(sum((arrival) => arrival.wait_ns)),
    markup`&nbsp;`,
  ];
}
