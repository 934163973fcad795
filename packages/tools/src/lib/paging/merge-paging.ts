import type { CopyAmount, PagingPart } from './collect-paging.js';

/** A host buffer that was uploaded again and again. */
export interface RepeatedBuffer {
  readonly address: bigint;
  readonly sizeBytes: number;
  readonly count: number;
  /** (count - 1) * size. */
  readonly avoidableBytes: number;
}

/** What a trace tells about memory that moves between host and GPUs. */
export interface Paging {
  readonly copyCount: number;
  readonly hostToDevice: CopyAmount;
  readonly deviceToHost: CopyAmount;
  readonly peer: CopyAmount;
  /** Time of the copies between GPUs beyond that of the same bytes in local memory; null where it cannot be told. */
  readonly peerPenaltyNs: number | null;
  /** Null where no page event was recorded. */
  readonly pages: { readonly faults: number; readonly migrations: number; readonly migrationNs: number } | null;
  /** Most avoidable bytes first, then size, then address. */
  readonly repeated: readonly RepeatedBuffer[];
  /** Null where no upload has an address. */
  readonly avoidableBytes: number | null;
  readonly managedCalls: number;
  readonly gfxIds: readonly string[];
}

/**
 * Adds up the parts of all processes. Addresses belong to a process, so buffers of two processes are never one.
 *
 * The penalty of copies between GPUs = max(0, measured time - bytes / memory bandwidth of the target); 0 without such
 * copies, null where size, time or bandwidth of one is unknown.
 */
export function mergePaging(parts: readonly PagingPart[]): Paging {
  const sum = (of: (part: PagingPart) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const amount = (of: (part: PagingPart) => CopyAmount): CopyAmount => ({
    count: sum((part) => of(part).count),
    totalBytes: sum((part) => of(part).totalBytes),
  });
  const peer = amount((part) => part.peer);
  const paged = parts.flatMap(({ pages }) => pages ?? []);
  const repeated = parts
    .flatMap(({ uploads }) => uploads.repeated)
    .map((upload) => ({ ...upload, avoidableBytes: (upload.count - 1) * upload.sizeBytes }))
    .sort(
      (a, b) => b.avoidableBytes - a.avoidableBytes || b.sizeBytes - a.sizeBytes || (a.address < b.address ? -1 : 1),
    );
  const hostToDevice = amount((part) => part.hostToDevice);
  return {
    copyCount: sum(({ copyCount }) => copyCount),
    hostToDevice,
    deviceToHost: amount((part) => part.deviceToHost),
    peer,
    peerPenaltyNs:
      sum((part) => part.peer.unmeasuredCount) > 0
        ? null
        : Math.round(Math.max(0, sum((part) => part.peer.measuredNs) - sum((part) => part.peer.localNs))),
    pages:
      paged.length === 0
        ? null
        : {
            faults: paged.reduce((total, { faults }) => total + faults, 0),
            migrations: paged.reduce((total, { migrations }) => total + migrations, 0),
            migrationNs: paged.reduce((total, { migrationNs }) => total + migrationNs, 0),
          },
    repeated,
    avoidableBytes:
      hostToDevice.count > 0 && sum(({ uploads }) => uploads.withAddress) === 0
        ? null
        : repeated.reduce((total, { avoidableBytes }) => total + avoidableBytes, 0),
    managedCalls: sum(({ managedCalls }) => managedCalls),
    gfxIds: [...new Set(parts.flatMap(({ gfxIds }) => gfxIds))].sort(),
  };
}
