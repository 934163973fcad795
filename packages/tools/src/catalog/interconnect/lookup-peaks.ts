import {
  collectivePeakGbps,
  interconnect,
  listInterconnectIds,
  networkAdapter,
  publishedInterconnectPeaks,
  unknownIdError,
} from '@perfxpert/knowledge';
import type { Interconnect } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { amount, count, text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupPeaksInputSchema = v.strictObject({
  gfx_id: v.pipe(
    GfxIdInputSchema,
    v.description('GPU architecture (gfx942) or network adapter (connectx7, connectx6, pollara400)'),
  ),
});

const rate = (description: string) => v.nullable(amount(`${description}, decimal GB/s; null = not known`));

export const LookupPeaksOutputSchema = v.object({
  name: text('Part or adapter'),
  xgmi_peak_gbps: rate('Advertised total of the GPU links, both directions added; 0 = no such links'),
  xgmi_links: count('Links behind that total'),
  xgmi_per_link_gbps: rate('One of them, both directions added'),
  pcie_tier: v.nullable(text('PCIe generation and width')),
  pcie_peak_gbps: rate('PCIe, one direction, nominal'),
  achievable_gbps: rate('Bus bandwidth that a collective reaches, an empirical figure'),
  source_url: v.nullable(text('Where the figure was published')),
  measured_with: v.nullable(text('What measured it')),
  links_for_peers: v.nullable(count('Links that reach other GPUs')),
  link_per_dir_gbps: rate('One link, one direction'),
  link_bidir_gbps: rate('One link, both directions added'),
  total_per_dir_gbps: rate('All links to peers, one direction: compare bus bandwidth with this'),
  total_bidir_gbps: rate('All links to peers, both directions added'),
  pcie_per_dir_gbps: rate('PCIe, one direction, without encoding'),
  collective_peak_gbps: rate('Smaller of achievable_gbps and total_per_dir_gbps where checked: bound of bus bandwidth'),
  status: v.nullable(text('What was checked')),
});

export type LookupPeaksInput = v.InferInput<typeof LookupPeaksInputSchema>;
export type InterconnectPeaks = v.InferOutput<typeof LookupPeaksOutputSchema>;

/**
 * Bandwidth of the links of a GPU to its peers and its host, or of a network adapter. The first nine fields are the
 * customary figures: totals that add both directions. The rest keeps directions apart; bus bandwidth of a collective is
 * a one-direction figure. Numbers that the tables lack are null.
 *
 * Source: knowledge, interconnect_specs (vendor microarchitecture pages; achievable figures unverified).
 *
 * @throws KnowledgeError UNKNOWN_ID with the known ids; ToolError INVALID_ARGUMENT.
 */
export function lookupPeaks(input: LookupPeaksInput, options: ToolOptions = {}): InterconnectPeaks {
  return callSyncTool(lookupPeaksTool, input, options);
}

export const lookupPeaksTool = defineSyncTool({
  key: 'interconnect.lookup_peaks',
  description:
    'Bandwidth in GB/s of the links between GPUs (xGMI), to the host (PCIe) and of network adapters, one-way and both ways ' +
    'apart, and what collectives reach. Example: gfx_id "gfx942".',
  toolClass: 'read_only',
  inputSchema: LookupPeaksInputSchema,
  outputSchema: LookupPeaksOutputSchema,
  run({ gfx_id: id }) {
    const links = interconnect(id);
    if (links !== null) return describeGpu(id, links);
    const adapter = describeAdapter(id.trim().toLowerCase());
    if (adapter === null) throw unknownIdError('interconnect', id, listInterconnectIds());
    return adapter;
  },
});

function describeGpu(id: string, links: Interconnect): InterconnectPeaks {
  const published = publishedInterconnectPeaks(id);
  return {
    name: nameOf(links, published?.name ?? links.gfxId),
    xgmi_peak_gbps: published?.xgmiPeakGbps ?? zeroWithoutLinks(links, links.totalBidirectionalGbps),
    xgmi_links: published?.xgmiLinks ?? links.linksForPeers,
    xgmi_per_link_gbps: published?.xgmiPerLinkGbps ?? zeroWithoutLinks(links, links.linkBidirectionalGbps),
    pcie_tier: published?.pcieTier ?? links.pcie,
    pcie_peak_gbps: published?.pciePeakGbps ?? links.pciePerDirectionGbps,
    achievable_gbps: published?.achievableGbps ?? links.achievableGbps,
    source_url: null,
    measured_with: null,
    links_for_peers: links.linksForPeers,
    link_per_dir_gbps: links.linkPerDirectionGbps,
    link_bidir_gbps: links.linkBidirectionalGbps,
    total_per_dir_gbps: links.totalPerDirectionGbps,
    total_bidir_gbps: links.totalBidirectionalGbps,
    pcie_per_dir_gbps: links.pciePerDirectionGbps,
    collective_peak_gbps: collectivePeakGbps(id),
    status: links.status,
  };
}

/** gfx942 is also MI300A and MI325X: the name says that the figures are those of a class. */
function nameOf({ gfxId }: Interconnect, name: string): string {
  return gfxId === 'gfx942' ? `${name} class` : name;
}

function zeroWithoutLinks(links: Interconnect, value: number | null): number | null {
  return links.linksForPeers === 0 ? 0 : value;
}

function describeAdapter(id: string): InterconnectPeaks | null {
  const adapter = networkAdapter(id);
  if (adapter === null) return null;
  const published = publishedInterconnectPeaks(id);
  return {
    name: adapter.name,
    xgmi_peak_gbps: 0,
    xgmi_links: 0,
    xgmi_per_link_gbps: 0,
    pcie_tier: adapter.pcie,
    pcie_peak_gbps: published?.pciePeakGbps ?? null,
    achievable_gbps: published?.achievableGbps ?? adapter.perDirectionGbps,
    source_url: null,
    measured_with: null,
    links_for_peers: null,
    link_per_dir_gbps: adapter.perDirectionGbps,
    link_bidir_gbps: null,
    total_per_dir_gbps: adapter.perDirectionGbps,
    total_bidir_gbps: null,
    pcie_per_dir_gbps: null,
    collective_peak_gbps: adapter.perDirectionGbps,
    status: null,
  };
}
