import { medianInPlace, percentileInPlace } from '../../statistics/percentile.js';
import type { RankSequence } from './rank-sequence.js';
import type { ArrivalTimes } from './measure-arrivals.js';

/**
 * Ends count as simultaneous up to this part of the median collective, and up to so many nanoseconds in any case (see
 * docs/decisions/0014-ranks.md, clocks).
 */
const RESIDUAL_FRAC = 0.05;
const LEAST_RESIDUAL_NS = 2000;

/** Time of a rank on the clock of the first one: `ns * (1 - drift) - offsetNs`. */
export interface ClockShift {
  readonly offsetNs: number;
  readonly drift: number;
}

export const NO_SHIFT: ClockShift = { offsetNs: 0, drift: 0 };

/** Ends of the collectives that all of some ranks took part in. */
export interface SharedEnds {
  /** By rank, from the start of the window of its group. */
  readonly endsNs: readonly Float64Array[];
  /** Differences of ends up to this are no contradiction. */
  readonly toleranceNs: number;
}

/** Reads the ends of matched collectives. `members` are indices into `ranks`. */
export function sharedEnds(
  members: readonly number[],
  ranks: readonly RankSequence[],
  times: readonly ArrivalTimes[],
): SharedEnds {
  const shared = times.filter(({ matches }) => members.every((index) => matches.ranks.includes(index)));
  const endsNs = members.map((index) => {
    const sequence = ranks[index];
    const own = sequence?.measured.part.collectives.endNs;
    return Float64Array.from(
      shared.flatMap(({ matches }) => {
        const rows = matches.rows[matches.ranks.indexOf(index)] ?? new Uint32Array(0);
        return Array.from(rows, (row) => (own?.[row] ?? 0) - (sequence?.windowStartNs ?? 0));
      }),
    );
  });
  const longestNs = Float64Array.from(shared.flatMap(({ longestNs: own }) => [...own]));
  return { endsNs, toleranceNs: Math.max(LEAST_RESIDUAL_NS, RESIDUAL_FRAC * (medianInPlace(longestNs) ?? 0)) };
}

/**
 * Whether the ends of matched collectives bear out that their ranks share a clock: all leave a collective together, so
 * clocks are not one where the 95th percentile of the differences passes the tolerance.
 */
export function endsAgree(ranks: readonly RankSequence[], times: ArrivalTimes): boolean {
  const { endsNs, toleranceNs } = sharedEnds(times.matches.ranks, ranks, [times]);
  return residualOf(endsNs) <= toleranceNs;
}

/** 95th percentile of the differences to the first rank that remain after shifts, nanoseconds. */
export function residualOf(endsNs: readonly Float64Array[], shifts: readonly ClockShift[] = []): number {
  const [reference = new Float64Array(0), ...others] = endsNs;
  const differences = others.flatMap((own, place) => {
    const { offsetNs, drift } = shifts[place + 1] ?? NO_SHIFT;
    return Array.from(own, (end, index) => Math.abs(end * (1 - drift) - offsetNs - (reference[index] ?? 0)));
  });
  return percentileInPlace(Float64Array.from(differences), 0.95) ?? 0;
}
