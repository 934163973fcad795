import type { ProcessColumns } from '@perfxpert/rocpd';
import type { GraphLaunch, LaunchSweep } from './sweep-launches.js';
import type { LaunchLinks } from './link-launches.js';

/** Share of missing dispatches from which a trace counts as lossy. */
const LOSSY_FRAC = 0.01;
/** Missing dispatches that are too few to judge by, unless nothing else is there: one call may simply have failed. */
const FEW_DISPATCHES = 1;
/** Graph launches whose arguments are looked at. */
const MAX_GRAPH_LAUNCHES = 10_000;

/** How many dispatches ought to be there and how many of them are not. */
export interface DispatchLoss {
  /** Dispatches that could be checked; 0 where it can't be told. */
  readonly expected: number;
  readonly missing: number;
  /** Launches that may have run after the end of the recording; not among the expected ones. */
  readonly cut: number;
  readonly isLossy: boolean;
}

/**
 * Estimates which dispatches the collector lost, on the safe side: what any rule explains is not missing.
 *
 * - A kernel launch has one dispatch. Not expected: launches recorded into a graph, launches that own a copy, graph
 *   launches, host functions.
 * - Trace cut to a window: a launch behind the last one with a dispatch of a stream that was busy until the end, made
 *   while the device still worked and not followed by a finished wait for all of it, may have run after the cut. It is
 *   left out.
 * - Replays of one graph (equal `graphExec` handle, with no graph made, destroyed or changed between) have equal numbers
 *   of dispatches; the largest is taken as the true one. The last replay is left out where it may have been cut. Where
 *   the numbers of all graph launches are equal, handles are not needed.
 * - Dispatches that were left out for their times are there, and are subtracted from what is missing.
 * - Without usable links only the counts are compared: fewer dispatches than kernel launches.
 *
 * Lossy: at least 1 % of the expected dispatches are missing and more than one is, or all of them are.
 *
 * @param gpuEndNs end of the process's GPU work; null without any.
 */
export function estimateLoss(
  columns: ProcessColumns,
  links: LaunchLinks,
  sweep: LaunchSweep,
  gpuEndNs: number | null,
): DispatchLoss {
  const { dispatches } = columns;
  const droppedCount = dispatches.dropped.nullTimes + dispatches.dropped.negativeDurations;
  if (dispatches.count > 0 && links.linkedDispatches === 0)
    return judge(sweep.expectedLaunches, sweep.expectedLaunches - dispatches.count - droppedCount, 0);
  const mayBeCut = (startNs: number, endNs: number): boolean =>
    gpuEndNs !== null && startNs > links.queuedSinceNs && startNs <= gpuEndNs && endNs > sweep.lastSyncStartNs;
  let cut = 0;
  for (const [index, startNs] of sweep.unlinkedStartsNs.entries())
    if (mayBeCut(startNs, sweep.unlinkedEndsNs[index] ?? startNs)) cut++;
  const graphs = compareReplays(columns, sweep, gpuEndNs);
  const expected = sweep.expectedLaunches - cut + graphs.expected;
  const missing = sweep.unlinkedStartsNs.length - cut + graphs.missing - droppedCount;
  return judge(expected, missing, cut);
}

function judge(expected: number, missingOrLess: number, cut: number): DispatchLoss {
  const missing = Math.max(0, Math.min(missingOrLess, expected));
  const isLossy =
    missing >= LOSSY_FRAC * expected && (missing > FEW_DISPATCHES || (missing > 0 && missing === expected));
  return { expected, missing, cut, isLossy };
}

/** Dispatches of graph replays: those expected, where it can be told, and those of them that are not there. */
function compareReplays(
  { details }: ProcessColumns,
  { graphLaunches, lastSyncStartNs }: LaunchSweep,
  gpuEndNs: number | null,
): { expected: number; missing: number } {
  const last = graphLaunches.at(-1);
  const isLastCut = last !== undefined && last.startNs <= (gpuEndNs ?? 0) && last.startNs >= lastSyncStartNs;
  const compared = (isLastCut ? graphLaunches.slice(0, -1) : graphLaunches).slice(0, MAX_GRAPH_LAUNCHES);
  const [first] = compared;
  if (first === undefined || compared.length < 2) return { expected: 0, missing: 0 };
  if (compared.every(({ dispatchCount }) => dispatchCount === first.dispatchCount))
    return { expected: first.dispatchCount * compared.length, missing: 0 };
  const args = details.arguments(Uint32Array.from(compared, ({ row }) => row));
  const replays = new Map<string, GraphLaunch[]>();
  for (const [index, launch] of compared.entries()) {
    const handle = args[index]?.get('graphExec');
    if (handle === undefined || handle === '') continue;
    const key = `${String(launch.epoch)} ${handle}`;
    const known = replays.get(key);
    if (known === undefined) replays.set(key, [launch]);
    else known.push(launch);
  }
  let expected = 0;
  let missing = 0;
  for (const launches of replays.values()) {
    if (launches.length < 2) continue;
    const counts = launches.map(({ dispatchCount }) => dispatchCount);
    const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
    expected += most * counts.length;
    missing += counts.reduce((sum, count) => sum + most - count, 0);
  }
  return { expected, missing };
}
