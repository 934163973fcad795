import type { NumberFormat, Part } from './parts.js';

/** What one dispatch of a kernel does. */
export interface KernelModel {
  readonly name: string;
  readonly workgroups: number;
  /** Work-items per workgroup. Default 256. */
  readonly workgroupSize?: number;
  /** Vector registers per lane. Default 32. */
  readonly vgpr?: number;
  readonly accumVgpr?: number;
  readonly ldsBytes?: number;
  /** Bytes of memory that it needs from, and gives to, device memory. */
  readonly readBytes?: number;
  readonly writeBytes?: number;
  /** Floating-point operations on the vector units, as fused multiply-adds. */
  readonly vector?: { readonly format: NumberFormat; readonly flops: number };
  /** Floating-point operations of matrix instructions. */
  readonly matrix?: { readonly format: NumberFormat; readonly flops: number };
  /** Integer and address instructions per wave. Default: one per 16 loads and one per arithmetic instruction. */
  readonly otherInstructions?: number;
  /** Share of what the vector cache asks of the L2 cache that is found there. Default 0.05. */
  readonly l2HitRate?: number;
  /** Bytes of a lane's access. Default 8. */
  readonly accessBytes?: number;
  /** Every lane touches a cache line of its own. */
  readonly strided?: boolean;
  /** Wave instructions on LDS, and lanes that meet in one bank (1: none do). */
  readonly lds?: { readonly instructions: number; readonly ways: number };
  /** Waves per SIMD at which dependent instructions reach half of the issue rate. Default 0.3: nearly no dependence. */
  readonly halfRateWaves?: number;
  /** Time that does not depend on work: start and drain, ns. Default 1800. */
  readonly fixedNs?: number;
  /** Share of peak that a perfect kernel of this kind reaches. Default 0.84 of bandwidth, 0.9 of arithmetic. */
  readonly efficiency?: number;
  /** Where the noise of its durations comes from. Default: its name. */
  readonly noiseKey?: string;
  /** It carries the planted cause. */
  readonly guilty?: boolean;
}

/** What the model says about one dispatch. */
export interface KernelEstimate {
  readonly durationNs: number;
  readonly boundBy: 'memory' | 'vector' | 'matrix' | 'lds' | 'cache' | 'fixed';
  readonly wavesPerSimd: number;
  readonly occupancyLimiter: 'none' | 'registers' | 'lds' | 'grid';
  /** Share of the units that have work. */
  readonly fill: number;
  readonly waves: number;
  readonly loads: number;
  readonly stores: number;
  readonly requests: number;
  readonly vectorInstructions: number;
  readonly arithmeticInstructions: number;
}

/** Time and resources of one dispatch: the slowest of its resources decides, as in a roofline with latency. */
export function estimateKernel(kernel: KernelModel, part: Part): KernelEstimate {
  const workgroupSize = kernel.workgroupSize ?? 256;
  const wavesPerGroup = Math.ceil(workgroupSize / part.waveSize);
  const waves = kernel.workgroups * wavesPerGroup;
  const { wavesPerSimd, limiter } = occupancyOf(kernel, part, wavesPerGroup, waves);
  const fill = Math.min(1, kernel.workgroups / part.computeUnits);
  const accessBytes = kernel.accessBytes ?? 8;
  const loads = (kernel.readBytes ?? 0) / (accessBytes * part.waveSize);
  const stores = (kernel.writeBytes ?? 0) / (accessBytes * part.waveSize);
  const perAccess = kernel.strided ? part.waveSize : Math.ceil((accessBytes * part.waveSize) / part.requestBytes);
  const requests = (loads + stores) * perAccess;
  const arithmetic = arithmeticInstructions(kernel, part);
  const matrixInstructions = matrixInstructionCount(kernel);
  const other =
    kernel.otherInstructions ?? (loads + stores) * 3 + arithmetic * 0.15 + waves * 6 + matrixInstructions * 0.5;
  const vectorInstructions = arithmetic + other + matrixInstructions;
  const clocksPerNs = (part.clockMhz / 1000) * 0.985;
  const half = kernel.halfRateWaves ?? 0.3;
  const hiding = wavesPerSimd / (wavesPerSimd + half);
  const units = part.computeUnits * fill;
  const bytes = ((kernel.readBytes ?? 0) + (kernel.writeBytes ?? 0)) * (kernel.strided ? 1.05 : 1);
  const memoryFill = Math.min(1, 1.6 * fill);
  const issueCycles = part.family === 'cdna' ? 4 : 1;
  const times = {
    memory: bytes / (part.memoryGbps * (kernel.efficiency ?? 0.84) * memoryFill * Math.min(1, 1.06 * hiding)),
    vector: (vectorInstructions * issueCycles) / (units * part.simdsPerUnit * clocksPerNs * 0.95 * hiding),
    matrix: matrixTime(kernel, part, units * clocksPerNs),
    lds: ldsCycles(kernel, part) / (units * clocksPerNs * 0.9),
    cache: requests / (units * clocksPerNs * 0.7),
  };
  const [boundBy, longest] = slowest(times);
  const fixedNs = kernel.fixedNs ?? 1800;
  return {
    durationNs: fixedNs + longest,
    boundBy: longest < fixedNs ? 'fixed' : boundBy,
    ...{ wavesPerSimd, occupancyLimiter: limiter, fill, waves, loads, stores, requests },
    ...{ vectorInstructions, arithmeticInstructions: arithmetic },
  };
}

/** Wave instructions on the matrix cores: tiles of 16 x 16, 16 deep for half precision and 4 deep for others. */
export function matrixInstructionCount({ matrix }: KernelModel): number {
  if (matrix === undefined) return 0;
  const isHalf = matrix.format === 'F16' || matrix.format === 'BF16';
  return matrix.flops / (2 * 16 * 16 * (isHalf ? 16 : 4));
}

/** LDS cycles of all units: a wave takes one cycle per 32 lanes, times the lanes that meet in a bank. */
export function ldsCycles(kernel: KernelModel, part: Part): number {
  if (kernel.lds === undefined) return 0;
  return kernel.lds.instructions * (part.waveSize / 32) * kernel.lds.ways;
}

function arithmeticInstructions(kernel: KernelModel, part: Part): number {
  if (kernel.vector === undefined) return 0;
  // A packed half-precision instruction does two fused multiply-adds per lane.
  const perLane = kernel.vector.format === 'F16' || kernel.vector.format === 'BF16' ? 4 : 2;
  return kernel.vector.flops / (perLane * part.waveSize);
}

function matrixTime(kernel: KernelModel, part: Part, clocks: number): number {
  if (kernel.matrix === undefined) return 0;
  const rate = part.matrixRate[kernel.matrix.format];
  if (rate === undefined) throw new RangeError(`${part.gfx} has no matrix instructions for ${kernel.matrix.format}`);
  return kernel.matrix.flops / (rate * clocks * (kernel.efficiency ?? 0.9));
}

function occupancyOf(kernel: KernelModel, part: Part, wavesPerGroup: number, waves: number) {
  const used = part.registerUnit * Math.ceil(((kernel.vgpr ?? 32) + (kernel.accumVgpr ?? 0)) / part.registerUnit);
  const byRegisters = Math.floor(part.registers / used);
  const lds = kernel.ldsBytes ?? 0;
  const groupsByLds = lds === 0 ? Infinity : Math.floor((part.ldsKib * 1024) / lds);
  const byLds = (groupsByLds * wavesPerGroup) / part.simdsPerUnit;
  const byGrid = Math.max(1, waves / (part.computeUnits * part.simdsPerUnit));
  const wavesPerSimd = Math.min(part.maxWavesPerSimd, byRegisters, byLds, byGrid);
  const limiter =
    wavesPerSimd === part.maxWavesPerSimd
      ? 'none'
      : wavesPerSimd === byRegisters
        ? 'registers'
        : wavesPerSimd === byLds
          ? 'lds'
          : 'grid';
  return { wavesPerSimd, limiter } as const;
}

function slowest<T extends string>(times: Readonly<Record<T, number>>): readonly [T, number] {
  const entries = Object.entries(times) as [T, number][]; // the keys of a literal are what its type says
  return entries.reduce((worst, entry) => (entry[1] > worst[1] ? entry : worst));
}
