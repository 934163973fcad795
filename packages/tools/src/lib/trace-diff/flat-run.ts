import type { FlatKernels } from '@perfxpert/rocpd';
import type { KernelMeasure, RunMeasure } from './run-measure.js';

/** A run of which only the durations of kernels are known: no window, no busy time, no copies. */
export function flatRun({ names, kernel, durationsNs, droppedCount }: FlatKernels): RunMeasure {
  const offsets = new Uint32Array(names.length + 1);
  for (let row = 0; row < kernel.length; row++) {
    const after = (kernel[row] ?? 0) + 1;
    offsets[after] = (offsets[after] ?? 0) + 1;
  }
  for (let index = 1; index <= names.length; index++)
    offsets[index] = (offsets[index] ?? 0) + (offsets[index - 1] ?? 0);
  const dealt = new Float64Array(kernel.length);
  const next = offsets.slice();
  for (let row = 0; row < kernel.length; row++) {
    const index = kernel[row] ?? 0;
    const place = next[index] ?? 0;
    dealt[place] = durationsNs[row] ?? 0;
    next[index] = place + 1;
  }
  const measures = names.map((name, index): [string, KernelMeasure] => {
    const durations = dealt.subarray(offsets[index], offsets[index + 1]);
    const totalNs = durations.reduce((sum, duration) => sum + duration, 0);
    return [name, { calls: durations.length, totalNs, shape: null, durationsNs: () => durations.slice() }];
  });
  return {
    fileCount: 1,
    processCount: 1,
    kernels: new Map(measures),
    kernelTimeNs: measures.reduce((sum, [, { totalNs }]) => sum + totalNs, 0),
    dispatchCount: kernel.length,
    breakdown: null,
    copies: {},
    devices: [],
    spans: [],
    droppedRowCount: droppedCount,
    isCounterRun: false,
  };
}
