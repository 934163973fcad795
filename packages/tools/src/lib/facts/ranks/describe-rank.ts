import type { Rank } from '../../../schemas/ranks.js';
import { percentOf } from '../../statistics/percent-of.js';
import type { RankTotals } from '../communication/measure-arrivals.js';
import { UNKNOWN_AGENT_ID } from '../create-merge-context.js';
import type { MergeContext } from '../merge-context.js';
import type { RankWork } from './list-rank-works.js';

/** What the comparison adds to the figures of a rank. */
export interface RankPlace {
  readonly cohort: number;
  /** Of its matched collectives; null without a communication kernel. */
  readonly totals: RankTotals | null;
  /** Start after the first rank of the cohort; null without a clock. */
  readonly firstStartNs: number | null;
}

/** The row of one rank. kernels + exposed communication + exposed copies + exposed API + idle = wall. */
export function describeRank(work: RankWork, place: RankPlace, context: MergeContext): Rank {
  const { partition, wallNs, device } = work;
  const process = context.processes[work.processIndex];
  const known = context.devices[work.deviceIndex];
  const matched = place.totals !== null && place.totals.matchedCount > 0 ? place.totals : null;
  const busyNs = partition.computeNs + partition.copyExposedNs;
  return {
    rank: work.rank,
    device: known?.label ?? 'unknown',
    guid: process?.guid ?? '',
    agent_id: known?.agentId ?? UNKNOWN_AGENT_ID,
    node: process?.node.hostname ?? null,
    pid: process?.pid ?? null,
    gfx_id: work.gfxId,
    cohort: place.cohort,
    wall_ns: wallNs,
    kernel_ns: partition.computeNs - partition.communicationExposedNs,
    communication_ns: work.communicationNs,
    communication_exposed_ns: partition.communicationExposedNs,
    transfer_ns: matched?.transferNs ?? null,
    waiting_ns: matched?.excessNs ?? null,
    late_ns: matched?.derivedDelayNs ?? null,
    copy_exposed_ns: partition.copyExposedNs,
    api_exposed_ns: partition.apiExposedNs,
    api_exposed_wait_ns: partition.apiExposedWaitNs,
    idle_other_ns: wallNs - busyNs - partition.apiExposedNs,
    dispatch_count: device.dispatchCount,
    copy_count: device.copyCount,
    busy_pct: percentOf(busyNs, wallNs),
    first_start_ns: place.firstStartNs,
  };
}
