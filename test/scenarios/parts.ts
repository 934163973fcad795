import type { AgentSpec } from '@perfxpert/rocpd/testing';

/** Number formats of arithmetic, by the names that counters use. */
export type NumberFormat = 'F16' | 'BF16' | 'F32' | 'F64';

/** Name of a part. */
export type PartName = 'gfx908' | 'gfx90a' | 'gfx942' | 'gfx950' | 'gfx1100' | 'gfx1201';

/** A GPU as the simulator knows it. */
export interface Part {
  readonly gfx: string;
  readonly sku: string;
  readonly family: 'cdna' | 'rdna';
  readonly computeUnits: number;
  readonly simdsPerUnit: number;
  readonly waveSize: number;
  readonly maxWavesPerSimd: number;
  readonly xccs: number;
  readonly shaderEngines: number;
  readonly clockMhz: number;
  readonly ldsKib: number;
  /** Vector registers of a SIMD lane that waves share, and the unit in which they are given out. */
  readonly registers: number;
  readonly registerUnit: number;
  /** Memory bandwidth, decimal GB/s. */
  readonly memoryGbps: number;
  /** Bytes that one request of the vector cache to the L2 cache fetches. */
  readonly requestBytes: number;
  /** Operations per clock and unit of matrix instructions; a missing format has none. */
  readonly matrixRate: Partial<Readonly<Record<NumberFormat, number>>>;
  /** Pinned copies over the link to the host, decimal GB/s. */
  readonly linkGbps: number;
  readonly targetVersion: number;
  readonly cpu: string;
}

const EPYC = 'AMD EPYC 9654 96-Core Processor';
const RYZEN = 'AMD Ryzen 9 7950X 16-Core Processor';
const CDNA = { family: 'cdna', simdsPerUnit: 4, waveSize: 64, registers: 512, registerUnit: 8, cpu: EPYC } as const;
const RDNA = {
  ...{ family: 'rdna' as const, simdsPerUnit: 2, waveSize: 32, maxWavesPerSimd: 16, xccs: 1, registers: 1536 },
  ...{ registerUnit: 24, ldsKib: 64, requestBytes: 128, cpu: RYZEN, linkGbps: 25 },
} as const;

/**
 * Parts that scenarios run on. Sources: AMD data sheets of MI100, MI250X (one of two dies), MI300X, MI350X, RX 7900 XTX
 * and RX 9070 XT; white papers of CDNA 1 to 4 (matrix operations per clock and unit, registers, LDS). Link rates are what
 * pinned copies usually reach over PCIe 4 and 5 with 16 lanes.
 */
export const PARTS: Readonly<Record<PartName, Part>> = {
  gfx908: {
    ...CDNA,
    ...{ gfx: 'gfx908', sku: 'MI100', computeUnits: 120, maxWavesPerSimd: 10, xccs: 1, shaderEngines: 8 },
    ...{ clockMhz: 1502, ldsKib: 64, registers: 256, registerUnit: 4, memoryGbps: 1228.8, requestBytes: 64 },
    ...{ matrixRate: { F16: 1024, BF16: 512, F32: 256 }, linkGbps: 24, targetVersion: 90008 },
  },
  gfx90a: {
    ...CDNA,
    ...{ gfx: 'gfx90a', sku: 'MI250X', computeUnits: 110, maxWavesPerSimd: 8, xccs: 1, shaderEngines: 8 },
    ...{ clockMhz: 1700, ldsKib: 64, memoryGbps: 1638.4, requestBytes: 64 },
    ...{ matrixRate: { F16: 1024, BF16: 1024, F32: 256, F64: 256 }, linkGbps: 26, targetVersion: 90010 },
  },
  gfx942: {
    ...CDNA,
    ...{ gfx: 'gfx942', sku: 'MI300X', computeUnits: 304, maxWavesPerSimd: 8, xccs: 8, shaderEngines: 32 },
    ...{ clockMhz: 2100, ldsKib: 64, memoryGbps: 5325, requestBytes: 128 },
    ...{ matrixRate: { F16: 2048, BF16: 2048, F32: 256, F64: 256 }, linkGbps: 54, targetVersion: 90402 },
  },
  gfx950: {
    ...CDNA,
    ...{ gfx: 'gfx950', sku: 'MI350X', computeUnits: 256, maxWavesPerSimd: 8, xccs: 8, shaderEngines: 32 },
    ...{ clockMhz: 2200, ldsKib: 160, memoryGbps: 8000, requestBytes: 128 },
    ...{ matrixRate: { F16: 4096, BF16: 4096, F32: 256, F64: 128 }, linkGbps: 54, targetVersion: 90500 },
  },
  gfx1100: {
    ...RDNA,
    ...{ gfx: 'gfx1100', sku: 'RX 7900 XTX', computeUnits: 96, shaderEngines: 6, clockMhz: 2500, memoryGbps: 960 },
    ...{ matrixRate: { F16: 512, BF16: 512 }, targetVersion: 110000 },
  },
  gfx1201: {
    ...RDNA,
    ...{ gfx: 'gfx1201', sku: 'RX 9070 XT', computeUnits: 64, shaderEngines: 4, clockMhz: 2970, memoryGbps: 640 },
    ...{ matrixRate: { F16: 1024, BF16: 1024 }, linkGbps: 50, targetVersion: 120001 },
  },
};

/** Agents of a machine with a number of equal GPUs, as the profiler lists them. */
export function agentsOf(part: Part, gpuCount: number): AgentSpec[] {
  const product = part.family === 'cdna' ? `AMD Instinct ${part.sku}` : `AMD Radeon ${part.sku}`;
  const hardware = {
    ...{
      cu_count: part.computeUnits,
      simd_per_cu: part.simdsPerUnit,
      simd_count: part.computeUnits * part.simdsPerUnit,
    },
    ...{ wave_front_size: part.waveSize, max_waves_per_simd: part.maxWavesPerSimd },
    ...{ max_waves_per_cu: part.maxWavesPerSimd * part.simdsPerUnit, lds_size_in_kb: part.ldsKib },
    ...{ num_xcc: part.xccs, num_shader_banks: part.shaderEngines, max_engine_clk_fcompute: part.clockMhz },
    ...{ workgroup_max_size: 1024, gfx_target_version: part.targetVersion, mem_banks: undefined },
  };
  const gpu: AgentSpec = { name: part.gfx, productName: product, hardware };
  const cpus = new Array<AgentSpec>(part.family === 'cdna' ? 2 : 1).fill({ type: 'CPU', name: part.cpu });
  return [...cpus, ...new Array<AgentSpec>(gpuCount).fill(gpu)];
}
