import { estimatedOpsPerMatrixInstruction } from '@perfxpert/knowledge';
import { hasArchitectureCounter } from '../counters/architecture-facts.js';
import { counterMean } from '../counters/kernel-counters.js';
import type { KernelCounters } from '../counters/kernel-counters.js';
import { recordedName } from '../counters/metric-inputs.js';
import type { FpType } from '../../terms/roofline-terms.js';
import { guessedType, tableType } from './fp-type.js';
import type { ToldType } from './fp-type.js';

/** Lanes of a wave on the parts whose instructions are counted by type (CDNA). */
const CDNA_WAVE_SIZE = 64;
/** Operations per unit of the MOPS counters. */
const OPS_PER_MOPS = 512;

/** Operations per lane of the vector instructions that are counted by type; a fused multiply-add is two. */
const VECTOR_KINDS = { ADD: 1, MUL: 1, TRANS: 1, FMA: 2 } as const;
const VECTOR_TYPES = { F16: 'fp16', F32: 'fp32', F64: 'fp64' } as const;
const MATRIX_TYPES = {
  F16: 'fp16',
  BF16: 'bf16',
  F32: 'fp32',
  F64: 'fp64',
  F8: 'fp8',
  F6F4: 'fp6_fp4',
  I8: 'int8',
} as const;

/** A counter of operations of one type. */
export interface TypedCounter {
  readonly name: string;
  readonly fpType: FpType;
  readonly opsPerCount: number;
}

/** Counters of vector operations by type. */
export const VECTOR_COUNTERS: readonly TypedCounter[] = Object.entries(VECTOR_TYPES).flatMap(([mark, fpType]) =>
  Object.entries(VECTOR_KINDS).map(([kind, ops]) => ({
    name: `SQ_INSTS_VALU_${kind}_${mark}`,
    fpType,
    opsPerCount: CDNA_WAVE_SIZE * ops,
  })),
);
/** Counters of matrix operations by type. */
export const MATRIX_COUNTERS: readonly TypedCounter[] = Object.entries(MATRIX_TYPES).map(([mark, fpType]) => ({
  name: `SQ_INSTS_VALU_MFMA_MOPS_${mark}`,
  fpType,
  opsPerCount: OPS_PER_MOPS,
}));

/** Operations of one dispatch of a kernel. */
export interface FlopCount extends ToldType {
  /** Null where nothing that counts operations was collected. */
  readonly flops: number | null;
  readonly method: 'counters' | 'estimate' | null;
  /** Whether counters are missing that may have counted more. */
  readonly isLowerBound: boolean;
  /** Whether the matrix units did most of it. */
  readonly isMostlyMatrix: boolean;
}

/** One half of the count: null = nothing to count by. */
interface Part {
  readonly flops: number | null;
  readonly byType: ReadonlyMap<FpType, number>;
  readonly isEstimate: boolean;
  readonly isLowerBound: boolean;
}

const NOTHING: Part = { flops: null, byType: new Map(), isEstimate: false, isLowerBound: true };

/**
 * Operations per dispatch, from means over the dispatches that hold each counter.
 *
 * Vector: 64 * (ADD + MUL + TRANS + 2 FMA) for each of F16, F32, F64 where any of these counters was collected (0 is 0,
 * a copy kernel has none). Else an estimate: lanes of a wave * SQ_INSTS_VALU, without matrix instructions where
 * SQ_INSTS_MFMA tells them apart. Matrix: 512 * MOPS where any MOPS counter was collected, else an estimate: matrix
 * instructions * operations of the usual one of the type. Moves, compares and integer arithmetic make the estimates too
 * large. The type is that of the most counted operations, else told by hint or name (`guessedType`).
 *
 * Source: TOTAL_16_OPS, TOTAL_32_OPS, TOTAL_64_OPS in ROCprofiler-SDK, counter_defs.yaml; rocprofiler-compute.
 */
export function countFlops(counters: KernelCounters, hint: FpType | null): FlopCount {
  const mean = (name: string): number | null => meanOf(counters, name);
  const guessed = guessedType(counters.kernel, hint);
  const typedMatrix = typedPart(counters, MATRIX_COUNTERS);
  const matrixInstructions = mean('SQ_INSTS_MFMA') ?? mean('SQ_INSTS_VALU_MFMA');
  const typedVector = typedPart(counters, VECTOR_COUNTERS);
  const vector = typedVector ?? estimateVector(counters) ?? NOTHING;
  const told = heaviestType([vector, typedMatrix ?? NOTHING]) ?? guessed;
  const matrix = typedMatrix ?? estimateMatrix(counters, matrixInstructions, told.fpType);
  if (vector.flops === null && matrix.flops === null)
    return { ...guessed, flops: null, method: null, isLowerBound: false, isMostlyMatrix: false };
  const vectorFlops = vector.flops ?? 0;
  const matrixFlops = matrix.flops ?? 0;
  return {
    ...told,
    flops: vectorFlops + matrixFlops,
    method: vector.isEstimate || matrix.isEstimate ? 'estimate' : 'counters',
    isLowerBound: vector.isLowerBound || matrix.isLowerBound,
    isMostlyMatrix: matrixFlops > vectorFlops,
  };
}

function meanOf(counters: KernelCounters, name: string): number | null {
  const { gfxId } = counters.device;
  const has = (other: string): boolean => counterMean(counters, other) !== null;
  const recorded = gfxId === null ? name : recordedName(name, gfxId, has);
  return recorded === null ? null : counterMean(counters, recorded);
}

/** Counters by type, as far as they were collected; null where none was. */
function typedPart(counters: KernelCounters, typed: readonly TypedCounter[]): Part | null {
  const { gfxId } = counters.device;
  const byType = new Map<FpType, number>();
  let isLowerBound = false;
  for (const { name, fpType, opsPerCount } of typed) {
    const value = meanOf(counters, name);
    if (value !== null) byType.set(fpType, (byType.get(fpType) ?? 0) + value * opsPerCount);
    else if (gfxId === null || hasArchitectureCounter(name, gfxId) !== false) isLowerBound = true;
  }
  if (byType.size === 0) return null;
  return { flops: [...byType.values()].reduce((sum, ops) => sum + ops, 0), byType, isEstimate: false, isLowerBound };
}

function estimateVector(counters: KernelCounters): Part | null {
  const instructions = meanOf(counters, 'SQ_INSTS_VALU');
  if (instructions === null) return null;
  // By its own name only: SQ_INSTS_VALU_MFMA, its name in published formulas, comes with theirs, which subtracts nothing.
  const own = Math.max(0, instructions - (counterMean(counters, 'SQ_INSTS_MFMA') ?? 0));
  const flops = (counters.device.waveSize ?? CDNA_WAVE_SIZE) * own;
  return { flops, byType: new Map(), isEstimate: true, isLowerBound: false };
}

/** Without any count of matrix instructions there are none to estimate: most parts and kernels have none. */
function estimateMatrix(counters: KernelCounters, instructions: number | null, fpType: FpType): Part {
  if (instructions === null) return { ...NOTHING, isLowerBound: false };
  if (instructions === 0) return { ...NOTHING, flops: 0, isLowerBound: false };
  const { gfxId } = counters.device;
  const each = gfxId === null ? null : estimatedOpsPerMatrixInstruction(gfxId, tableType(fpType));
  if (each === null) return NOTHING;
  return { flops: instructions * each, byType: new Map(), isEstimate: true, isLowerBound: false };
}

/** The type with the most counted operations; null where all read 0. */
function heaviestType(parts: readonly Part[]): ToldType | null {
  const totals = new Map<FpType, number>();
  for (const { byType } of parts)
    for (const [fpType, ops] of byType) totals.set(fpType, (totals.get(fpType) ?? 0) + ops);
  const [heaviest] = [...totals].sort(([, a], [, b]) => b - a);
  return heaviest === undefined || heaviest[1] === 0 ? null : { fpType: heaviest[0], source: 'counters' };
}
