import type { KernelSpec, ProcessSpec } from '@perfxpert/rocpd/testing';

const STEP_NS = 100_000;
export const GEMM = 'gemm_kernel(float*, int)';

/** How one rank of a training job differs from the fastest. */
export interface RankHabit {
  /** Longer kernels per step, nanoseconds. */
  readonly kernelNs?: number;
  /** Added to all times: the clock of another node. */
  readonly offsetNs?: number;
  readonly steps?: number;
  /** Kernel name of the collective. */
  readonly collective?: string;
  readonly process?: Partial<ProcessSpec>;
}

/** Ten steps of 100 us: a GEMM of 40 us and what the habit adds, then a collective until 90 us. */
export function trainingRank(number: number, habit: RankHabit = {}): ProcessSpec {
  const {
    kernelNs = 0,
    offsetNs = 0,
    steps = 10,
    collective = 'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)',
  } = habit;
  const kernels = Array.from({ length: steps }, (_, step): KernelSpec[] => {
    const start = offsetNs + step * STEP_NS;
    const arrival = start + 40_000 + kernelNs;
    return [
      { name: GEMM, startNs: start, endNs: arrival },
      { name: collective, startNs: arrival, endNs: start + 90_000, stream: 1 },
    ];
  });
  return { environment: { RANK: String(number) }, kernels: kernels.flat(), ...habit.process };
}
