import type { RegionColumns } from '@perfxpert/rocpd';
import type { DeviceTimeline } from '../facts/device-timeline.js';
import type { IntervalList } from '../intervals/interval-list.js';
import { topRows } from '../statistics/top-rows.js';
import type { GapCauses } from './gap-causes.js';

/** A shorter gap is no bubble: launches alone cost that much. Nanoseconds. */
const MIN_BUBBLE_NS = 2000;
/** Bubbles listed at most; all of them are counted. */
export const MAX_BUBBLES = 256;
/** Cause of a bubble in which no API call took most of the time. */
const HOST_OTHER = 'host_other';

/** Time in which a device had nothing to do, in the frame of its process. */
export interface Bubble {
  readonly startNs: number;
  readonly endNs: number;
  readonly cause: string;
}

/** The bubbles of one device. */
export interface DeviceBubbles {
  readonly agentIndex: number;
  readonly count: number;
  readonly totalNs: number;
  /** The longest, in order of time. */
  readonly longest: readonly Bubble[];
  /** Number and time of all bubbles by cause. */
  readonly causes: readonly { readonly cause: string; readonly count: number; readonly totalNs: number }[];
}

/** The gaps of at least 2 us between the kernels and copies of a device, on whatever stream they ran. */
export function collectBubbles(
  { agentIndex, busy }: DeviceTimeline,
  regions: RegionColumns,
  gapCauses: GapCauses,
): DeviceBubbles {
  const gaps = gapsOf(busy);
  const codes = gapCauses.attribute(gaps);
  const nameOf = (code: number): string => (code === 0 ? HOST_OTHER : (regions.names[code - 1] ?? HOST_OTHER));
  const lengths = gaps.starts.map((start, gap) => (gaps.ends[gap] ?? 0) - start);
  const counts = new Map<number, number>();
  const totals = new Map<number, number>();
  let totalNs = 0;
  for (let gap = 0; gap < lengths.length; gap++) {
    const code = codes[gap] ?? 0;
    const length = lengths[gap] ?? 0;
    totalNs += length;
    counts.set(code, (counts.get(code) ?? 0) + 1);
    totals.set(code, (totals.get(code) ?? 0) + length);
  }
  return {
    agentIndex,
    count: lengths.length,
    totalNs,
    longest: Array.from(topRows(lengths, MAX_BUBBLES), (gap) => ({
      startNs: gaps.starts[gap] ?? 0,
      endNs: gaps.ends[gap] ?? 0,
      cause: nameOf(codes[gap] ?? 0),
    })),
    causes: [...counts].map(([code, count]) => ({ cause: nameOf(code), count, totalNs: totals.get(code) ?? 0 })),
  };
}

function gapsOf({ starts, ends }: IntervalList): IntervalList {
  const gapStarts = new Float64Array(Math.max(0, starts.length - 1));
  const gapEnds = new Float64Array(gapStarts.length);
  let count = 0;
  for (let index = 0; index < gapStarts.length; index++) {
    const from = ends[index] ?? 0;
    const until = starts[index + 1] ?? 0;
    if (until - from < MIN_BUBBLE_NS) continue;
    gapStarts[count] = from;
    gapEnds[count++] = until;
  }
  return { starts: gapStarts.subarray(0, count), ends: gapEnds.subarray(0, count) };
}
