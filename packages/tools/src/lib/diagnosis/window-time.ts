import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { percentOf } from '../statistics/percent-of.js';

/** The partition of the window as rules need it, nanoseconds. Shares are computed from these, not from rounded percents. */
export interface WindowTime {
  /** What shares are of, in words. */
  readonly name: 'window' | 'steady state';
  readonly wallNs: number;
  /** Kernels, collectives included. */
  readonly computeNs: number;
  /** Collectives that no other kernel covers; part of `computeNs`. */
  readonly communicationExposedNs: number;
  readonly copyExposedNs: number;
  /** API calls that do not wait, while the GPU runs nothing. */
  readonly apiWorkNs: number;
  /** API calls that wait, while the GPU runs nothing. */
  readonly apiWaitNs: number;
  /** Neither GPU work nor a recorded API call. */
  readonly idleNs: number;
  /** `apiWorkNs + apiWaitNs + idleNs`: the GPU runs nothing. */
  readonly emptyNs: number;
  readonly busyNs: number;
  /** Devices of the smallest group of processes: sums over devices are divided by it to bound the mean. */
  readonly deviceCount: number;
}

/** The partition for rules; null without GPU work or with a window of length 0. */
export function windowTime(breakdown: ExecutionBreakdown | null): WindowTime | null {
  if (breakdown === null || breakdown.wall_ns === 0) return null;
  const apiWaitNs = Math.min(breakdown.api_exposed_wait_ns, breakdown.api_exposed_ns);
  return {
    name: 'window',
    wallNs: breakdown.wall_ns,
    computeNs: breakdown.compute_ns,
    communicationExposedNs: Math.min(breakdown.communication_exposed_ns, breakdown.compute_ns),
    copyExposedNs: breakdown.copy_exposed_ns,
    apiWorkNs: breakdown.api_exposed_ns - apiWaitNs,
    apiWaitNs,
    idleNs: breakdown.idle_other_ns,
    emptyNs: breakdown.api_exposed_ns + breakdown.idle_other_ns,
    busyNs: breakdown.gpu_busy_ns,
    deviceCount: smallestGroup(breakdown),
  };
}

/** `ns` as percent of the window. */
export function windowPct(time: WindowTime, ns: number): number {
  return percentOf(ns, time.wallNs);
}

/**
 * A time summed over devices as part of the window, which is a mean over devices: at most `cap`, whole nanoseconds.
 * Dividing by the size of the smallest group keeps it an upper bound of the mean.
 */
export function boundWithin(time: WindowTime, summedNs: number, cap: number): number {
  return Math.max(0, Math.floor(Math.min(summedNs / time.deviceCount, cap)));
}

/** Devices of the smallest group of processes; 1 without devices. */
export function smallestGroup(breakdown: ExecutionBreakdown): number {
  const sizes = new Map<number, number>();
  for (const device of breakdown.devices) sizes.set(device.group, (sizes.get(device.group) ?? 0) + 1);
  return sizes.size === 0 ? 1 : Math.min(...sizes.values());
}
