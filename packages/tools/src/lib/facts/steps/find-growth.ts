import type { ProcessColumns } from '@perfxpert/rocpd';
import type { SlowStep } from '../../../schemas/steps.js';
import { compareText } from '../../text/compare-text.js';
import type { DeviceTimeline } from '../device-timeline.js';
import type { StepParts } from './step-parts.js';

type Growth = Pick<SlowStep, 'grown_part' | 'grown_kernel' | 'grown_ns'>;

/**
 * What grew most in each of the given steps, against the mean of the steady steps that are not slow: the summed time of
 * one kernel name, copies that no kernel covers, or idle time (exposed API calls included). Of equal ones the kernel,
 * then the copies.
 */
export function findGrowth(
  slowSteps: readonly number[],
  { warmup, isSlow }: { readonly warmup: number; readonly isSlow: Uint8Array },
  parts: StepParts,
  { dispatches, kernels }: ProcessColumns,
  { dispatchRows }: DeviceTimeline,
): Growth[] {
  if (slowSteps.length === 0) return [];
  const isUsual = (step: number): boolean => step >= warmup && isSlow[step] === 0;
  const usualSteps = Array.from(isSlow.keys()).filter(isUsual);
  const mean = (valueOf: (step: number) => number): number =>
    usualSteps.reduce((sum, step) => sum + valueOf(step), 0) / Math.max(1, usualSteps.length);
  const usualNs = new Float64Array(kernels.length);
  const placeOfStep = new Map(slowSteps.map((step, at) => [step, at]));
  const slowNs = slowSteps.map(() => new Float64Array(kernels.length));
  for (let place = 0; place < dispatchRows.length; place++) {
    const step = parts.stepOfDispatch[place] ?? -1;
    if (step < 0) continue;
    const totals = isSlow[step] === 1 ? slowNs[placeOfStep.get(step) ?? -1] : isUsual(step) ? usualNs : undefined;
    if (totals === undefined) continue;
    const row = dispatchRows[place] ?? 0;
    const kernel = dispatches.kernel[row] ?? 0;
    totals[kernel] = (totals[kernel] ?? 0) + (dispatches.endNs[row] ?? 0) - (dispatches.startNs[row] ?? 0);
  }
  const copyOf = (step: number): number => parts.copyExposedNs[step] ?? 0;
  const idleOf = (step: number): number => (parts.durationNs[step] ?? 0) - (parts.computeNs[step] ?? 0) - copyOf(step);
  const [usualCopy, usualIdle] = [mean(copyOf), mean(idleOf)] as const;
  return slowSteps.map((step, at): Growth => {
    const [kernel, kernelNs] = grownKernel(slowNs[at] ?? usualNs, usualNs, usualSteps.length, kernels);
    const growths: Growth[] = [
      { grown_part: 'kernel', grown_kernel: kernel, grown_ns: Math.max(0, kernelNs) },
      { grown_part: 'copy', grown_kernel: null, grown_ns: Math.max(0, copyOf(step) - usualCopy) },
      { grown_part: 'idle', grown_kernel: null, grown_ns: Math.max(0, idleOf(step) - usualIdle) },
    ];
    return growths.reduce((most, growth) => (growth.grown_ns > most.grown_ns ? growth : most));
  });
}

/** Kernel name with the most additional time; two code objects of one name are one. */
function grownKernel(
  stepNs: Float64Array,
  usualNs: Float64Array,
  usualSteps: number,
  kernels: ProcessColumns['kernels'],
): readonly [string | null, number] {
  const growthByName = new Map<string, number>();
  for (const [kernel, { name }] of kernels.entries()) {
    const growth = (stepNs[kernel] ?? 0) - (usualNs[kernel] ?? 0) / Math.max(1, usualSteps);
    growthByName.set(name, (growthByName.get(name) ?? 0) + growth);
  }
  const [most] = [...growthByName].sort(([a, aNs], [b, bNs]) => bNs - aNs || compareText(a, b));
  return most ?? [null, 0];
}
