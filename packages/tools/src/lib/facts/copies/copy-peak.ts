import { interconnect } from '@perfxpert/knowledge';
import type { Interconnect } from '@perfxpert/knowledge';
import type { TraceAgent } from '@perfxpert/rocpd';
import type { CopyPath } from './copy-direction.js';
import { deviceHardware } from '../device-hardware.js';

/** The most a copy's path can carry in one direction, and where the figure comes from. */
export interface CopyPeak {
  /** Decimal GB/s. */
  readonly peakGbps: number;
  readonly source: string;
}

/**
 * Peak of the path of a copy; null where the path or its figure is not known, nothing is borrowed from another GPU.
 *
 * Host and one GPU: the GPU's PCIe slot, one direction (none for an APU, which shares memory with the host). Two equal
 * GPUs: the xGMI link of the pair, or PCIe where the part has no xGMI; null where pairs differ in their links and the
 * trace does not say which pair it is (MI250X: four links inside a package, one outside). One GPU to itself: half of
 * its memory bandwidth, because each byte is read and written. Figures: the knowledge base's tables, with their source.
 */
export function copyPeakOf({ direction, source, destination }: CopyPath): CopyPeak | null {
  switch (direction) {
    case 'Host-to-Device':
      return hostLinkPeak(destination);
    case 'Device-to-Host':
      return hostLinkPeak(source);
    case 'Device-to-Device':
      return memoryPeak(destination ?? source);
    case 'Peer-to-Peer':
      return peerLinkPeak(source, destination);
    default:
      return null;
  }
}

function hostLinkPeak(gpuAgent: TraceAgent | undefined): CopyPeak | null {
  const links = linksOf(gpuAgent);
  if (links === null || links.pciePerDirectionGbps === null) return null;
  return { peakGbps: links.pciePerDirectionGbps, source: `PCIe ${links.pcie ?? ''} of ${links.gfxId}, one direction` };
}

function peerLinkPeak(source: TraceAgent | undefined, destination: TraceAgent | undefined): CopyPeak | null {
  const links = linksOf(source);
  if (links === null || source?.gfxId !== destination?.gfxId) return null;
  if (links.linksForPeers === 0) return hostLinkPeak(source);
  if (links.linkPerDirectionGbps === null || links.inPackagePerDirectionGbps !== null) return null;
  return { peakGbps: links.linkPerDirectionGbps, source: `one xGMI link of ${links.gfxId}, one direction` };
}

function memoryPeak(gpuAgent: TraceAgent | undefined): CopyPeak | null {
  const { memoryBandwidthGbps, partName, gfxId } = deviceHardware(gpuAgent ?? null);
  if (memoryBandwidthGbps === null) return null;
  return {
    peakGbps: memoryBandwidthGbps / 2,
    source: `half of the memory bandwidth of ${partName ?? gfxId ?? 'the GPU'}`,
  };
}

function linksOf(gpuAgent: TraceAgent | undefined): Interconnect | null {
  const { gfxId, partName } = deviceHardware(gpuAgent ?? null);
  return gfxId === null ? null : interconnect(gfxId, partName);
}
