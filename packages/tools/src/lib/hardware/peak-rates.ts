import { customaryUnit, peakTflops, ridgePoint } from '@perfxpert/knowledge';
import type { ComputeUnit, Gpu, GpuDtype } from '@perfxpert/knowledge';
import { roundTo } from '../statistics/round-to.js';

/** Types that a ridge point can be asked for. */
export const RIDGE_DTYPES = ['fp64', 'fp32', 'fp16', 'bf16', 'fp8', 'int8', 'xf32', 'fp6', 'fp4', 'int4'] as const;

interface Rate {
  readonly dtype: GpuDtype;
  readonly unit: ComputeUnit;
}

/**
 * The rate that a data sheet quotes for a type: vector for fp64 and fp32, else the dense matrix rate, else vector (int8:
 * its dot product). Null when the part has neither.
 */
function customaryRate(gpu: Gpu, dtype: GpuDtype): Rate | null {
  const unit = customaryUnit(gpu, dtype);
  if (unit !== null) return { dtype, unit };
  return dtype === 'int8' && customaryUnit(gpu, 'int8_dot') !== null ? { dtype: 'int8_dot', unit: 'vector' } : null;
}

/** Customary peak in 1e12 operations per second, unrounded; null when the part lacks the type. */
export function customaryPeak(gpu: Gpu, dtype: GpuDtype): number | null {
  const rate = customaryRate(gpu, dtype);
  return rate === null ? null : peakTflops(gpu, rate.dtype, rate.unit);
}

/** Operations per byte at which that peak and the memory bandwidth meet, unrounded; null when either is unknown. */
export function customaryRidge(gpu: Gpu, dtype: GpuDtype): number | null {
  const rate = customaryRate(gpu, dtype);
  return rate === null ? null : ridgePoint(gpu, rate.dtype, rate.unit);
}

/** Peaks as data sheets print them: 1e12 operations per second with one decimal, null for a type that the part lacks. */
export function dataSheetPeaks(gpu: Gpu) {
  const customary = (dtype: GpuDtype): number | null => rounded(customaryPeak(gpu, dtype));
  const matrix = (dtype: GpuDtype): number | null => rounded(peakTflops(gpu, dtype, 'matrix'));
  return {
    peak_fp64_tflops: customary('fp64'),
    peak_fp32_tflops: customary('fp32'),
    peak_fp16_tflops: customary('fp16'),
    peak_bf16_tflops: customary('bf16'),
    peak_fp8_tflops: customary('fp8'),
    peak_int8_tops: customary('int8'),
    peak_fp64_matrix_tflops: matrix('fp64'),
    peak_fp32_matrix_tflops: matrix('fp32'),
    peak_xf32_matrix_tflops: matrix('xf32'),
    peak_fp6_tflops: matrix('fp6'),
    peak_fp4_tflops: matrix('fp4'),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : roundTo(value, 1);
}
