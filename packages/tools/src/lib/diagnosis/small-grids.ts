import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { isOwnWork } from './kernel-limit.js';
import { boundWithin } from './window-time.js';
import type { WindowTime } from './window-time.js';

/** Kernels whose launches leave at least half of the compute units without a workgroup. */
export interface SmallGrids {
  /** The one with the most exclusive time, and its workgroups per launch. */
  readonly leader: { readonly hotspot: Hotspot; readonly blocks: number };
  readonly kernelCount: number;
  /** Their names, in order of the hotspots. */
  readonly kernels: readonly string[];
  readonly cuCount: number;
  /** Time they run alone, as part of the window. */
  readonly exclusiveNs: number;
  /** The same, weighted by the share of compute units without a workgroup; summed over devices. */
  readonly unusedNs: number;
}

/** Hotspots with small grids; null without any, or where workgroups or compute units are not recorded. */
export function smallGrids(facts: TraceFacts, time: WindowTime): SmallGrids | null {
  const cuCount = facts.kernelResources.arch_specs?.cu_count ?? null;
  if (cuCount === null || cuCount === 0) return null;
  const blocksByName = new Map(facts.kernelResources.kernels.map(({ name, blocks }) => [name, blocks]));
  const small = facts.hotspots.filter(isOwnWork).flatMap((hotspot) => {
    const blocks = blocksByName.get(hotspot.name) ?? null;
    return blocks !== null && blocks > 0 && 2 * blocks <= cuCount ? [{ hotspot, blocks }] : [];
  });
  const [first] = small;
  if (first === undefined) return null;
  const leader = small.reduce(
    (most, next) => (next.hotspot.exclusive_ns > most.hotspot.exclusive_ns ? next : most),
    first,
  );
  const exclusive = small.reduce((sum, { hotspot }) => sum + hotspot.exclusive_ns, 0);
  const unused = small.reduce((sum, { hotspot, blocks }) => sum + hotspot.exclusive_ns * (1 - blocks / cuCount), 0);
  return {
    leader,
    kernelCount: small.length,
    kernels: small.map(({ hotspot }) => hotspot.name),
    cuCount,
    exclusiveNs: boundWithin(time, exclusive, time.computeNs),
    unusedNs: unused,
  };
}
