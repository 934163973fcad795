import type { ProcessColumns } from '@perfxpert/rocpd';
import { classifyRegions } from '../facts/api-region.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { topRows } from '../statistics/top-rows.js';
import { collectBubbles } from './bubbles.js';
import { walkCriticalPath } from './critical-path.js';
import type { CriticalPath } from './critical-path.js';
import { createGapCauses } from './gap-causes.js';
import type { GraphEdge, GraphPart, LanePart, OperationKey, PathPart } from './graph-part.js';
import { orderLanes } from './lane-order.js';
import type { LaneOrder } from './lane-order.js';
import { indexLaunchingCalls } from './launching-calls.js';
import type { LaunchingCalls } from './launching-calls.js';
import { mergeOperations, operationName } from './operations.js';
import type { Operations } from './operations.js';
import { totalByName } from './path-names.js';
import { countSyncCalls } from './sync-calls.js';

/** Streams listed at most. */
export const MAX_LANES = 64;
/** Operations of a critical path listed at most. */
const MAX_PATH_IDS = 5000;
/** Names of a critical path listed at most. */
const MAX_PATH_NAMES = 10;

/**
 * The dependency graph of one process: order within streams, critical path, bubbles of its devices. Linear, but for
 * logarithms of how many operations overlap and of the length of the path.
 *
 * @param maxNodes operations and edges listed at most: the longest, and those with the longest gaps.
 */
export function collectGraph(
  stage: ProcessStage,
  maxNodes: number,
  classes = classifyRegions(stage.columns.regions),
): GraphPart {
  const { columns, devices } = stage;
  const operations = mergeOperations(stage);
  const lanes = orderLanes(operations);
  const launchingCall = indexLaunchingCalls(operations, columns, classes);
  const path = walkCriticalPath(operations, lanes, launchingCall, columns.regions, classes);
  const gapCauses = createGapCauses(columns.regions, classes.apiClass);
  const keyOf = (operation: number): OperationKey => ({
    isCopy: operations.isCopy[operation] === 1,
    row: operations.row[operation] ?? 0,
  });
  const durations = operations.startNs.map((start, operation) => (operations.endNs[operation] ?? 0) - start);
  return {
    kernelRows: columns.dispatches.count,
    copyRows: columns.copies.count,
    operationCount: operations.count,
    linkedCount: countLinked(operations.count, launchingCall),
    operations: Array.from(topRows(durations, maxNodes), (operation) => ({
      ...keyOf(operation),
      name: operationName(columns, operations.row[operation] ?? 0, operations.isCopy[operation] === 1),
      startNs: operations.startNs[operation] ?? 0,
      endNs: operations.endNs[operation] ?? 0,
      agentIndex: operations.lanes[operations.lane[operation] ?? 0]?.agentIndex ?? 0,
      stream: operations.lanes[operations.lane[operation] ?? 0]?.stream ?? null,
    })),
    edgeCount: operations.count - operations.lanes.length + (path?.jumps.length ?? 0),
    edges: collectEdges(operations, lanes, path, maxNodes, keyOf),
    path: path === null ? null : describePath(path, operations, columns, keyOf),
    bubbles: devices.map((device) => collectBubbles(device, columns.regions, gapCauses)),
    syncCalls: countSyncCalls(columns.regions, classes),
    laneCount: operations.lanes.length,
    lanes: busiestLanes(operations, lanes),
  };
}

/** Operations whose launching call is recorded. */
function countLinked(count: number, launchingCall: LaunchingCalls): number {
  let linked = 0;
  for (let operation = 0; operation < count; operation++) if (launchingCall(operation) >= 0) linked++;
  return linked;
}

function collectEdges(
  { count, startNs, endNs }: Operations,
  { previous, gapNs }: LaneOrder,
  path: CriticalPath | null,
  limit: number,
  keyOf: (operation: number) => OperationKey,
): GraphEdge[] {
  const targets = new Uint32Array(count);
  const gaps = new Float64Array(count);
  let edgeCount = 0;
  for (let operation = 0; operation < count; operation++) {
    if ((previous[operation] ?? -1) < 0) continue;
    targets[edgeCount] = operation;
    gaps[edgeCount++] = gapNs[operation] ?? 0;
  }
  const inLanes = Array.from(topRows(gaps.subarray(0, edgeCount), limit), (edge): GraphEdge => {
    const operation = targets[edge] ?? 0;
    return {
      from: keyOf(previous[operation] ?? 0),
      to: keyOf(operation),
      kind: 'stream_order',
      gapNs: gapNs[operation] ?? 0,
    };
  });
  const jumps = (path?.jumps ?? []).slice(0, limit).map(({ place, kind }): GraphEdge => {
    const from = path?.operations[place - 1] ?? 0;
    const to = path?.operations[place] ?? 0;
    return {
      from: keyOf(from),
      to: keyOf(to),
      kind,
      gapNs: Math.max(0, (startNs[to] ?? 0) - (endNs[from] ?? 0)),
    };
  });
  return [...inLanes, ...jumps];
}

function describePath(
  path: CriticalPath,
  operations: Operations,
  columns: ProcessColumns,
  keyOf: (operation: number) => OperationKey,
): PathPart {
  const last = path.operations[path.operations.length - 1] ?? 0;
  return {
    operations: Array.from(path.operations.subarray(0, MAX_PATH_IDS), keyOf),
    operationCount: path.operations.length,
    lengthNs: path.lengthNs,
    spanNs: path.spanNs,
    edgeCounts: path.edgeCounts,
    lastStartNs: operations.startNs[last] ?? 0,
    lastEndNs: operations.endNs[last] ?? 0,
    byName: totalByName(path.operations, operations, columns).slice(0, MAX_PATH_NAMES),
  };
}

function busiestLanes({ lanes }: Operations, { operationCount, busyNs }: LaneOrder): LanePart[] {
  return Array.from(topRows(busyNs, MAX_LANES), (lane) => ({
    agentIndex: lanes[lane]?.agentIndex ?? 0,
    stream: lanes[lane]?.stream ?? null,
    operationCount: operationCount[lane] ?? 0,
    busyNs: busyNs[lane] ?? 0,
  }));
}
