import { openTrace } from '@perfxpert/rocpd';
import type { BuildTraceOptions, KernelSpec, ProcessSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import { computeFacts } from '../../src/lib/facts/compute-facts.js';
import type { TraceFacts } from '../../src/lib/facts/trace-facts.js';
import type { Ranks } from '../../src/schemas/ranks.js';
import { withBuiltTrace } from './built-trace.js';

export const GEMM = 'gemm_kernel(float*, int)';
export const RCCL = 'ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)';
/** Length of a step on every rank: the collective ends it for all. */
export const STEP_NS = 100_000;
/** What the fastest rank computes per step; it waits for the rest. */
export const WORK_NS = 40_000;

/** How one rank differs from the fastest, per step. */
export interface RankHabit {
  /** Longer kernels, nanoseconds. */
  readonly kernelNs?: number;
  /** Nothing at all before the collective. */
  readonly idleNs?: number;
  /** A copy that no kernel covers. */
  readonly copyNs?: number;
  /** A host call while the GPU is empty, before the collective. */
  readonly apiNs?: number;
  readonly steps?: number;
  /** Clock of its node: added to all times, in nanoseconds and parts per million. */
  readonly offsetNs?: number;
  readonly driftPpm?: number;
  /** Odd collectives end so much later here. */
  readonly jitterNs?: number;
  readonly process?: Partial<ProcessSpec>;
}

/**
 * One rank of a training loop. Per step of 100 us: a GEMM of 40 us from its start, what the habit adds, then a collective
 * until 90 us.
 */
export function trainingRank(number: number, habit: RankHabit = {}): ProcessSpec {
  const {
    kernelNs = 0,
    idleNs = 0,
    copyNs = 0,
    apiNs = 0,
    steps = 10,
    offsetNs = 0,
    driftPpm = 0,
    jitterNs = 0,
  } = habit;
  const clock = (ns: number): number => Math.round(ns * (1 + driftPpm / 1e6)) + offsetNs;
  const kernels: KernelSpec[] = [];
  const copies = [];
  const regions: RegionSpec[] = [];
  for (let step = 0; step < steps; step++) {
    const start = step * STEP_NS;
    const gemmEnd = start + WORK_NS + kernelNs;
    const copyEnd = gemmEnd + copyNs;
    const arrival = copyEnd + apiNs + idleNs;
    const end = start + 90_000 + (step % 2) * jitterNs;
    kernels.push({ name: GEMM, startNs: clock(start), endNs: clock(gemmEnd) });
    kernels.push({ name: RCCL, startNs: clock(arrival), endNs: clock(end), stream: 1 });
    if (copyNs > 0) copies.push({ startNs: clock(gemmEnd), endNs: clock(copyEnd), bytes: 4096 });
    if (apiNs > 0) regions.push({ name: 'hipGetDevice', startNs: clock(copyEnd), endNs: clock(copyEnd + apiNs) });
  }
  return { environment: { RANK: String(number) }, kernels, copies, regions, ...habit.process };
}

/** Facts of processes written to a file and read back. */
export function factsOfProcesses(
  processes: readonly ProcessSpec[],
  options: BuildTraceOptions = {},
): Promise<TraceFacts> {
  return withBuiltTrace(
    { processes },
    async (paths) => {
      const trace = openTrace(paths);
      try {
        return await computeFacts(trace);
      } finally {
        trace.close();
      }
    },
    options,
  );
}

/** The section `ranks` of processes. */
export async function ranksOf(processes: readonly ProcessSpec[], options: BuildTraceOptions = {}): Promise<Ranks> {
  const { ranks } = await factsOfProcesses(processes, options);
  if (ranks === null) throw new Error('no section ranks');
  return ranks;
}
