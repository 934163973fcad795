import * as v from 'valibot';
import data from '../data/interconnect_specs.json' with { type: 'json' };
import { normalizeGfxId } from './gfx-id.js';
import { gpuSpecsCatalogue } from './gpu-specs.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { CountSchema, MetaSchema, PositiveCountSchema, PositiveSchema, TextSchema } from './scalar-schemas.js';

const GpuLinksSchema = v.strictObject({
  sku: v.exactOptional(TextSchema),
  links: CountSchema,
  link_per_dir: v.exactOptional(PositiveSchema),
  link_bidir: v.exactOptional(PositiveSchema),
  total_per_dir: v.exactOptional(PositiveSchema),
  total_bidir: v.exactOptional(PositiveSchema),
  marketing_total_bidir: v.exactOptional(PositiveSchema),
  gcd_to_gcd_in_package: v.exactOptional(
    v.strictObject({ links: PositiveCountSchema, per_dir: PositiveSchema, bidir: PositiveSchema }),
  ),
  node4: v.exactOptional(TextSchema),
  pcie: v.exactOptional(v.pipe(v.string(), v.regex(/^Gen[3-6] x(8|16)( per GCD)?$/))),
  pcie_per_dir: v.exactOptional(PositiveSchema),
  achievable_gbps: v.exactOptional(v.nullable(PositiveSchema)),
  original_achievable_gbps: v.exactOptional(PositiveSchema),
  status: TextSchema,
});
const NicSchema = v.strictObject({
  name: TextSchema,
  line_rate_gbit: PositiveSchema,
  per_dir: PositiveSchema,
  pcie: v.pipe(v.string(), v.regex(/^Gen[3-6] x(8|16)$/)),
  status: v.exactOptional(v.picklist(['V', 'P', 'U'])),
});
const PeaksRowSchema = v.strictTuple([
  v.number(),
  CountSchema,
  v.pipe(v.number(), v.minValue(0)),
  PositiveSchema,
  PositiveSchema,
]);
/** Shape of data/interconnect_specs.json. */
export const InterconnectSpecsSchema = v.strictObject({
  _meta: MetaSchema,
  gpu: v.record(v.pipe(v.string(), v.regex(/^gfx[0-9a-f]+(:[A-Z0-9]+)?$/)), GpuLinksSchema),
  nic: v.record(TextSchema, NicSchema),
  original_lookup_fields: v.array(TextSchema),
  original_values: v.objectWithRest(
    {
      columns: v.strictTuple([
        v.literal('xgmi_peak'),
        v.literal('links'),
        v.literal('per_link'),
        v.literal('pcie'),
        v.literal('achievable'),
      ]),
    },
    PeaksRowSchema,
  ),
});

/** The data file as it is. */
export type InterconnectSpecs = DeepReadonly<v.InferOutput<typeof InterconnectSpecsSchema>>;

/** Links of a GPU to its peers and to the host; decimal GB/s, null where the tables have no number. */
export interface Interconnect {
  readonly gfxId: string;
  /** The part that the numbers are for (`MI350X/MI355X`); null when for the architecture in general. */
  readonly sku: string | null;
  /** xGMI links to other GPUs; 0 = peers are reached over PCIe. */
  readonly linksForPeers: number;
  readonly linkPerDirectionGbps: number | null;
  readonly linkBidirectionalGbps: number | null;
  readonly totalPerDirectionGbps: number | null;
  readonly totalBidirectionalGbps: number | null;
  /** One die to the other of the same package (gfx90a), one direction. */
  readonly inPackagePerDirectionGbps: number | null;
  readonly pcie: string | null;
  readonly pciePerDirectionGbps: number | null;
  /** Measured bus bandwidth of a collective (one direction); an empirical figure. */
  readonly achievableGbps: number | null;
  /** What was checked, in words. */
  readonly status: string;
}

/** The interconnect entry under its published field meanings: peaks count both directions of all links. */
export interface PublishedInterconnectPeaks {
  readonly name: string;
  readonly xgmiPeakGbps: number;
  readonly xgmiLinks: number;
  readonly xgmiPerLinkGbps: number;
  readonly pcieTier: string | null;
  readonly pciePeakGbps: number;
  readonly achievableGbps: number;
}

/** xGMI, PCIe and network links (data/interconnect_specs.json; vendor microarchitecture pages). */
export const interconnectSpecsCatalogue = lazyCatalogue('interconnect_specs.json', data, InterconnectSpecsSchema);

/** Ids with an interconnect entry: architectures and network adapters, sorted as text. */
export function listInterconnectIds(): readonly string[] {
  const { gpu, nic } = interconnectSpecsCatalogue();
  return [...Object.keys(gpu).filter((id) => !id.includes(':')), ...Object.keys(nic)].sort();
}

/**
 * Links of an architecture, or of one part where the tables have an entry of its own (`MI300A`); null when unknown.
 * Pre-production ids answer as their final one (gfx941 -> gfx942).
 */
export function interconnect(gfxId: string, sku?: string | null): Interconnect | null {
  const { gpu } = interconnectSpecsCatalogue();
  const id = finalGfxId(gfxId);
  const own = sku ? `${id}:${sku}` : id;
  const key = Object.hasOwn(gpu, own) ? own : id;
  const entry = Object.hasOwn(gpu, key) ? gpu[key] : undefined;
  if (entry === undefined) return null;
  return {
    gfxId: id,
    sku: entry.sku ?? null,
    linksForPeers: entry.links,
    linkPerDirectionGbps: entry.link_per_dir ?? null,
    linkBidirectionalGbps: entry.link_bidir ?? null,
    totalPerDirectionGbps: entry.total_per_dir ?? null,
    totalBidirectionalGbps: entry.total_bidir ?? null,
    inPackagePerDirectionGbps: entry.gcd_to_gcd_in_package?.per_dir ?? null,
    pcie: entry.pcie ?? null,
    pciePerDirectionGbps: entry.pcie_per_dir ?? null,
    achievableGbps: entry.achievable_gbps ?? null,
    status: entry.status,
  };
}

/**
 * The bus bandwidth, one direction, that a collective inside one node is measured against: the smaller of the
 * achievable figure and the sum of the links in one direction, or the one that exists; null without either.
 * (gfx942 340, gfx908 138: its achievable figure is above what the wires carry.)
 */
export function collectivePeakGbps(gfxId: string, sku?: string | null): number | null {
  const links = interconnect(gfxId, sku);
  if (links === null) return null;
  const known = [links.achievableGbps, links.totalPerDirectionGbps].filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** The entry of an architecture or adapter (`connectx7`) under its published fields; null where no such figures exist. */
export function publishedInterconnectPeaks(id: string): PublishedInterconnectPeaks | null {
  const { gpu, nic, original_values: published } = interconnectSpecsCatalogue();
  const key = finalGfxId(id);
  const row = key !== 'columns' && Object.hasOwn(published, key) ? published[key] : undefined;
  if (row === undefined || typeof row[0] !== 'number') return null;
  const [xgmiPeakGbps, xgmiLinks, xgmiPerLinkGbps, pciePeakGbps, achievableGbps] = row;
  const links = gpu[key];
  const name = nic[key]?.name ?? links?.sku ?? gpuSpecsCatalogue().archs[key]?.default_sku ?? key;
  const pcieTier = nic[key]?.pcie ?? links?.pcie ?? null;
  return { name, xgmiPeakGbps, xgmiLinks, xgmiPerLinkGbps, pcieTier, pciePeakGbps, achievableGbps };
}

/** A network adapter (`connectx7`): name, bandwidth in one direction in GB/s, PCIe slot; null when unknown. */
export function networkAdapter(
  id: string,
): { readonly name: string; readonly perDirectionGbps: number; readonly pcie: string } | null {
  const { nic } = interconnectSpecsCatalogue();
  const entry = Object.hasOwn(nic, id) ? nic[id] : undefined;
  return entry === undefined ? null : { name: entry.name, perDirectionGbps: entry.per_dir, pcie: entry.pcie };
}

function finalGfxId(gfxId: string): string {
  const id = normalizeGfxId(gfxId);
  const { archs } = gpuSpecsCatalogue();
  return (Object.hasOwn(archs, id) ? archs[id]?.alias_of : undefined) ?? id;
}
