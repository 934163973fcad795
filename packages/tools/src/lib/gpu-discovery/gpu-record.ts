/** Where facts about GPUs come from, in the order in which the first to tell a fact wins. */
export const GPU_SOURCES = ['rocminfo', 'kfd-topology', 'rocm-smi', 'amd-smi'] as const;
export type GpuSource = (typeof GPU_SOURCES)[number];

/** Facts that sources tell as they are. All that a source does not know is absent. */
export interface GpuFacts {
  readonly name: string;
  readonly card_model: string;
  readonly board_product_name: string;
  readonly cu_count: number;
  readonly simds_per_cu: number;
  readonly shader_engines: number;
  readonly num_xcc: number;
  readonly wave_size: number;
  readonly max_waves_per_cu: number;
  readonly max_waves_per_simd: number;
  readonly lds_kb: number;
  readonly l1_kb: number;
  readonly l2_kb: number;
  readonly l3_kb: number;
  readonly max_sclk_mhz: number;
  readonly max_mclk_mhz: number;
  readonly current_sclk_mhz: number;
  readonly current_mclk_mhz: number;
  readonly vram_total_bytes: number;
  readonly vram_used_bytes: number;
  readonly vram_type: string;
  readonly vram_bit_width: number;
  readonly memory_bandwidth_tbs: number;
  readonly tdp_w: number;
  readonly slowdown_junction_c: number;
  readonly pcie_width: number;
  readonly pcie_speed_gts: number;
  readonly numa_node: number;
  readonly device_id: string;
  readonly render_node: string;
  readonly compute_partition: string;
  readonly memory_partition: string;
  readonly target_features: string;
}

/** What tells a GPU from others; null = not told. */
export interface GpuIdentity {
  readonly gfxId: string | null;
  /** Number of the KFD topology node. */
  readonly nodeId: number | null;
  /** Number that the kernel driver gives a node (`gpu_id` of KFD, GUID of rocm-smi). */
  readonly kfdId: number | null;
  /** Index as rocm-smi and amd-smi count. */
  readonly gpuIndex: number | null;
  /** `0000:03:00.0`, lower case. */
  readonly bdf: string | null;
  readonly partitionId: number | null;
  /** Identifies the machine: compared, never shown. */
  readonly uuid: string | null;
}

/** One GPU as one source tells it. */
export interface GpuRecord {
  readonly source: GpuSource;
  readonly identity: GpuIdentity;
  readonly facts: Partial<GpuFacts>;
}

export const UNKNOWN_IDENTITY: GpuIdentity = {
  gfxId: null,
  nodeId: null,
  kfdId: null,
  gpuIndex: null,
  bdf: null,
  partitionId: null,
  uuid: null,
};

/**
 * The facts that are told: null, undefined and numbers that cannot be are left out; limits (`max_...`) must be positive,
 * other numbers not negative.
 */
export function toldFacts(facts: {
  readonly [Name in keyof GpuFacts]?: GpuFacts[Name] | null | undefined;
}): Partial<GpuFacts> {
  const told = Object.entries(facts).filter(([name, value]) => {
    if (typeof value !== 'number') return value !== null && value !== undefined;
    return Number.isFinite(value) && (name.startsWith('max_') ? value > 0 : value >= 0);
  });
  // Only entries were taken away, so the types of the others still hold.
  return Object.fromEntries(told) as Partial<GpuFacts>;
}
