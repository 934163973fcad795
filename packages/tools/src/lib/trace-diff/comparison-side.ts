import { medianOf } from '../statistics/median-of.js';
import { roundTo } from '../statistics/round-to.js';
import { hotKernels } from './hot-kernels.js';
import type { LoneKernel } from './match-renames.js';
import type { RunMeasure } from './run-measure.js';

/** One kernel name of one side: medians over the side's runs. A run without the kernel counts with 0. */
export interface SideKernel extends LoneKernel {
  /** Whole nanoseconds. */
  readonly totalNs: number;
  /** Durations of the dispatches of all runs, ascending. Made anew at each call. */
  sortedDurationsNs(): Float64Array;
}

/** One side of a comparison: one run, or several runs of one program. */
export interface ComparisonSide {
  readonly runs: readonly RunMeasure[];
  readonly kernels: ReadonlyMap<string, SideKernel>;
  readonly kernelTimeNs: number;
  /** Names of the hot kernels (`hotKernels`). */
  readonly hot: ReadonlySet<string>;
}

/** Sums up the runs of a side; `coverageFrac` as for `hotKernels`. */
export function createSide(runs: readonly RunMeasure[], coverageFrac?: number): ComparisonSide {
  const names = new Set(runs.flatMap(({ kernels }) => [...kernels.keys()]));
  const kernels = new Map([...names].map((name) => [name, sideKernel(name, runs)]));
  return {
    runs,
    kernels,
    kernelTimeNs: medianNs(runs.map(({ kernelTimeNs }) => kernelTimeNs)),
    hot: new Set(hotKernels(kernels.values(), coverageFrac).map(({ name }) => name)),
  };
}

/** Median of times, rounded to whole nanoseconds, ties to even; 0 for none. */
export function medianNs(values: readonly number[]): number {
  return roundTo(medianOf(values), 0);
}

function sideKernel(name: string, runs: readonly RunMeasure[]): SideKernel {
  const measures = runs.map(({ kernels }) => kernels.get(name));
  return {
    name,
    calls: medianOf(measures.map((measure) => measure?.calls ?? 0)),
    totalNs: medianNs(measures.map((measure) => measure?.totalNs ?? 0)),
    shape: measures.find((measure) => measure?.shape !== null && measure?.shape !== undefined)?.shape ?? null,
    sortedDurationsNs: () => joined(measures.map((measure) => measure?.durationsNs() ?? new Float64Array(0))).sort(),
  };
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const [only, ...others] = arrays;
  if (only !== undefined && others.length === 0) return only;
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const array of arrays) {
    all.set(array, filled);
    filled += array.length;
  }
  return all;
}
