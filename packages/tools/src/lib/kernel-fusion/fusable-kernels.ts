import { categorizeKernelName } from '@perfxpert/knowledge';
import type { LaunchShape, TraceKernel } from '@perfxpert/rocpd';

/** Kinds of kernels that are not fused with a neighbour: they are libraries' own, or no kernels of the program. */
const NOT_FUSED: ReadonlySet<string> = new Set(['GEMM', 'SDPA', 'CONV', 'NCCL', 'Memory', 'Sort/Scan']);

/** 1 for the kernels that may be fused with a neighbour, by their kind. */
export function fusableKernels(kernels: readonly TraceKernel[]): Uint8Array {
  return Uint8Array.from(kernels, ({ name }) => (NOT_FUSED.has(categorizeKernelName(name)) ? 0 : 1));
}

/** Whether a launch shape says anything: kernels of graphs are recorded with sizes of 0. */
export function isKnownShape({ workgroup, grid }: Pick<LaunchShape, 'workgroup' | 'grid'>): boolean {
  return [workgroup, grid].every((extent) => extent !== null && extent.every((size) => size > 0));
}
