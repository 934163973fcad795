import { categorizeKernelName } from '@perfxpert/knowledge';
import type { Hotspot, HotspotVariant } from '../../schemas/hotspot.js';
import { compareText } from '../text/compare-text.js';
import { percentOf } from '../statistics/percent-of.js';
import { medianInPlace, percentileInPlace } from '../statistics/percentile.js';
import { sampleStandardDeviation } from '../statistics/standard-deviation.js';
import { addExclusiveTime } from './exclusive-time.js';
import type { KernelSegments } from './kernel-segments.js';
import { gatherDurations, totalKernels } from './kernel-totals.js';
import type { KernelTotals, SegmentPlace } from './kernel-totals.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';
import { severityOf } from './severity-of.js';

/** Launch shapes listed per hotspot. */
const MAX_VARIANTS = 10;

/** Kernels of one process: their durations, grouped, and the time that each name had its device to itself. */
export interface HotspotPart {
  readonly originNs: bigint;
  readonly segments: KernelSegments;
  /** By index into `segments.names`. */
  readonly exclusiveNs: Float64Array;
}

/** Hotspots, and how many kernel names there are before the cut. */
export interface Hotspots {
  readonly hotspots: Hotspot[];
  readonly kernelNameCount: number;
  /** Those names, sorted. */
  readonly kernelNames: readonly string[];
}

/**
 * Collects what hotspots need of one process.
 *
 * @param segments of the same process; made with the same least duration.
 * @param minDurationNs shorter dispatches are left out; they still keep others from being alone on the device.
 */
export function collectHotspots(
  { columns, devices }: ProcessStage,
  segments: KernelSegments,
  minDurationNs = 0,
): HotspotPart {
  const exclusiveNs = new Float64Array(segments.names.length + 1);
  for (const { dispatchRows } of devices)
    addExclusiveTime(exclusiveNs, columns.dispatches, dispatchRows, segments.nameOfKernel, minDurationNs);
  return { originNs: columns.originNs, segments, exclusiveNs: exclusiveNs.slice(0, -1) };
}

/**
 * Kernels by summed duration, then name; at most `topKernels`. Kernels of one name are one over all processes, devices
 * and launch shapes. Shares are of the summed time of all kernels, also where a least duration leaves some out. Median
 * and 95th percentile are exact (see `percentile`).
 */
export function mergeHotspots(parts: readonly HotspotPart[], context: MergeContext): Hotspots {
  const totals = totalKernels(parts, context);
  const listed = totals
    .sort((a, b) => b.totalNs - a.totalNs || compareText(a.name, b.name))
    .slice(0, context.options.topKernels);
  const kernelNames = [...new Set(parts.flatMap(({ segments }) => segments.names))].sort(compareText);
  return {
    hotspots: listed.map((kernel, index) => hotspotOf(kernel, index + 1, parts, context)),
    kernelNameCount: kernelNames.length,
    kernelNames,
  };
}

function hotspotOf(kernel: KernelTotals, rank: number, parts: readonly HotspotPart[], context: MergeContext): Hotspot {
  const places = [...kernel.shapes.values()].flatMap((shape) => shape.places);
  const durations = gatherDurations(places, parts);
  const average = kernel.totalNs / kernel.calls;
  const deviation = sampleStandardDeviation(durations);
  const percent = percentOf(kernel.totalNs, context.kernelTimeNs);
  return {
    rank,
    name: kernel.name,
    category: categorizeKernelName(kernel.name),
    calls: kernel.calls,
    total_duration: kernel.totalNs,
    avg_duration: average,
    min_duration: kernel.minNs,
    max_duration: kernel.maxNs,
    percent_of_total: percent,
    median_duration: medianInPlace(durations) ?? 0,
    p95_duration: percentileInPlace(durations, 0.95) ?? 0,
    stddev_duration: deviation,
    cv: deviation === null || average === 0 ? null : deviation / average,
    first_duration: firstDuration(places, parts),
    exclusive_ns: kernel.exclusiveNs,
    pct_of_busy: percentOf(kernel.exclusiveNs, context.computeNs),
    ...severityOf(percent),
    variants: variantsOf(kernel, parts),
    variant_count: kernel.shapes.size,
    agents: [...kernel.devices].sort((a, b) => a - b).map((index) => context.devices[index]?.label ?? ''),
  };
}

/** Duration of the dispatch that started first in absolute time; of several, the first by process, shape and agent. */
function firstDuration(places: readonly SegmentPlace[], parts: readonly HotspotPart[]): number {
  let earliest: bigint | null = null;
  let duration = 0;
  for (const { partIndex, segment } of places) {
    const part = parts[partIndex];
    if (part === undefined) continue;
    const start = part.originNs + BigInt(part.segments.firstStartNs[segment] ?? 0);
    if (earliest !== null && start >= earliest) continue;
    earliest = start;
    duration = part.segments.durationsNs[part.segments.offsets[segment] ?? 0] ?? 0;
  }
  return duration;
}

/** Launch shapes of a kernel by summed duration, then calls, then shape. */
function variantsOf({ shapes }: KernelTotals, parts: readonly HotspotPart[]): HotspotVariant[] {
  return [...shapes.values()]
    .sort((a, b) => b.totalNs - a.totalNs || b.calls - a.calls || compareText(a.key, b.key))
    .slice(0, MAX_VARIANTS)
    .map(({ shape, calls, totalNs, places }) => ({
      workgroup: copyExtent(shape.workgroup),
      grid: copyExtent(shape.grid),
      calls,
      total_duration: totalNs,
      median_duration: medianInPlace(gatherDurations(places, parts)) ?? 0,
    }));
}

function copyExtent(extent: readonly [number, number, number] | null): [number, number, number] | null {
  return extent === null ? null : [extent[0], extent[1], extent[2]];
}
