import type { Paging } from './merge-paging.js';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** Repeated uploads below this are not worth a change. */
const LEAST_AVOIDABLE_BYTES = MIB;
/** Copies between GPUs below this are not worth another placement. */
const LEAST_PEER_BYTES = GIB;
/** GPUs of several compute dies that a partition mode can show one by one. */
const PARTITIONED = /^gfx9(4\d|50)$/;

/**
 * Advice on memory that moves, each item with the figure behind it; one item that says so where there is nothing.
 *
 * Sources: HIP programming guide, unified memory management; MI300X system optimisation guide, partitioning.
 */
export function advisePaging(paging: Paging): string[] {
  const advice = [...pageAdvice(paging), ...uploadAdvice(paging), ...peerAdvice(paging)];
  return advice.length > 0 ? advice : [nothingFound(paging)];
}

function pageAdvice({ pages, managedCalls }: Paging): string[] {
  if (pages !== null)
    return [
      `Pages moved on demand: ${pages.faults} faults, ${pages.migrations} migrations. Prefetch managed buffers before ` +
        `the kernels that use them (hipMemPrefetchAsync) and say where they live (hipMemAdvise).`,
      'Pin buffers that host and GPU share instead of letting their pages migrate: hipHostMalloc, with ' +
        'hipHostMallocNonCoherent where neither side polls what the other writes.',
    ];
  if (managedCalls > 0)
    return [
      `The program uses managed memory (${managedCalls} calls), but page faults and migrations were not recorded: ` +
        'record with rocprofv3 --kfd-trace to see them.',
    ];
  return [];
}

function uploadAdvice({ avoidableBytes, repeated }: Paging): string[] {
  if (avoidableBytes === null || avoidableBytes < LEAST_AVOIDABLE_BYTES) return [];
  return [
    `Keep repeatedly uploaded buffers on the GPU: ${repeated.length} host buffers were copied to it more than once, ` +
      `${mebibytes(avoidableBytes)} of that at most avoidable, if the host did not change them in between.`,
  ];
}

function peerAdvice({ peer, peerPenaltyNs, gfxIds }: Paging): string[] {
  if (peer.totalBytes < LEAST_PEER_BYTES) return [];
  const penalty = peerPenaltyNs === null ? '' : `, ${(peerPenaltyNs / 1e6).toFixed(2)} ms longer than in local memory`;
  return [
    `Place data on the GPU that uses it: ${mebibytes(peer.totalBytes)} moved from one GPU to another in ` +
      `${peer.count} copies${penalty}.`,
    ...(gfxIds.some((gfxId) => PARTITIONED.test(gfxId))
      ? [
          'Agents of an MI300X or MI350X are whole GPUs or partitions, not XCDs: to keep work and memory on one XCD use ' +
            'the compute-partition mode CPX with memory mode NPS4; hiding devices does not do that.',
        ]
      : []),
  ];
}

function nothingFound({ hostToDevice, deviceToHost }: Paging): string {
  const count = hostToDevice.count + deviceToHost.count;
  const explicit =
    count === 0
      ? ''
      : ` The ${count} copies between host and GPU (${mebibytes(hostToDevice.totalBytes + deviceToHost.totalBytes)}) are explicit, not paging.`;
  return `No unified-memory traffic was recorded, and no transfer that stands out.${explicit}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
