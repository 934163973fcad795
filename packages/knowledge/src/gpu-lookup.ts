import {
  gpuSpecsCatalogue,
  resolveArch,
  type GpuArch,
  type GpuSkuSpec,
  type MatrixDtype,
  type VectorDtype,
} from './gpu-specs.js';

/** Operations per CU and clock, one multiply-add = 2; a type that the unit lacks is absent. */
export interface OpsPerCuPerClock {
  readonly vector: Readonly<Partial<Record<VectorDtype, number>>>;
  readonly matrix: Readonly<Partial<Record<MatrixDtype, number>>>;
}

/**
 * A part as one ROCm agent of the trace shows it.
 *
 * `view` says how the numbers relate to the data sheet: `whole` = the card; `one_agent` = one die of a card that ROCm
 * shows as two agents (MI250, MI250X), so half of its CUs, memory, bandwidth and L2; `adjusted` = the hint's CU count
 * fits neither (a partition, a masked or unknown part): CUs are the hint's, memory, bandwidth and caches are those of
 * the card and so upper bounds. Fields that the tables lack are null.
 */
export interface GpuSku {
  readonly name: string;
  readonly view: 'whole' | 'one_agent' | 'adjusted';
  readonly cuCount: number | null;
  readonly clockMhz: number | null;
  readonly memoryBytes: number | null;
  readonly memoryBandwidthGbps: number | null;
  readonly l2Bytes: number | null;
  /** Infinity Cache (MALL); 0 = the part has none. */
  readonly mallBytes: number | null;
  readonly dies: number | null;
  readonly dieKind: 'die' | 'GCD' | 'XCD' | null;
  readonly rocmAgents: number;
  readonly opsPerCuPerClock: OpsPerCuPerClock;
  /** V = checked against a vendor source, P = partly, U = not, partial = holes. */
  readonly status: 'V' | 'P' | 'U' | 'partial';
  readonly note: string | null;
}

/** An architecture and, where it can be told, the part. */
export interface Gpu {
  /** The id of the tables, after an alias (gfx941 -> gfx942). */
  readonly gfxId: string;
  readonly family: string;
  readonly isa: 'gfx9' | 'gfx10' | 'gfx11' | 'gfx12';
  readonly waveSize: 32 | 64;
  readonly simdsPerCu: number;
  readonly maxWavesPerSimd: number;
  readonly maxWavesPerCu: number;
  readonly ldsBytesPerCu: number;
  /** Vector cache nearest to the CU: L1 of CDNA, L0 of RDNA. */
  readonly vectorCacheBytes: number;
  readonly l2LineBytes: number;
  readonly matrixUnit: 'none' | 'mfma' | 'wmma';
  /** Lines and limits that have no field here; `resolveArch(gfxId)` gives the same object. */
  readonly arch: GpuArch;
  /** The part, if the hints leave exactly one; null if they leave several or fit none. */
  readonly sku: GpuSku | null;
  /** The part to compute with: `sku`, else the architecture's default among those left, else the first of them. */
  readonly assumedSku: GpuSku;
  /** True when `assumedSku` is a guess, so that peaks and bandwidth are too. */
  readonly skuAssumed: boolean;
  /** Names of the parts that the hints leave, in the order of the tables. */
  readonly candidates: readonly string[];
}

/** What a trace says about the part. Values that are missing, null, 0 or negative say nothing. */
export interface GpuHints {
  /** Compute units of the agent. */
  readonly cuCount?: number | null | undefined;
  /** The agent's product name, for example `AMD Instinct MI300X VF`. */
  readonly productName?: string | null | undefined;
  /** Size of the agent's memory. Tells parts with equal CU counts apart (MI300X, MI325X). */
  readonly memoryBytes?: number | null | undefined;
  /** The agent's highest engine clock; takes the place of the table's. */
  readonly clockMhz?: number | null | undefined;
  /** The exact name of a part; beats the other hints. An unknown name leaves no candidate. */
  readonly sku?: string | null | undefined;
}

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const KIB = 1024;
/** Drivers keep some memory back (MI300X: 191.98 of 192 GiB, 191.4 in a virtual function). */
const MEMORY_TOLERANCE = 0.1;

/**
 * Facts about a GPU: its architecture, and the part that fits the hints best. Null when the id is unknown; nothing is
 * guessed from a similar id.
 *
 * The parts of the architecture are narrowed by, in this order: the exact `sku`; the longest part name that the product
 * name contains ("MI250X" contains "MI250"); the CU count, of the card or of one agent of a two-agent card (110 is one
 * die of MI250X); the memory size within 10 %. A CU count that fits no part left leaves them as they are, `adjusted`;
 * a memory size that fits none is ignored.
 */
export function lookupGpu(gfxId: string, hints: GpuHints = {}): Gpu | null {
  const resolved = resolveArch(gfxId);
  if (resolved === null) return null;
  const { arch } = resolved;
  const found = candidateSkus(arch, hints);
  const [first] = found;
  const fallback = found.length > 0 ? found : adjustCuCount(wholeSkus(arch), hints);
  const assumed = fallback.find((sku) => sku.name === resolved.defaultSku) ?? fallback[0];
  if (assumed === undefined) return null;
  const sku = found.length === 1 && first !== undefined ? withClock(first, hints) : null;
  return {
    gfxId: resolved.gfxId,
    family: arch.family,
    isa: arch.isa,
    waveSize: arch.wave_size,
    simdsPerCu: arch.simds_per_cu,
    maxWavesPerSimd: arch.max_waves_per_simd,
    maxWavesPerCu: arch.max_waves_per_cu,
    ldsBytesPerCu: arch.lds_kb_per_cu * KIB,
    vectorCacheBytes: (arch.l1v_kb ?? arch.l0v_kb ?? 0) * KIB,
    l2LineBytes: arch.cache_line_l2_b,
    matrixUnit: arch.matrix_unit,
    arch,
    sku,
    assumedSku: sku ?? withClock(assumed, hints),
    skuAssumed: sku === null,
    candidates: [...new Set(found.map((candidate) => candidate.name))],
  };
}

/** All parts of an architecture as cards, in the order of the tables; empty for an unknown id. */
export function listSkus(gfxId: string): readonly GpuSku[] {
  const resolved = resolveArch(gfxId);
  return resolved === null ? [] : wholeSkus(resolved.arch);
}

function candidateSkus(arch: GpuArch, hints: GpuHints): GpuSku[] {
  const all = wholeSkus(arch);
  if (hints.sku) {
    const named = all.filter((sku) => sku.name.toLowerCase() === hints.sku?.toLowerCase());
    return narrowByCuCount(named, hints);
  }
  const named = narrowByProductName(all, hints.productName ?? '');
  return narrowByMemory(narrowByCuCount(named, hints), hints);
}

function narrowByProductName(skus: GpuSku[], productName: string): GpuSku[] {
  const text = productName.toLowerCase();
  const contained = skus.filter((sku) => text.includes(sku.name.toLowerCase()));
  const longest = Math.max(...contained.map((sku) => sku.name.length));
  return contained.length === 0 ? skus : contained.filter((sku) => sku.name.length === longest);
}

function narrowByCuCount(skus: GpuSku[], hints: GpuHints): GpuSku[] {
  const cuCount = positive(hints.cuCount);
  if (cuCount === null) return skus;
  const views = skus.flatMap((sku) => (sku.rocmAgents === 2 ? [sku, oneAgent(sku)] : [sku]));
  const fitting = views.filter((sku) => sku.cuCount === cuCount);
  return fitting.length > 0 ? fitting : adjustCuCount(skus, hints);
}

function narrowByMemory(skus: GpuSku[], hints: GpuHints): GpuSku[] {
  const memoryBytes = positive(hints.memoryBytes);
  if (memoryBytes === null || skus.length < 2) return skus;
  const fitting = skus.filter(
    (sku) => sku.memoryBytes !== null && Math.abs(memoryBytes / sku.memoryBytes - 1) <= MEMORY_TOLERANCE,
  );
  return fitting.length > 0 ? fitting : skus;
}

function adjustCuCount(skus: GpuSku[], hints: GpuHints): GpuSku[] {
  const cuCount = positive(hints.cuCount);
  return cuCount === null ? skus : skus.map((sku) => ({ ...sku, view: 'adjusted', cuCount }));
}

function oneAgent(sku: GpuSku): GpuSku {
  const half = (value: number | null): number | null => (value === null ? null : value / 2);
  return {
    ...sku,
    view: 'one_agent',
    cuCount: half(sku.cuCount),
    memoryBytes: half(sku.memoryBytes),
    memoryBandwidthGbps: half(sku.memoryBandwidthGbps),
    l2Bytes: half(sku.l2Bytes),
    mallBytes: half(sku.mallBytes),
    dies: half(sku.dies),
  };
}

function withClock(sku: GpuSku, hints: GpuHints): GpuSku {
  return Object.freeze({ ...sku, clockMhz: positive(hints.clockMhz) ?? sku.clockMhz });
}

function wholeSkus(arch: GpuArch): GpuSku[] {
  return Object.entries(arch.skus).map(([name, spec]) => toSku(name, spec, arch));
}

function toSku(name: string, spec: GpuSkuSpec, arch: GpuArch): GpuSku {
  const scaled = (value: number | null | undefined, unit: number): number | null =>
    value === null || value === undefined ? null : value * unit;
  return {
    name,
    view: 'whole',
    cuCount: spec.cu_count,
    clockMhz: spec.clock_mhz ?? null,
    memoryBytes: scaled(spec.mem_gb, GIB),
    memoryBandwidthGbps: spec.mem_bw_gbps ?? null,
    l2Bytes: scaled(spec.l2_mb, MIB),
    mallBytes: scaled(spec.mall_mb, MIB),
    dies: spec.dies ?? null,
    dieKind: spec.die_kind ?? null,
    rocmAgents: spec.rocm_agents ?? 1,
    opsPerCuPerClock: ratesOf(spec, arch),
    status: spec.status,
    note: spec.note ?? null,
  };
}

function ratesOf(spec: GpuSkuSpec, arch: GpuArch): OpsPerCuPerClock {
  const rates = gpuSpecsCatalogue().ops_per_cu_per_clk[arch.rate];
  const override = spec.status === 'partial' ? undefined : spec.ops_per_cu_per_clk_override;
  return {
    vector: { ...rates?.vector, ...override?.vector },
    matrix: { ...rates?.matrix_dense, ...override?.matrix_dense },
  };
}

function positive(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isFinite(value) && value > 0 ? value : null;
}
