import { IDLE_CAUSES } from '../../../terms/idle-cause-terms.js';
import { meanPartition } from '../partition-arithmetic.js';
import type { FinishedDevice } from './finish-device.js';
import { roundToTotal } from './round-to-total.js';

/**
 * Mean over the devices of one group by cause, exact and in whole nanoseconds. The whole ones add up to what the mean
 * partition of the same devices leaves idle, docs/decisions/0001-partition-of-time.md.
 */
export function meanIdle(
  members: readonly FinishedDevice[],
  wallNs: number,
): { readonly exactNs: readonly number[]; readonly causeNs: readonly number[] } {
  const partition = meanPartition(
    members.map(({ computeNs, copyExposedNs, apiExposedNs }) => ({
      wallNs,
      computeNs,
      copyExposedNs,
      apiExposedNs,
      copyHiddenNs: 0,
      communicationExposedNs: 0,
      apiExposedWaitNs: 0,
    })),
    wallNs,
  );
  const exactNs = IDLE_CAUSES.map(
    (_, cause) => members.reduce((sum, { tally }) => sum + (tally.causeNs[cause] ?? 0), 0) / members.length,
  );
  return { exactNs, causeNs: roundToTotal(exactNs, wallNs - partition.computeNs - partition.copyExposedNs) };
}
