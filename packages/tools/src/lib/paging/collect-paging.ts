import { findCopyPaths } from '../facts/copies/copy-direction.js';
import { isKnownSize } from '../facts/copies/collect-copies.js';
import { deviceHardware } from '../facts/device-hardware.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { countPageEvents } from './count-page-events.js';
import type { PageEvents } from './count-page-events.js';
import { findRepeatedUploads } from './find-repeated-uploads.js';
import type { Uploads } from './find-repeated-uploads.js';

/** Copies of one way, and their known bytes. */
export interface CopyAmount {
  count: number;
  totalBytes: number;
}

/** Copies from one GPU to another. */
export interface PeerCopies extends CopyAmount {
  /** Of the copies with size and duration: their time, and the time of the same bytes in the memory of the target. */
  measuredNs: number;
  localNs: number;
  /** Copies left out of both times, because size, duration or the target's bandwidth is unknown. */
  unmeasuredCount: number;
}

/** What one process tells about memory that moves between host and GPUs. */
export interface PagingPart {
  readonly copyCount: number;
  readonly hostToDevice: CopyAmount;
  readonly deviceToHost: CopyAmount;
  readonly peer: PeerCopies;
  /** Null where no page event was recorded. */
  readonly pages: PageEvents | null;
  readonly uploads: Uploads;
  /** Calls that allocate managed memory, or advise on where it lies. */
  readonly managedCalls: number;
  /** Architectures of its GPUs. */
  readonly gfxIds: readonly string[];
}

const MANAGED_CALLS: ReadonlySet<string> = new Set([
  'hipMallocManaged',
  'hipMemPrefetchAsync',
  'hipMemPrefetchAsync_v2',
  'hipMemAdvise',
  'hipMemAdvise_v2',
]);

/** Sorts copies by what they are (explicit host copies, copies between GPUs) and counts page events. Linear. */
export function collectPaging({ columns }: ProcessStage): PagingPart {
  const { copies, process, regions } = columns;
  const { paths, pathOfRow } = findCopyPaths(copies, process.agents);
  const bandwidths = paths.map(({ destination }) => deviceHardware(destination ?? null).memoryBandwidthGbps);
  const hostToDevice = { count: 0, totalBytes: 0 };
  const deviceToHost = { count: 0, totalBytes: 0 };
  const peer = { count: 0, totalBytes: 0, measuredNs: 0, localNs: 0, unmeasuredCount: 0 };
  const uploads = new Uint32Array(copies.count);
  let uploadCount = 0;
  for (let row = 0; row < copies.count; row++) {
    const path = pathOfRow[row] ?? 0;
    const sizeBytes = copies.sizeBytes[row] ?? 0;
    const isSized = isKnownSize(sizeBytes);
    const bytes = isSized ? sizeBytes : 0;
    switch (paths[path]?.direction) {
      case 'Host-to-Device':
        add(hostToDevice, bytes);
        if (isSized) uploads[uploadCount++] = row;
        break;
      case 'Device-to-Host':
        add(deviceToHost, bytes);
        break;
      case 'Peer-to-Peer': {
        add(peer, bytes);
        const durationNs = (copies.endNs[row] ?? 0) - (copies.startNs[row] ?? 0);
        const bandwidth = bandwidths[path] ?? null;
        if (!isSized || durationNs === 0 || bandwidth === null) peer.unmeasuredCount += 1;
        else {
          peer.measuredNs += durationNs;
          // 1 GB/s is 1 byte per nanosecond.
          peer.localNs += bytes / bandwidth;
        }
        break;
      }
      default:
    }
  }
  return {
    copyCount: copies.count,
    hostToDevice,
    deviceToHost,
    peer,
    pages: countPageEvents(columns),
    uploads: findRepeatedUploads(columns, uploads.subarray(0, uploadCount)),
    managedCalls: countCalls(regions.names, regions.name, regions.count),
    gfxIds: [...new Set(process.agents.flatMap(({ gfxId }) => gfxId ?? []))],
  };
}

function add(amount: CopyAmount, bytes: number): void {
  amount.count += 1;
  amount.totalBytes += bytes;
}

function countCalls(names: readonly string[], name: ArrayLike<number>, count: number): number {
  const isManaged = Uint8Array.from(names, (text) => (MANAGED_CALLS.has(text) ? 1 : 0));
  if (!isManaged.includes(1)) return 0;
  let calls = 0;
  for (let row = 0; row < count; row++) calls += isManaged[name[row] ?? 0] ?? 0;
  return calls;
}
