import type { KernelDelta } from '../team/correctness-schema.js';

/** What gate 4 allows, percent; exactly that much still passes. */
export const REGRESSION_LIMITS = { totalPct: 3, geomeanPct: 5, hotKernelPct: 10 } as const;

/** Kernel time before and after, nanoseconds. */
export interface KernelTimes {
  readonly kernel: string;
  readonly beforeNs: number;
  /** 0 for a kernel that is gone. */
  readonly afterNs: number;
}

/** Figures of gate 4, percent. */
export interface RegressionFigures {
  readonly totalDeltaPct: number;
  /** Of the slowed kernels alone: the tail that gains elsewhere can't hide. */
  readonly slowedGeomeanPct: number;
  readonly kernels: readonly KernelDelta[];
}

/** The parts that a change goes too far in; none: it passes. */
export function judgeRegression({ totalDeltaPct, slowedGeomeanPct, kernels }: RegressionFigures): string[] {
  const { totalPct, geomeanPct, hotKernelPct } = REGRESSION_LIMITS;
  const hot = kernels.filter(({ was_hot: wasHot, delta_pct: delta }) => wasHot && delta > hotKernelPct);
  const [worst] = [...hot].sort(
    (left, right) => right.delta_pct - left.delta_pct || (left.kernel < right.kernel ? -1 : 1),
  );
  return [
    ...(totalDeltaPct > totalPct ? [`total kernel time +${totalDeltaPct.toFixed(2)} % (limit ${totalPct} %)`] : []),
    ...(slowedGeomeanPct > geomeanPct
      ? [`slowed kernels +${slowedGeomeanPct.toFixed(2)} % in weighted mean (limit ${geomeanPct} %)`]
      : []),
    ...(worst === undefined
      ? []
      : [
          `${hot.length} hot kernel${hot.length === 1 ? '' : 's'} slower by more than ${hotKernelPct} %: ` +
            `${worst.kernel} +${worst.delta_pct.toFixed(2)} %`,
        ]),
  ];
}

/**
 * exp(sum of w ln(after / before)) - 1 in percent, over the slowed kernels, w = share of the whole baseline. Never below 0,
 * and never below the same mean over all kernels. 0 without slowed kernels.
 */
export function slowedGeomeanPct(kernels: readonly KernelTimes[]): number {
  const whole = kernels.reduce((sum, { beforeNs }) => sum + beforeNs, 0);
  if (whole === 0) return 0;
  const logarithm = kernels
    .filter(({ beforeNs, afterNs }) => beforeNs > 0 && afterNs > beforeNs)
    .reduce((sum, { beforeNs, afterNs }) => sum + (beforeNs / whole) * Math.log(afterNs / beforeNs), 0);
  return 100 * Math.expm1(logarithm);
}
