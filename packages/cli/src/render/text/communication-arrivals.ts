import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatFixed } from '../format-number.js';
import { plural } from '../plural.js';
import { MICROSECONDS, timeUnitFor } from '../time-unit.js';
import { paragraph } from './paragraph.js';
import type { Cell, Column } from './table.js';
import { renderTable } from './table.js';
import type { TextContext } from './text-context.js';

type Communication = NonNullable<Report['communication']>;
type Arrival = Communication['arrivals'][number];

const MOST_ROWS = 8;

/** The longest collectives that were matched across ranks, in order of start: who came when, who came last. */
export function renderArrivals({ arrivals, ranks, summary }: Communication, context: TextContext): string[] {
  if (arrivals.length === 0) return [];
  const shown = longestInOrder(arrivals);
  const unit = timeUnitFor(shown.map((entry) => entry.longest_ns));
  const columns: Column[] = [
    { header: 'operation', kind: 'word' },
    { header: 'at ms', kind: 'number' },
    { header: 'ranks', kind: 'number', isOptional: true },
    { header: 'size', kind: 'number' },
    { header: `transfer ${unit.name}`, kind: 'number' },
    { header: 'longest', kind: 'number' },
    { header: 'waited', kind: 'number' },
    { header: 'spread µs', kind: 'number' },
    { header: 'GB/s', kind: 'number', isOptional: true },
    { header: 'last', kind: 'name' },
  ];
  const rows = shown.map((entry): Cell[] => [
    entry.op_type === 'Unknown' ? null : entry.op_type,
    entry.start_ns === null ? null : formatFixed(entry.start_ns / 1e6, 3),
    formatCount(entry.rank_count),
    entry.msg_bytes === null ? null : formatBytes(entry.msg_bytes),
    unit.format(entry.communication_ns),
    unit.format(entry.longest_ns),
    unit.format(entry.wait_ns),
    MICROSECONDS.format(entry.skew_ns),
    entry.transfer_bw_gbps === null ? null : formatFixed(entry.transfer_bw_gbps, 2),
    entry.last_rank === null ? null : nameOfRank(ranks[entry.last_rank]),
  ]);
  const rest = summary.matched_count - shown.length;
  return [
    '',
    ...renderTable(columns, rows, context),
    ...(rest > 0 ? paragraph(`${plural(rest, 'matched collective')} more`, context) : []),
  ];
}

function longestInOrder(arrivals: readonly Arrival[]): Arrival[] {
  const longest = [...arrivals.entries()].sort(([, left], [, right]) => right.longest_ns - left.longest_ns);
  return longest
    .slice(0, MOST_ROWS)
    .sort(([left], [right]) => left - right)
    .map(([, arrival]) => arrival);
}

function nameOfRank(rank: Communication['ranks'][number] | undefined): string | null {
  if (rank === undefined) return null;
  return rank.rank === null ? rank.device : `rank ${rank.rank}`;
}
