import type { DropCounts } from '../dictionaries.js';

/** Distance from the origin up to which the difference of two times is exact: 52 days. */
export const MAX_DISTANCE = 2 ** 52;

/**
 * Stores start and end at a place. SQL gives null for a start or duration that is null or no number. A row without
 * exact times, or that ends before it starts, leaves a hole (NaN as start) and is counted; the result says which.
 * Fractions of a nanosecond are cut off.
 *
 * @param maxDistance times farther from the origin count as none.
 */
export function storeSpan(
  startNs: Float64Array,
  endNs: Float64Array,
  place: number,
  start: number | null,
  duration: number | null,
  dropped: DropCounts,
  maxDistance = MAX_DISTANCE,
): boolean {
  if (start !== null && duration !== null) {
    const end = start + duration;
    if (start >= -maxDistance && end <= maxDistance && duration >= 0) {
      startNs[place] = Math.floor(start);
      endNs[place] = Math.floor(end);
      return true;
    }
    if (duration < 0 && start <= maxDistance && end >= -maxDistance) {
      dropped.negativeDurations += 1;
      startNs[place] = Number.NaN;
      return false;
    }
  }
  dropped.nullTimes += 1;
  startNs[place] = Number.NaN;
  return false;
}
