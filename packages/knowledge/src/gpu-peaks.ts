import type { Gpu } from './gpu-lookup.js';
import { MATRIX_DTYPES, VECTOR_DTYPES, type MatrixDtype, type VectorDtype } from './gpu-specs.js';

/** Any type that a vector or matrix rate exists for on some part. */
export type GpuDtype = VectorDtype | MatrixDtype;
/** The unit that executes: the vector ALU, or the matrix cores (MFMA, WMMA) at dense rate. */
export type ComputeUnit = 'vector' | 'matrix';

/** All types of the tables, vector types first. */
export const GPU_DTYPES: readonly GpuDtype[] = [...new Set([...VECTOR_DTYPES, ...MATRIX_DTYPES])];

/** Whether a name is a type of the tables (`fp32`); says nothing about a part having it. */
export function isGpuDtype(name: string): name is GpuDtype {
  return GPU_DTYPES.some((dtype) => dtype === name);
}

/**
 * Peak rate in 1e12 operations per second, unrounded: operations per CU and clock * CUs * clock (one multiply-add = 2
 * operations, dense, at the highest clock). MI300X fp32 vector: 256 * 304 * 2100e6 = 163.4304e12.
 *
 * Of the part that `gpu` computes with (`assumedSku`). Null when the unit lacks the type, or CU count or clock are
 * unknown; never 0 and never another type's peak.
 *
 * Source of the rates: microarchitecture pages of the ROCm documentation, matrix instruction calculator.
 */
export function peakTflops(gpu: Gpu, dtype: GpuDtype, unit: ComputeUnit): number | null {
  const { cuCount, clockMhz, opsPerCuPerClock } = gpu.assumedSku;
  const rates: Readonly<Partial<Record<GpuDtype, number>>> = opsPerCuPerClock[unit];
  const rate = rates[dtype];
  if (rate === undefined || cuCount === null || clockMhz === null) return null;
  return (rate * cuCount * clockMhz) / 1e6;
}

/**
 * The unit whose peak a data sheet quotes for a type: vector for fp64 and fp32, matrix for the others where the part
 * has it, else vector; null when it has neither.
 */
export function customaryUnit(gpu: Gpu, dtype: GpuDtype): ComputeUnit | null {
  const { vector, matrix } = gpu.assumedSku.opsPerCuPerClock;
  const hasVector = Object.hasOwn(vector, dtype);
  if (dtype === 'fp64' || dtype === 'fp32') return hasVector ? 'vector' : null;
  if (Object.hasOwn(matrix, dtype)) return 'matrix';
  return hasVector ? 'vector' : null;
}

/** Peak memory bandwidth in decimal GB/s of the part that `gpu` computes with; null when unknown. */
export function memoryBandwidthGbps(gpu: Gpu): number | null {
  return gpu.assumedSku.memoryBandwidthGbps;
}

/**
 * Arithmetic intensity, in operations per byte, at which a kernel stops being bound by memory: peak / bandwidth, from
 * unrounded peaks. Null when either is unknown or the part lacks the type.
 */
export function ridgePoint(gpu: Gpu, dtype: GpuDtype, unit: ComputeUnit): number | null {
  const peak = peakTflops(gpu, dtype, unit);
  const bandwidth = memoryBandwidthGbps(gpu);
  return peak === null || bandwidth === null ? null : (peak * 1000) / bandwidth;
}
