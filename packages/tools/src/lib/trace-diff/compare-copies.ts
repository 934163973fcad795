import { COPY_DIRECTIONS } from '../../terms/copy-directions.js';
import type { CopyStatistics } from '../../schemas/memory-analysis.js';
import type { CopyDirection } from '../../terms/copy-directions.js';
import type { DiffCopy } from '../../schemas/trace-diff.js';
import { medianOf } from '../statistics/median-of.js';
import { roundTo } from '../statistics/round-to.js';
import { medianNs } from './comparison-side.js';
import type { ComparisonSide } from './comparison-side.js';
import { directionOfChange, roundedChangePct } from './relative-change.js';

/**
 * Copies of two sides by direction: medians over the runs of a side, by the larger of the two times descending, then in
 * the order of `COPY_DIRECTIONS`. The bandwidth is bytes over the time of the sized copies, from those medians; null
 * without sized copies.
 *
 * @param baselineNs what 0.1 % is taken of: the baseline's window, or its kernel time.
 */
export function compareCopies(baseline: ComparisonSide, next: ComparisonSide, baselineNs: number): DiffCopy[] {
  const rows = COPY_DIRECTIONS.flatMap((direction): DiffCopy[] => {
    const before = copiesOf(baseline, direction);
    const after = copiesOf(next, direction);
    if (before.count === 0 && after.count === 0) return [];
    return [
      {
        direction,
        baseline_ns: before.totalNs,
        new_ns: after.totalNs,
        delta_ns: after.totalNs - before.totalNs,
        delta_pct: roundedChangePct(before.totalNs, after.totalNs),
        regressed: directionOfChange(before.totalNs, after.totalNs, baselineNs) > 0,
        count_baseline: before.count,
        count_new: after.count,
        bytes_baseline: before.bytes,
        bytes_new: after.bytes,
        bandwidth_baseline_gbps: before.bandwidthGbps,
        bandwidth_new_gbps: after.bandwidthGbps,
      },
    ];
  });
  const sizeOf = (row: DiffCopy): number => Math.max(row.baseline_ns, row.new_ns);
  return rows.sort((a, b) => sizeOf(b) - sizeOf(a));
}

interface SideCopies {
  readonly count: number;
  readonly totalNs: number;
  readonly bytes: number;
  readonly bandwidthGbps: number | null;
}

function copiesOf({ runs }: ComparisonSide, direction: CopyDirection): SideCopies {
  const figure = (of: (statistics: CopyStatistics) => number): number[] =>
    runs.map(({ copies }) => {
      const statistics = copies[direction];
      return statistics === undefined ? 0 : of(statistics);
    });
  const bytes = medianNs(figure((statistics) => statistics.total_bytes));
  const sizedNs = medianNs(figure((statistics) => statistics.sized_duration_ns));
  return {
    count: medianOf(figure((statistics) => statistics.count)),
    totalNs: medianNs(figure((statistics) => statistics.total_duration_ns)),
    bytes,
    bandwidthGbps: sizedNs > 0 ? roundTo(bytes / sizedNs, 4) : null,
  };
}
