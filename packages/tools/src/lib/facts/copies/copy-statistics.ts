import type { CopyStatistics } from '../../../schemas/memory-analysis.js';
import type { IntervalList } from '../../intervals/interval-list.js';
import { totalLength } from '../../intervals/total-length.js';
import { shiftIntervals } from '../../intervals/shift-intervals.js';
import { unionOfAll } from '../../intervals/union-of-all.js';
import { medianInPlace, percentileInPlace } from '../../statistics/percentile.js';
import { roundTo } from '../../statistics/round-to.js';
import type { CopyDirectionPart } from './collect-copies.js';
import type { CopyPeak } from './copy-peak.js';
import type { MergeContext } from '../merge-context.js';

const KIB = 1024;
const MIB = 1024 ** 2;
/** Size classes: label and the size that is no longer in it. */
const SIZE_CLASSES: readonly (readonly [string, number])[] = [
  ['< 4 KiB', 4 * KIB],
  ['4 KiB to 64 KiB', 64 * KIB],
  ['64 KiB to 1 MiB', MIB],
  ['1 MiB to 16 MiB', 16 * MIB],
  ['>= 16 MiB', Number.POSITIVE_INFINITY],
];
/** Below this a copy costs its latency rather than its bytes: docs/diagnosis.md, as the rules on copies judge. */
const SMALL_COPY_BYTES = 64 * KIB;

/**
 * Statistics of one direction over all processes; `parts[i]` belongs to process i and is undefined without copies.
 *
 * Copies without a size or of no length count in `count` and `total_duration_ns` only. bandwidth_gbps = total_bytes /
 * sized_duration_ns, a mean per copy engine (1 byte/ns is 1 GB/s). aggregate_gbps = total_bytes over the time in which
 * at least one sized copy of the direction ran: the union over all devices and processes of a group, because they share
 * a clock; groups are added up. Without sized copies all of it is null.
 *
 * efficiency_pct compares bandwidth_gbps with the peak of the path, where all copies of the direction took paths of one
 * peak; it is not clamped. Percentiles: linear between order statistics.
 */
export function copyStatistics(
  parts: readonly (CopyDirectionPart | undefined)[],
  context: MergeContext,
): CopyStatistics {
  const present = parts.filter((part) => part !== undefined);
  const sizes = concatenate(present.map(({ sizesBytes }) => sizesBytes));
  const durations = concatenate(present.map(({ durationsNs }) => durationsNs));
  const count = sum(present.map((part) => part.count));
  const totalDurationNs = sum(present.map((part) => part.totalDurationNs));
  const totalBytes = sum(sizes);
  const sizedDurationNs = sum(durations);
  const rates = sizes.map((size, index) => size / (durations[index] ?? 1));
  const bandwidthGbps = rate(totalBytes, sizedDurationNs);
  const peak = commonPeak(present.flatMap(({ peaks }) => peaks));
  const classes = countSizes(sizes);
  const smallCount = sizes.reduce((found, size) => (size < SMALL_COPY_BYTES ? found + 1 : found), 0);
  return {
    count,
    unknown_size_count: sum(present.map((part) => part.unknownSizeCount)),
    zero_duration_count: sum(present.map((part) => part.zeroDurationCount)),
    total_bytes: totalBytes,
    total_duration_ns: totalDurationNs,
    sized_duration_ns: sizedDurationNs,
    avg_bytes: sizes.length === 0 ? null : totalBytes / sizes.length,
    median_bytes: medianInPlace(sizes),
    avg_duration_ns: count === 0 ? 0 : totalDurationNs / count,
    bandwidth_gbps: bandwidthGbps,
    aggregate_gbps: rate(totalBytes, activeNs(parts, context)),
    median_gbps: medianInPlace(rates),
    p95_gbps: percentileInPlace(rates, 0.95),
    size_histogram: classes,
    small_copy_frac: sizes.length === 0 ? null : smallCount / sizes.length,
    peak_gbps: peak?.peakGbps ?? null,
    peak_source: peak?.source ?? null,
    efficiency_pct: peak === null || bandwidthGbps === null ? null : (100 * bandwidthGbps) / peak.peakGbps,
  };
}

/** Time with at least one sized copy: per group in its own frame, added up; a process without a group stands alone. */
function activeNs(parts: readonly (CopyDirectionPart | undefined)[], context: MergeContext): number {
  const alone = new Set(parts.keys());
  let total = 0;
  for (const { processIndices, windows } of context.groups) {
    const shifted: IntervalList[] = [];
    for (const [place, processIndex] of processIndices.entries()) {
      alone.delete(processIndex);
      const part = parts[processIndex];
      if (part !== undefined) shifted.push(shiftIntervals(part.sized, windows[place]?.startNs ?? 0));
    }
    total += totalLength(unionOfAll(shifted));
  }
  for (const processIndex of alone) {
    const part = parts[processIndex];
    if (part !== undefined) total += totalLength(part.sized);
  }
  return total;
}

function countSizes(sizes: Float64Array): { label: string; count: number }[] {
  const counts = new Uint32Array(SIZE_CLASSES.length);
  for (const size of sizes) {
    const index = SIZE_CLASSES.findIndex(([, limit]) => size < limit);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return sizes.length === 0 ? [] : SIZE_CLASSES.map(([label], index) => ({ label, count: counts[index] ?? 0 }));
}

function commonPeak(peaks: readonly (CopyPeak | null)[]): CopyPeak | null {
  const [first] = peaks;
  if (first === undefined || first === null) return null;
  return peaks.every((peak) => peak?.peakGbps === first.peakGbps) ? first : null;
}

function rate(totalBytes: number, durationNs: number): number | null {
  return durationNs > 0 ? roundTo(totalBytes / durationNs, 4) : null;
}

function sum(values: readonly number[] | Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function concatenate(arrays: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(sum(arrays.map((array) => array.length)));
  let offset = 0;
  for (const array of arrays) {
    joined.set(array, offset);
    offset += array.length;
  }
  return joined;
}
