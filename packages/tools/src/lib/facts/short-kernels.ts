import { tracelensMetricsCatalogue } from '@perfxpert/knowledge';
import type { ShortKernels } from '../../schemas/short-kernels.js';
import { roundedPercentOf } from '../statistics/percent-of.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import type { DeviceTimeline } from './device-timeline.js';
import type { KernelSegments } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';

/** A longer gap is no launch gap any more: the host did something else. Nanoseconds. */
const MAX_LAUNCH_GAP_NS = 50_000;
const MAX_OFFENDERS = 10;

/** Short dispatches of one process. */
export interface ShortKernelsPart {
  readonly dispatchCount: number;
  /** Short dispatches by bucket of the histogram. */
  readonly bucketCounts: readonly number[];
  readonly gapAfterShortNs: number;
  /** Kernel names with short dispatches; those that are not listed count in the sums alone. */
  readonly kernels: readonly {
    readonly name: string;
    readonly count: number;
    readonly totalNs: number;
    readonly isListed: boolean;
  }[];
}

/**
 * Dispatches shorter than the threshold of the knowledge data (10 us), and the launch gaps after them: gaps below 50 us
 * between GPU work of a device that begin where such a dispatch ends. The gap is the cost, not the run time.
 *
 * @param listedKernels by index into the kernels of the process, 1 for those that are told one by one; all if null.
 * @param thresholdUs another threshold, microseconds; the merge must get the same.
 *
 * Source of threshold and buckets: AMD-AGI/TraceLens, short kernel study.
 */
export function collectShortKernels(
  { columns, devices }: ProcessStage,
  segments: KernelSegments,
  listedKernels: Uint8Array | null = null,
  thresholdUs?: number,
): ShortKernelsPart {
  const { limitNs, buckets } = shortKernelRules(thresholdUs);
  const bounds = Float64Array.from(buckets, ({ untilNs }) => untilNs);
  const bucketCounts = buckets.map(() => 0);
  const counts = new Float64Array(segments.names.length);
  const totalsNs = new Float64Array(segments.names.length);
  for (let segment = 0; segment < segments.count; segment++) {
    const name = segments.name[segment] ?? 0;
    const end = segments.offsets[segment + 1] ?? 0;
    let count = 0;
    let totalNs = 0;
    for (let place = segments.offsets[segment] ?? 0; place < end; place++) {
      const duration = segments.durationsNs[place] ?? 0;
      if (duration >= limitNs) continue;
      count++;
      totalNs += duration;
      let bucket = 0;
      while (duration >= (bounds[bucket] ?? limitNs)) bucket++;
      bucketCounts[bucket] = (bucketCounts[bucket] ?? 0) + 1;
    }
    counts[name] = (counts[name] ?? 0) + count;
    totalsNs[name] = (totalsNs[name] ?? 0) + totalNs;
  }
  const { startNs, endNs } = columns.dispatches;
  const isListed = new Uint8Array(segments.names.length).fill(listedKernels === null ? 1 : 0);
  for (const [kernel, name] of segments.nameOfKernel.entries()) if (listedKernels?.[kernel] === 1) isListed[name] = 1;
  return {
    dispatchCount: segments.durationsNs.length,
    bucketCounts,
    gapAfterShortNs: devices.reduce((sum, device) => sum + gapsAfterShort(device, startNs, endNs, limitNs), 0),
    kernels: segments.names
      .map((name, index) => ({
        name,
        count: counts[index] ?? 0,
        totalNs: totalsNs[index] ?? 0,
        isListed: isListed[index] === 1,
      }))
      .filter(({ count }) => count > 0),
  };
}

/** Short kernels over all processes; shares are of all dispatches and of the summed time of all kernels. */
export function mergeShortKernels(
  parts: readonly ShortKernelsPart[],
  context: MergeContext,
  thresholdUs?: number,
): ShortKernels {
  const { limitNs, buckets } = shortKernelRules(thresholdUs);
  const byName = new Map<string, { count: number; totalNs: number; isListed: boolean }>();
  for (const { name, count, totalNs, isListed } of parts.flatMap(({ kernels }) => kernels)) {
    const sum = byName.get(name) ?? { count: 0, totalNs: 0 };
    byName.set(name, { count: sum.count + count, totalNs: sum.totalNs + totalNs, isListed });
  }
  const kernels = [...byName].sort(([nameA, a], [nameB, b]) => b.totalNs - a.totalNs || compareText(nameA, nameB));
  const total = parts.reduce((sum, { dispatchCount }) => sum + dispatchCount, 0);
  const shortCount = kernels.reduce((sum, [, { count }]) => sum + count, 0);
  const shortNs = kernels.reduce((sum, [, { totalNs }]) => sum + totalNs, 0);
  return {
    threshold_us: limitNs / 1000,
    total_kernels: total,
    short_kernel_count: shortCount,
    short_kernel_pct: roundedPercentOf(shortCount, total),
    short_kernel_time_ns: shortNs,
    short_kernel_time_pct: roundedPercentOf(shortNs, context.kernelTimeNs),
    gap_after_short_ns: parts.reduce((sum, { gapAfterShortNs }) => sum + gapAfterShortNs, 0),
    histogram: buckets
      .map(({ label }, bucket) => ({
        bucket_label: label,
        count: parts.reduce((sum, { bucketCounts }) => sum + (bucketCounts[bucket] ?? 0), 0),
      }))
      .filter(({ count }) => count > 0),
    top_offenders: kernels
      .filter(([, { isListed }]) => isListed)
      .slice(0, MAX_OFFENDERS)
      .map(([name, { count, totalNs }]) => ({
        name,
        count,
        avg_us: roundTo(totalNs / count / 1000, 3),
        total_ns: totalNs,
      })),
  };
}

/**
 * Threshold and buckets in nanoseconds; lower bounds are inclusive. The last bucket ends at the threshold: buckets above
 * it are left out, and one is added where the table ends below it.
 */
function shortKernelRules(thresholdUs?: number): {
  readonly limitNs: number;
  readonly buckets: readonly { readonly label: string; readonly untilNs: number }[];
} {
  const { thresholds, histogram_buckets_us: table } = tracelensMetricsCatalogue();
  const limitUs = thresholdUs ?? thresholds.short_kernel_us;
  const bounds = [...table.map(([from]) => from), table.at(-1)?.[1] ?? 0].filter((bound) => bound < limitUs);
  return {
    limitNs: limitUs * 1000,
    buckets: bounds.map((from, index) => {
      const until = bounds[index + 1] ?? limitUs;
      return { label: `${String(from)}-${String(until)}\u03bcs`, untilNs: until * 1000 };
    }),
  };
}

/** Summed length of the device's launch gaps that begin where a short dispatch ends. */
function gapsAfterShort(device: DeviceTimeline, startNs: Float64Array, endNs: Float64Array, limitNs: number): number {
  const { starts, ends } = device.busy;
  let total = 0;
  // Rows are in order of start, so the busy interval that holds them only moves on. A gap counts once.
  let interval = 0;
  for (let place = 0; place < device.dispatchRows.length && interval < starts.length - 1; place++) {
    const row = device.dispatchRows[place] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    while (interval < ends.length && (ends[interval] ?? 0) <= start) interval++;
    if (end === start || end - start >= limitNs || end !== ends[interval]) continue;
    const gap = (starts[interval + 1] ?? end) - end;
    if (gap < MAX_LAUNCH_GAP_NS) total += gap;
    interval++;
  }
  return total;
}
