import type { RegionColumns } from '@perfxpert/rocpd';
import { EMPTY_INTERVALS } from '../intervals/empty-intervals.js';
import { intersectIntervals } from '../intervals/intersect-intervals.js';
import type { IntervalList } from '../intervals/interval-list.js';
import type { RegionClasses } from './api-region.js';
import type { DeviceTimeline } from './device-timeline.js';

const FIRST_CAPACITY = 1 << 14;

/**
 * Rows of the API calls of some length that do not lie wholly under work of every device, rising. The others are exposed
 * on no device, so whoever measures exposed calls looks at these alone: in most traces a small part.
 */
export function callsBesideWork(
  { count, startNs, endNs }: RegionColumns,
  { apiClass }: RegionClasses,
  devices: readonly DeviceTimeline[],
): Uint32Array {
  const [first, ...others] = devices.map(({ busy }): IntervalList => busy);
  const { starts, ends } = others.reduce(intersectIntervals, first ?? EMPTY_INTERVALS);
  let rows = new Uint32Array(FIRST_CAPACITY);
  let filled = 0;
  let place = 0;
  for (let row = 0; row < count; row++) {
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (apiClass[row] === 0 || end <= start) continue;
    while (place < ends.length && (ends[place] ?? 0) <= start) place++;
    const isUnderWork = place < ends.length && (starts[place] ?? 0) <= start && end <= (ends[place] ?? 0);
    if (isUnderWork) continue;
    if (filled === rows.length) {
      const larger = new Uint32Array(2 * filled);
      larger.set(rows);
      rows = larger;
    }
    rows[filled++] = row;
  }
  return rows.slice(0, filled);
}
