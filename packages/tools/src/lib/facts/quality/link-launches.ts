import type { ProcessColumns } from '@perfxpert/rocpd';
import { API_CLASS_CODE } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import { indexCalls } from '../index-calls.js';
import { RowCounts } from './row-counts.js';

/** What the calls of a process caused, by region row, and how well it links. */
export interface LaunchLinks {
  /** Dispatches by the region that caused them. One launch may own many: a graph. */
  readonly dispatchCounts: RowCounts;
  /** 1 for regions that caused a copy. */
  readonly ownsCopy: Uint8Array;
  /** Dispatches that have a correlation id at all. */
  readonly dispatchesWithId: number;
  /** Dispatches whose correlation id is that of an API call of the trace. */
  readonly linkedDispatches: number;
  /** Dispatches linked to a launch call, and those of them that start before the call does. */
  readonly launchedDispatches: number;
  readonly earlyDispatches: number;
  /** Least time from the start of a launch call to that of a dispatch of it, nanoseconds; null without such a pair. */
  readonly leastLatencyNs: number | null;
  /**
   * From this time on, a launch may still have been queued when the recording ended: the least, over the streams that
   * were busy until then, of the start of the last call with a dispatch. Infinite without linked dispatches.
   */
  readonly queuedSinceNs: number;
}

/**
 * Links the dispatches and copies of a process to its calls. Linear in all of them.
 *
 * @param index of the calls by correlation id, for callers that have it already.
 */
export function linkLaunches(
  { regions, dispatches, copies }: ProcessColumns,
  classes: RegionClasses,
  index = indexCalls(regions, classes),
): LaunchLinks {
  const dispatchCounts = new RowCounts(regions.count);
  const ownsCopy = new Uint8Array(regions.count);
  let dispatchesWithId = 0;
  let linkedDispatches = 0;
  let launchedDispatches = 0;
  let earlyDispatches = 0;
  let leastLatencyNs = Number.POSITIVE_INFINITY;
  const streams = createStreamEnds(dispatches.streams.length);
  for (let dispatch = 0; dispatch < dispatches.count; dispatch++) {
    const stackId = dispatches.stackId[dispatch] ?? 0;
    const stream = dispatches.stream[dispatch] ?? 0;
    const startNs = dispatches.startNs[dispatch] ?? 0;
    const endNs = dispatches.endNs[dispatch] ?? 0;
    if (stackId !== 0) dispatchesWithId++;
    if (endNs > (streams.endNs[stream] ?? 0)) streams.endNs[stream] = endNs;
    if (endNs - startNs > streams.longestNs) streams.longestNs = endNs - startNs;
    const row = index.rowOf(stackId);
    const apiClass = classes.apiClass[row] ?? 0;
    if (apiClass === 0) continue;
    const callStartNs = regions.startNs[row] ?? 0;
    if (callStartNs > (streams.callStartNs[stream] ?? 0)) streams.callStartNs[stream] = callStartNs;
    linkedDispatches++;
    dispatchCounts.add(row);
    if (apiClass !== API_CLASS_CODE.launch) continue;
    const latencyNs = startNs - callStartNs;
    launchedDispatches++;
    if (latencyNs < 0) earlyDispatches++;
    if (latencyNs < leastLatencyNs) leastLatencyNs = latencyNs;
  }
  for (let copy = 0; copy < copies.count; copy++) {
    const row = index.rowOf(copies.stackId[copy] ?? 0);
    if (row >= 0) ownsCopy[row] = 1;
  }
  return {
    dispatchCounts,
    ownsCopy,
    dispatchesWithId,
    linkedDispatches,
    launchedDispatches,
    earlyDispatches,
    leastLatencyNs: launchedDispatches === 0 ? null : leastLatencyNs,
    queuedSinceNs: queuedSince(streams),
  };
}

/** Per stream the last end of a dispatch and the last start of a call with a dispatch; -Infinity without. */
interface StreamEnds {
  readonly endNs: Float64Array;
  readonly callStartNs: Float64Array;
  longestNs: number;
}

function createStreamEnds(streamCount: number): StreamEnds {
  const none = (): Float64Array => new Float64Array(streamCount).fill(Number.NEGATIVE_INFINITY);
  return { endNs: none(), callStartNs: none(), longestNs: 0 };
}

/**
 * A stream was busy until the end if its last dispatch ends less than the longest dispatch before the last one of all:
 * the kernel that ran when the recording ended is not recorded.
 */
function queuedSince({ endNs, callStartNs, longestNs }: StreamEnds): number {
  const lastEndNs = endNs.reduce((latest, end) => Math.max(latest, end), Number.NEGATIVE_INFINITY);
  let sinceNs = Number.POSITIVE_INFINITY;
  for (const [stream, callStart] of callStartNs.entries()) {
    const isBusyUntilEnd = (endNs[stream] ?? 0) >= lastEndNs - longestNs;
    if (isBusyUntilEnd && Number.isFinite(callStart)) sinceNs = Math.min(sinceNs, callStart);
  }
  return sinceNs;
}
