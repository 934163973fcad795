import { dispatchesOf, durationOf } from './kernel-counters.js';
import type { KernelCounters } from './kernel-counters.js';

/**
 * The kind of device with the most counted time, as its JSON text; of several the one with more dispatches. Figures that
 * rest on hardware are told for it alone: unlike GPUs are never averaged. '' without kernels.
 */
export function mainDevice(kernels: readonly KernelCounters[]): string {
  const totals = new Map<string, { durationNs: number; dispatchCount: number }>();
  for (const { device, groups } of kernels) {
    const key = JSON.stringify(device);
    const total = totals.get(key) ?? { durationNs: 0, dispatchCount: 0 };
    totals.set(key, {
      durationNs: total.durationNs + durationOf(groups),
      dispatchCount: total.dispatchCount + dispatchesOf(groups),
    });
  }
  const [first] = [...totals].sort(
    ([keyA, a], [keyB, b]) =>
      b.durationNs - a.durationNs || b.dispatchCount - a.dispatchCount || (keyA < keyB ? -1 : 1),
  );
  return first?.[0] ?? '';
}
