import type { SourcePatternId } from './source-patterns.js';

/** Where GPU code is defined or started. */
export type LaunchType =
  | 'GLOBAL_KERNEL_DEF'
  | 'OPENCL_KERNEL_DEF'
  | 'TRITON_KERNEL_DEF'
  | 'NUMBA_KERNEL_DEF'
  | 'HIP_KERNEL_LAUNCH'
  | 'TRIPLE_ANGLE_LAUNCH'
  | 'OPENCL_KERNEL_LAUNCH'
  | 'TRITON_LAUNCH'
  | 'NUMBA_LAUNCH'
  | 'SUBSCRIPT_LAUNCH'
  | 'OMP_TARGET_REGION'
  | 'ACC_REGION'
  | 'DO_CONCURRENT'
  | 'SYCL_PARALLEL_FOR'
  | 'KOKKOS_PARALLEL'
  | 'RAJA_FORALL';

/** One place of GPU code in a file. */
export interface KernelSite {
  /** Qualified name of a definition, the name as written of a launch, the enclosing function of a region. */
  readonly name: string;
  readonly line: number;
  readonly launchType: LaunchType;
  readonly isInLoop: boolean;
  /** A launch that names no stream, or the default one. */
  readonly isDefaultStream: boolean;
}

/** One occurrence of a pattern. */
export interface PatternSite {
  readonly pattern: SourcePatternId;
  readonly line: number;
  readonly isInLoop: boolean;
}

/** What one file holds. */
export interface FileFindings {
  readonly definitions: readonly KernelSite[];
  readonly launches: readonly KernelSite[];
  readonly patterns: readonly PatternSite[];
  readonly markerCount: number;
  /** Streams are created, or copies are asynchronous: work does not all go to the default stream. */
  readonly usesStreams: boolean;
  /** `HIP`, `CUDA`, `PyTorch`, ...; sorted, each once. */
  readonly models: readonly string[];
}
