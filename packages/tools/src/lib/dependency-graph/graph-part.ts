import type { DeviceBubbles } from './bubbles.js';
import type { PathEdgeKind } from './critical-path.js';
import type { NameTotal } from './path-names.js';

/** A kernel or copy. Its id is `k` or `m` and its number among those of the whole trace. */
export interface GraphOperation {
  readonly isCopy: boolean;
  /** Row among the kernels, or among the copies, of its process. */
  readonly row: number;
  readonly name: string;
  /** In the frame of the process. */
  readonly startNs: number;
  readonly endNs: number;
  readonly agentIndex: number;
  readonly stream: number | null;
}

/** One operation by kind and row: what an edge and a path hold. */
export type OperationKey = Pick<GraphOperation, 'isCopy' | 'row'>;

/** An edge to an operation, by what it waited for. */
export interface GraphEdge {
  readonly from: OperationKey;
  readonly to: OperationKey;
  readonly kind: 'stream_order' | 'inferred' | 'host';
  readonly gapNs: number;
}

/** The critical path of one process, as far as it is listed. */
export interface PathPart {
  readonly operations: readonly OperationKey[];
  readonly operationCount: number;
  readonly lengthNs: number;
  readonly spanNs: number;
  readonly edgeCounts: Readonly<Record<PathEdgeKind, number>>;
  /** Start and end of the operation that ends last. */
  readonly lastStartNs: number;
  readonly lastEndNs: number;
  /** Operations on the path by name, longest first. */
  readonly byName: readonly NameTotal[];
}

/** Work of one stream of one device. */
export interface LanePart {
  readonly agentIndex: number;
  readonly stream: number | null;
  readonly operationCount: number;
  readonly busyNs: number;
}

/** The dependency graph of one process: lists are cut, counts are not. */
export interface GraphPart {
  readonly kernelRows: number;
  readonly copyRows: number;
  readonly operationCount: number;
  readonly linkedCount: number;
  /** The longest operations, in order of time. */
  readonly operations: readonly GraphOperation[];
  readonly edgeCount: number;
  /** The edges with the longest gaps, in order of time. */
  readonly edges: readonly GraphEdge[];
  readonly path: PathPart | null;
  readonly bubbles: readonly DeviceBubbles[];
  readonly syncCalls: { readonly count: number; readonly totalNs: number };
  readonly laneCount: number;
  /** The busiest. */
  readonly lanes: readonly LanePart[];
}
