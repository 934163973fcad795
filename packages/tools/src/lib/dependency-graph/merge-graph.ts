import type { DependencyGraph } from '../../schemas/dependency-graph.js';
import type { MergeContext } from '../facts/merge-context.js';
import { topRows } from '../statistics/top-rows.js';
import { compareText } from '../text/compare-text.js';
import { MAX_BUBBLES } from './bubbles.js';
import { MAX_LANES } from './collect-graph.js';
import type { GraphPart, OperationKey, PathPart } from './graph-part.js';

/** Processes listed at most. */
const MAX_PROCESSES = 64;

type GraphFields = Omit<Extract<DependencyGraph, { has_data: true }>, 'has_data'>;

/** A part with what its process has in the trace: numbers of its first operations, start of its window, labels. */
interface PlacedPart {
  readonly part: GraphPart;
  readonly processIndex: number;
  readonly windowStartNs: number;
  idOf(key: OperationKey): string;
  deviceOf(agentIndex: number): string;
}

/**
 * The graph of all processes: lists cut again, counts added up. Edges and paths stay within a process. The critical path
 * is that of the process whose last operation ends last, in the group with the longest window; ties: the first.
 */
export function mergeGraph(parts: readonly GraphPart[], context: MergeContext, maxNodes: number): GraphFields {
  const placed = placeParts(parts, context);
  const sum = (of: (part: GraphPart) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const total = sum(({ operationCount }) => operationCount);
  const edgeCount = sum((part) => part.edgeCount);
  const laneCount = sum((part) => part.laneCount);
  const nodes = listNodes(placed, maxNodes);
  const edges = listEdges(placed, maxNodes);
  const bubbles = listBubbles(placed);
  const bubbleCount = sum((part) => part.bubbles.reduce((count, device) => count + device.count, 0));
  const lanes = listLanes(placed);
  const processes = listProcesses(placed, context);
  const chosen = choosePath(placed, context);
  const path = chosen?.part.path ?? null;
  return {
    nodes,
    edges,
    critical_path: path === null || chosen === null ? [] : path.operations.map((key) => chosen.idOf(key)),
    ...pathFigures(path),
    critical_path_names: (path?.byName ?? []).map(({ name, isCopy, count, totalNs }) => ({
      name,
      kind: isCopy ? ('memcpy' as const) : ('kernel' as const),
      count,
      total_ns: totalNs,
    })),
    bubbles,
    bubble_count: bubbleCount,
    total_bubble_ns: sum((part) => part.bubbles.reduce((length, device) => length + device.totalNs, 0)),
    bubble_causes: addCauses(parts),
    sync_event_count: sum(({ syncCalls }) => syncCalls.count),
    sync_event_ns: sum(({ syncCalls }) => syncCalls.totalNs),
    linked_count: sum(({ linkedCount }) => linkedCount),
    edge_count: edgeCount,
    lane_count: laneCount,
    lanes,
    processes,
    total_count: total,
    truncated:
      nodes.length < total ||
      edges.length < edgeCount ||
      bubbles.length < bubbleCount ||
      lanes.length < laneCount ||
      processes.length < placed.length ||
      (path?.operations.length ?? 0) < (path?.operationCount ?? 0),
  };
}

function placeParts(parts: readonly GraphPart[], context: MergeContext): PlacedPart[] {
  const windowStarts = new Map<number, number>();
  for (const { processIndices, windows } of context.groups)
    for (const [place, processIndex] of processIndices.entries())
      windowStarts.set(processIndex, windows[place]?.startNs ?? 0);
  let kernels = 0;
  let copies = 0;
  return parts.flatMap((part, processIndex): PlacedPart[] => {
    const firstKernel = kernels;
    const firstCopy = copies;
    kernels += part.kernelRows;
    copies += part.copyRows;
    if (part.operationCount === 0) return [];
    return [
      {
        part,
        processIndex,
        windowStartNs: windowStarts.get(processIndex) ?? 0,
        idOf: ({ isCopy, row }) => (isCopy ? `m${String(firstCopy + row)}` : `k${String(firstKernel + row)}`),
        deviceOf: (agentIndex) => context.devices[context.deviceIndex(processIndex, agentIndex)]?.label ?? '',
      },
    ];
  });
}

function listNodes(placed: readonly PlacedPart[], maxNodes: number): GraphFields['nodes'] {
  const all = placed.flatMap((place) => place.part.operations.map((operation) => ({ place, operation })));
  const durations = Float64Array.from(all, ({ operation }) => operation.endNs - operation.startNs);
  return pick(all, durations, maxNodes).map(({ place, operation }) => ({
    id: place.idOf(operation),
    kind: operation.isCopy ? ('memcpy' as const) : ('kernel' as const),
    name: operation.name,
    start_ns: operation.startNs - place.windowStartNs,
    end_ns: operation.endNs - place.windowStartNs,
    duration_ns: operation.endNs - operation.startNs,
    stream: operation.stream,
    device: place.deviceOf(operation.agentIndex),
  }));
}

function listEdges(placed: readonly PlacedPart[], maxNodes: number): GraphFields['edges'] {
  const all = placed.flatMap((place) => place.part.edges.map((edge) => ({ place, edge })));
  const gaps = Float64Array.from(all, ({ edge }) => edge.gapNs);
  return pick(all, gaps, maxNodes).map(({ place, edge }) => ({
    from: place.idOf(edge.from),
    to: place.idOf(edge.to),
    kind: edge.kind,
    gap_ns: edge.gapNs,
  }));
}

function listBubbles(placed: readonly PlacedPart[]): GraphFields['bubbles'] {
  return placed
    .flatMap(({ part, windowStartNs, deviceOf }) =>
      part.bubbles.flatMap(({ agentIndex, longest }) =>
        longest.map(({ startNs, endNs, cause }) => ({
          start: startNs - windowStartNs,
          end: endNs - windowStartNs,
          duration_ns: endNs - startNs,
          cause,
          device: deviceOf(agentIndex),
        })),
      ),
    )
    .sort((a, b) => b.duration_ns - a.duration_ns || a.start - b.start || compareText(a.device, b.device))
    .slice(0, MAX_BUBBLES);
}

function addCauses(parts: readonly GraphPart[]): GraphFields['bubble_causes'] {
  const sums = new Map<string, { count: number; totalNs: number }>();
  for (const { cause, count, totalNs } of parts.flatMap(({ bubbles }) => bubbles.flatMap(({ causes }) => causes))) {
    const sum = sums.get(cause) ?? { count: 0, totalNs: 0 };
    sums.set(cause, { count: sum.count + count, totalNs: sum.totalNs + totalNs });
  }
  return [...sums]
    .sort(([causeA, a], [causeB, b]) => b.totalNs - a.totalNs || compareText(causeA, causeB))
    .map(([cause, { count, totalNs }]) => ({ cause, count, total_ns: totalNs }));
}

function listLanes(placed: readonly PlacedPart[]): GraphFields['lanes'] {
  const all = placed.flatMap(({ part, deviceOf }) =>
    part.lanes.map(({ agentIndex, stream, operationCount, busyNs }) => ({
      device: deviceOf(agentIndex),
      stream,
      operation_count: operationCount,
      busy_ns: busyNs,
    })),
  );
  return all
    .sort((a, b) => b.busy_ns - a.busy_ns || compareText(a.device, b.device) || (a.stream ?? -1) - (b.stream ?? -1))
    .slice(0, MAX_LANES);
}

function listProcesses(placed: readonly PlacedPart[], { processes }: MergeContext): GraphFields['processes'] {
  return placed.slice(0, MAX_PROCESSES).map(({ part, processIndex }) => ({
    guid: processes[processIndex]?.guid ?? '',
    ...pathFigures(part.path),
  }));
}

function pathFigures(path: PathPart | null) {
  return {
    critical_path_count: path?.operationCount ?? 0,
    critical_path_ns: path?.lengthNs ?? 0,
    critical_path_share_frac: path === null || path.spanNs === 0 ? null : path.lengthNs / path.spanNs,
    critical_path_edges: path?.edgeCounts ?? { lane: 0, inferred: 0, host: 0 },
  };
}

function choosePath(placed: readonly PlacedPart[], { groups }: MergeContext): PlacedPart | null {
  const longest = groups.reduce((best, { wallNs }) => Math.max(best, wallNs), 0);
  const members = new Set(groups.find(({ wallNs }) => wallNs === longest)?.processIndices ?? []);
  let chosen: PlacedPart | null = null;
  for (const place of placed)
    if (members.has(place.processIndex) && (chosen === null || endsLater(place, chosen))) chosen = place;
  return chosen;
}

function endsLater(candidate: PlacedPart, than: PlacedPart): boolean {
  const end = lastOf(candidate, 'lastEndNs') - lastOf(than, 'lastEndNs');
  return end > 0 || (end === 0 && lastOf(candidate, 'lastStartNs') < lastOf(than, 'lastStartNs'));
}

function lastOf({ part, windowStartNs }: PlacedPart, field: 'lastEndNs' | 'lastStartNs'): number {
  return (part.path?.[field] ?? 0) - windowStartNs;
}

/** The items of the greatest values, in their order. */
function pick<T>(items: readonly T[], values: Float64Array, limit: number): T[] {
  return Array.from(topRows(values, limit)).flatMap((row) => items[row] ?? []);
}
