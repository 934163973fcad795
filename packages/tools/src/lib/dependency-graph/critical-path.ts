import type { RegionColumns } from '@perfxpert/rocpd';
import type { RegionClasses } from '../facts/api-region.js';
import { countEndingBefore, orderByEnd } from '../intervals/order-by-end.js';
import { totalLength } from '../intervals/total-length.js';
import { UnionBuilder } from '../intervals/union-builder.js';
import type { LaneOrder } from './lane-order.js';
import type { LaunchingCalls } from './launching-calls.js';
import type { Operations } from './operations.js';
import { findSyncWaits } from './sync-waits.js';
import type { SyncWaits } from './sync-waits.js';

/** An operation of another lane that ends at most this long before counts as waited for, nanoseconds. */
const MAX_INFERRED_WAIT_NS = 10_000;

/** What made an operation of the path start when it did. */
export type PathEdgeKind = 'lane' | 'inferred' | 'host';

/** The chain of operations that the last one of a process waited for. */
export interface CriticalPath {
  /** Operations in order of time. */
  readonly operations: Uint32Array;
  /** Length of the union of the operations. */
  readonly lengthNs: number;
  /** First start to last end of the operations of the process. */
  readonly spanNs: number;
  /** How often each kind of edge led on; one of `host` may have led to no operation, which ended the walk. */
  readonly edgeCounts: Readonly<Record<PathEdgeKind, number>>;
  /** Jumps between lanes: kind of the edge into `operations[place]` that did not come from its lane. */
  readonly jumps: readonly { readonly place: number; readonly kind: 'inferred' | 'host' }[];
}

/** A step of the walk that left the lane. */
interface PathJump {
  /** Operations walked before it. */
  readonly step: number;
  readonly kind: 'inferred' | 'host';
}

/**
 * Walks back from the operation that ends last (of equal ones the first). What an operation waited for is the latest of:
 *
 * - the end of the operations before it in its lane;
 * - the end of any operation of the process, if at most 10 us before its start (a wait for an event, `inferred`);
 * - the start of the call that launched it, if not after it. Then the host was late, and the path goes on at the
 *   operation that the newest synchronising call of that thread had waited for; without one it ends, as all before is
 *   host time.
 *
 * Of equal times the first of the list wins. Each step goes to an earlier operation, so the walk ends. n log n.
 *
 * Method: critical path analysis of HolisticTraceAnalysis (facebookresearch), on device operations only.
 */
export function walkCriticalPath(
  operations: Operations,
  lanes: LaneOrder,
  launchingCall: LaunchingCalls,
  regions: RegionColumns,
  classes: RegionClasses,
): CriticalPath | null {
  const { count, startNs, endNs } = operations;
  if (count === 0) return null;
  const endOrder = orderByEnd(startNs, endNs);
  let waits: SyncWaits | null = null;
  const edgeCounts = { lane: 0, inferred: 0, host: 0 };
  const backwards: number[] = [];
  const jumps: PathJump[] = [];
  let operation = lastToEnd(endOrder, endNs);
  let endedBefore = count;
  const lastEndNs = endNs[operation] ?? 0;
  while (operation >= 0) {
    backwards.push(operation);
    const start = startNs[operation] ?? 0;
    const inLane = lanes.latest[operation] ?? -1;
    // Starts only go down along the walk, and so do these counts.
    endedBefore = countEndingBefore(endOrder, endNs, start, operation, endedBefore);
    const anywhere = endedBefore === 0 ? -1 : (endOrder[endedBefore - 1] ?? -1);
    const laneTime = inLane < 0 ? Number.NEGATIVE_INFINITY : (endNs[inLane] ?? 0);
    const anywhereTime = waitTime(anywhere < 0 ? Number.NEGATIVE_INFINITY : (endNs[anywhere] ?? 0), start);
    const call = launchingCall(operation);
    const callStart = call < 0 ? Number.NEGATIVE_INFINITY : (regions.startNs[call] ?? 0);
    const hostTime = callStart > start ? Number.NEGATIVE_INFINITY : callStart;
    const latest = Math.max(laneTime, anywhereTime, hostTime);
    if (latest === Number.NEGATIVE_INFINITY) break;
    const kind = latest === laneTime ? 'lane' : latest === anywhereTime ? 'inferred' : 'host';
    edgeCounts[kind]++;
    let next = kind === 'lane' ? inLane : anywhere;
    if (kind === 'host') {
      waits ??= findSyncWaits(regions, classes, operations, endOrder);
      next = waits.operationBefore(regions.thread[call] ?? 0, hostTime);
    }
    // Operations of no length can point at each other; only earlier ones lead on.
    if (next >= operation) break;
    operation = next;
    if (operation >= 0 && kind !== 'lane') jumps.push({ step: backwards.length, kind });
  }
  return describePath(operations, backwards, jumps, edgeCounts, lastEndNs);
}

function describePath(
  { startNs, endNs }: Operations,
  backwards: readonly number[],
  jumps: readonly PathJump[],
  edgeCounts: CriticalPath['edgeCounts'],
  lastEndNs: number,
): CriticalPath {
  const path = Uint32Array.from(backwards).reverse();
  const union = new UnionBuilder();
  for (const operation of path) union.add(startNs[operation] ?? 0, endNs[operation] ?? 0);
  return {
    operations: path,
    lengthNs: totalLength(union.finish()),
    spanNs: lastEndNs - (startNs[0] ?? 0),
    edgeCounts,
    // Step n of the walk led to the n-th operation counted from the end.
    jumps: jumps.map(({ step, kind }) => ({ place: path.length - step, kind })).reverse(),
  };
}

/** The first of the operations with the latest end. */
function lastToEnd(endOrder: Uint32Array, endNs: Float64Array): number {
  const latest = endNs[endOrder[endOrder.length - 1] ?? 0] ?? 0;
  return endOrder[countEndingBefore(endOrder, endNs, latest, 0)] ?? 0;
}

function waitTime(endNs: number, startNs: number): number {
  return startNs - endNs <= MAX_INFERRED_WAIT_NS ? endNs : Number.NEGATIVE_INFINITY;
}
