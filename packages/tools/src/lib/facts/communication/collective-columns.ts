import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { CollectiveOp } from './collective-op.js';

/**
 * The collectives of one process, one row for each device kernel and one for each call (or group of calls) without a
 * kernel. Kept by row, with start and end, so that ranks can be compared later.
 */
export interface CollectiveColumns {
  readonly count: number;
  /** Index into `COLLECTIVE_OPS`. */
  readonly op: Uint8Array;
  /** Index into `kernelNames`; -1 where no kernel matches the call. */
  readonly kernelName: Int32Array;
  readonly kernelNames: readonly string[];
  /** Index into the agents of the process; -1 without a kernel. */
  readonly agent: Int32Array;
  /** Stream id of the kernel; NaN without one. */
  readonly stream: Float64Array;
  /** Of the kernel, in the frame of the process; NaN without one. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Part of the kernel's own time that kernels other than communication cover on its device. */
  readonly coveredNs: Float64Array;
  /** Index into `communicators`; -1 where not recorded. */
  readonly communicator: Int32Array;
  readonly communicators: readonly string[];
  /** 1 where a call is recorded. */
  readonly hasCall: Uint8Array;
  /** 1 where the sizes of all calls of the row are known; they are in `payloads`. */
  readonly isSized: Uint8Array;
  /** Bytes that the calls name, per row and operation. */
  readonly payloads: { readonly row: Uint32Array; readonly op: Uint8Array; readonly bytes: Float64Array };
}

/** One row, before it becomes columns. */
export interface CollectiveRow {
  readonly op: CollectiveOp;
  readonly kernelName: number;
  readonly agent: number;
  readonly stream: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly coveredNs: number;
  readonly communicator: string | null;
  readonly hasCall: boolean;
  /** Null where a size is unknown. */
  readonly payloads: readonly OpPayload[] | null;
}

/** Bytes that the calls of one operation name, added up. */
export interface OpPayload {
  readonly op: CollectiveOp;
  readonly bytes: number;
}

/** Puts rows into columns, in their order. */
export function toCollectiveColumns(rows: readonly CollectiveRow[], kernelNames: readonly string[]): CollectiveColumns {
  const communicators = [...new Set(rows.flatMap(({ communicator }) => communicator ?? []))];
  const communicatorIndex = new Map(communicators.map((text, index) => [text, index]));
  const payloads = rows.flatMap(({ payloads: own }, row) => (own ?? []).map(({ op, bytes }) => ({ row, op, bytes })));
  return {
    count: rows.length,
    op: Uint8Array.from(rows, ({ op }) => COLLECTIVE_OPS.indexOf(op)),
    kernelName: Int32Array.from(rows, ({ kernelName }) => kernelName),
    kernelNames,
    agent: Int32Array.from(rows, ({ agent }) => agent),
    stream: Float64Array.from(rows, ({ stream }) => stream),
    startNs: Float64Array.from(rows, ({ startNs }) => startNs),
    endNs: Float64Array.from(rows, ({ endNs }) => endNs),
    coveredNs: Float64Array.from(rows, ({ coveredNs }) => coveredNs),
    communicator: Int32Array.from(rows, ({ communicator }) => communicatorIndex.get(communicator ?? '') ?? -1),
    communicators,
    hasCall: Uint8Array.from(rows, ({ hasCall }) => (hasCall ? 1 : 0)),
    isSized: Uint8Array.from(rows, ({ payloads: own }) => (own === null ? 0 : 1)),
    payloads: {
      row: Uint32Array.from(payloads, ({ row }) => row),
      op: Uint8Array.from(payloads, ({ op }) => COLLECTIVE_OPS.indexOf(op)),
      bytes: Float64Array.from(payloads, ({ bytes }) => bytes),
    },
  };
}
