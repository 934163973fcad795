import type { ProcessColumns } from '@perfxpert/rocpd';
import { API_CLASS_CODE } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import type { LaunchLinks } from './link-launches.js';

/** Kinds of calls that the sweep looks at, by name. */
const KIND = { none: 0, graphLaunch: 1, beginCapture: 2, endCapture: 3, graphChange: 4, sync: 5 } as const;

/** A graph launch and what it is known to have launched. */
export interface GraphLaunch {
  readonly row: number;
  readonly startNs: number;
  readonly dispatchCount: number;
  /** Calls that made, destroyed or changed a graph before it: equal handles mean the same graph only at equal epochs. */
  readonly epoch: number;
}

/** The launch calls of a process. */
export interface LaunchSweep {
  readonly launchCalls: number;
  /** Launch calls of which neither they nor a launch call around or inside them has a dispatch. */
  readonly launchesWithoutDispatch: number;
  /** Of these: calls recorded into a graph, which launch nothing; calls that own a copy. */
  readonly capturedLaunches: number;
  readonly copyLaunches: number;
  /** Outermost kernel launches that ought to have a dispatch: no graph launch, not recorded into a graph. */
  readonly expectedLaunches: number;
  /** Those of them without a dispatch that own no copy: start and end of each. */
  readonly unlinkedStartsNs: readonly number[];
  readonly unlinkedEndsNs: readonly number[];
  readonly graphLaunches: readonly GraphLaunch[];
  /**
   * Start of the last call that waited for all work and came back while the trace went on: an API call starts after its
   * end. -Infinity without one. Where all dispatches are on one stream, waiting for a stream is waiting for all.
   */
  readonly lastSyncStartNs: number;
}

/**
 * Goes through the calls of a process once. A launch call inside another one of its thread belongs to it: the dispatch
 * carries the id of only one of the two. Between hipStreamBeginCapture and hipStreamEndCapture of a thread, launches
 * are recorded into a graph and not executed.
 *
 * Source: HIP documentation, graphs and stream capture; hipDeviceSynchronize, hipStreamSynchronize.
 */
export function sweepLaunches(
  { regions, dispatches }: ProcessColumns,
  classes: RegionClasses,
  links: LaunchLinks,
): LaunchSweep {
  const { startNs, endNs, thread } = regions;
  const waitsForAll =
    dispatches.streams.length <= 1 ? /^hip(DeviceSync|StreamSync|Memcpy(?!.*Async))/ : /^hipDeviceSync/;
  const kindByName = Uint8Array.from(regions.names, (name) => (waitsForAll.test(name) ? KIND.sync : kindOf(name)));
  const roots = Array.from(regions.threads, createRoot);
  const capturing = new Uint8Array(regions.threads.length);
  const findings = createFindings();
  let epoch = 0;
  let syncStartNs = Number.NEGATIVE_INFINITY;
  let syncEndNs = Number.POSITIVE_INFINITY;
  for (let row = 0; row < regions.count; row++) {
    const classCode = classes.apiClass[row] ?? 0;
    const isLaunch = classCode === API_CLASS_CODE.launch;
    const kind = classCode === 0 ? KIND.none : (kindByName[regions.name[row] ?? 0] ?? KIND.none);
    const start = startNs[row] ?? 0;
    if (classCode !== 0 && start >= syncEndNs) {
      findings.lastSyncStartNs = Math.max(findings.lastSyncStartNs, syncStartNs);
      syncEndNs = Number.POSITIVE_INFINITY;
    }
    if (kind === KIND.none && !isLaunch) continue;
    const threadIndex = thread[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (kind === KIND.beginCapture) capturing[threadIndex] = 1;
    else if (kind === KIND.endCapture) capturing[threadIndex] = 0;
    else if (kind === KIND.graphChange) epoch++;
    else if (kind === KIND.sync && (end <= syncEndNs || syncEndNs === Number.POSITIVE_INFINITY)) {
      syncStartNs = start;
      syncEndNs = end;
    }
    const root = roots[threadIndex];
    if (!isLaunch || root === undefined) continue;
    const dispatchCount = links.dispatchCounts.of(row);
    const isCaptured = capturing[threadIndex] === 1;
    const isGraph = kind === KIND.graphLaunch;
    if (isGraph && !isCaptured) findings.graphLaunches.push({ row, startNs: start, dispatchCount, epoch });
    if (start >= root.endNs || end > root.endNs) {
      closeRoot(root, findings);
      openRoot(root, start, end, isGraph, isCaptured);
    }
    root.calls++;
    if (dispatchCount > 0) root.isLinked = true;
    if (links.ownsCopy[row] === 1) root.ownsCopy = true;
  }
  for (const root of roots) closeRoot(root, findings);
  return findings;
}

/** The outermost launch call open on a thread, with what is known of it and of the launch calls inside it. */
interface Root {
  startNs: number;
  endNs: number;
  isGraph: boolean;
  isCaptured: boolean;
  /** 0 before the first call of the thread. */
  calls: number;
  isLinked: boolean;
  ownsCopy: boolean;
}

/** What is counted up on the way. */
type Findings = { -readonly [Key in keyof LaunchSweep]: LaunchSweep[Key] } & {
  readonly unlinkedStartsNs: number[];
  readonly unlinkedEndsNs: number[];
  readonly graphLaunches: GraphLaunch[];
};

function createRoot(): Root {
  const endNs = Number.NEGATIVE_INFINITY;
  return { startNs: endNs, endNs, isGraph: false, isCaptured: false, calls: 0, isLinked: false, ownsCopy: false };
}

/** Reuses the object of the thread: there are as many calls as rows. */
function openRoot(root: Root, startNs: number, endNs: number, isGraph: boolean, isCaptured: boolean): void {
  root.startNs = startNs;
  root.endNs = endNs;
  root.isGraph = isGraph;
  root.isCaptured = isCaptured;
  root.calls = 0;
  root.isLinked = false;
  root.ownsCopy = false;
}

function createFindings(): Findings {
  return {
    launchCalls: 0,
    launchesWithoutDispatch: 0,
    capturedLaunches: 0,
    copyLaunches: 0,
    expectedLaunches: 0,
    unlinkedStartsNs: [],
    unlinkedEndsNs: [],
    graphLaunches: [],
    lastSyncStartNs: Number.NEGATIVE_INFINITY,
  };
}

function closeRoot(root: Root, findings: Findings): void {
  findings.launchCalls += root.calls;
  if (root.calls > 0 && !root.isGraph && (root.isLinked || !(root.isCaptured || root.ownsCopy)))
    findings.expectedLaunches++;
  if (root.isLinked) return;
  findings.launchesWithoutDispatch += root.calls;
  if (root.isCaptured) findings.capturedLaunches += root.calls;
  else if (root.ownsCopy) findings.copyLaunches += root.calls;
  else if (root.calls > 0 && !root.isGraph) {
    findings.unlinkedStartsNs.push(root.startNs);
    findings.unlinkedEndsNs.push(root.endNs);
  }
}

function kindOf(name: string): number {
  if (name.startsWith('hipGraphLaunch')) return KIND.graphLaunch;
  if (name.startsWith('hipStreamBeginCapture')) return KIND.beginCapture;
  if (name.startsWith('hipStreamEndCapture')) return KIND.endCapture;
  if (/^hipGraph(Instantiate|ExecDestroy|NodeSetEnabled)/.test(name)) return KIND.graphChange;
  return KIND.none;
}
