import type { RankClock } from '../../../schemas/ranks.js';
import { medianInPlace } from '../../statistics/percentile.js';
import { NO_SHIFT, residualOf, sharedEnds } from '../communication/compare-ends.js';
import type { ClockShift } from '../communication/compare-ends.js';
import type { ArrivalTimes } from '../communication/measure-arrivals.js';
import type { RankSequence } from '../communication/rank-sequence.js';

/** Fewest collectives that tell an offset and a drift apart from chance. */
const FEWEST_COLLECTIVES = 3;
/** Two quartz clocks drift apart by less, parts per million. */
const MOST_DRIFT_PPM = 1000;
/** A machine's own clock gives way to the ends only where those agree this much better once shifted. */
const BETTER_FRAC = 0.25;

/** Whether and how starts of some ranks can be compared. */
export interface ClockAlignment {
  readonly clock: RankClock;
  /** By index into the list of ranks; null where starts are not comparable. */
  readonly shifts: ReadonlyMap<number, ClockShift> | null;
}

/**
 * Compares the clocks of ranks by the ends of their matched collectives: all leave a collective together, so ends that
 * differ show clocks that do. Each rank is shifted by the median difference to the first one; where that leaves too
 * much, by a line through the differences (drift). What remains is the residual, 95th percentile. Above 5 % of the median
 * collective (2 µs at least) starts are not comparable. The one clock of a machine is believed unless shifted ends agree
 * at least four times as well.
 *
 * @param members indices into `ranks`, two or more.
 */
export function alignClocks(
  members: readonly number[],
  ranks: readonly RankSequence[],
  times: readonly ArrivalTimes[],
): ClockAlignment {
  const hasOneClock = new Set(members.map((index) => ranks[index]?.group)).size === 1;
  const { endsNs, toleranceNs } = sharedEnds(members, ranks, times);
  const count = endsNs[0]?.length ?? 0;
  const unshifted = new Map(members.map((index) => [index, NO_SHIFT]));
  const oneClock = (residualNs: number | null): ClockAlignment => ({
    clock: { method: 'one_clock', collective_count: count, residual_ns: residualNs, drift_ppm: null, reason: null },
    shifts: unshifted,
  });
  if (count === 0)
    return hasOneClock
      ? oneClock(null)
      : unaligned(0, null, 'Ranks on several machines share no matched collective to align their clocks by.');
  const asRecordedNs = residualOf(endsNs);
  const isPlausible = hasOneClock && asRecordedNs <= toleranceNs;
  if (count < FEWEST_COLLECTIVES)
    return isPlausible ? oneClock(asRecordedNs) : unaligned(count, hasOneClock ? asRecordedNs : null, tooFew(count));
  const { shifts, residualNs, driftPpm } = bestShifts(endsNs, toleranceNs);
  if (isPlausible && residualNs >= BETTER_FRAC * asRecordedNs) return oneClock(asRecordedNs);
  if (residualNs > toleranceNs || driftPpm > MOST_DRIFT_PPM)
    return isPlausible ? oneClock(asRecordedNs) : unaligned(count, residualNs, DISAGREEMENT);
  return {
    clock: {
      method: 'collective_ends',
      collective_count: count,
      residual_ns: residualNs,
      drift_ppm: driftPpm,
      reason: null,
    },
    shifts: new Map(members.map((index, place) => [index, shifts[place] ?? NO_SHIFT])),
  };
}

const DISAGREEMENT =
  'The ends of matched collectives disagree, however the clocks are shifted, so starts are not compared.';

function tooFew(count: number): string {
  return `To align clocks by their ends takes ${FEWEST_COLLECTIVES} matched collectives; there are ${count}.`;
}

function unaligned(count: number, residualNs: number | null, reason: string): ClockAlignment {
  return {
    clock: { method: 'none', collective_count: count, residual_ns: residualNs, drift_ppm: null, reason },
    shifts: null,
  };
}

/** Constant shifts where they leave little enough, else lines. */
function bestShifts(endsNs: readonly Float64Array[], toleranceNs: number) {
  const [reference = new Float64Array(0)] = endsNs;
  const constant = endsNs.map((own) => ({ offsetNs: medianDifference(reference, own), drift: 0 }));
  const constantNs = residualOf(endsNs, constant);
  if (constantNs <= toleranceNs) return { shifts: constant, residualNs: constantNs, driftPpm: 0 };
  const lines = endsNs.map((own) => fitLine(reference, own));
  const driftPpm = 1e6 * Math.max(...lines.map(({ drift }) => Math.abs(drift)));
  return { shifts: lines, residualNs: residualOf(endsNs, lines), driftPpm };
}

function medianDifference(reference: Float64Array, own: Float64Array): number {
  return medianInPlace(own.map((end, index) => end - (reference[index] ?? 0))) ?? 0;
}

/** Least squares of own - reference over own; a constant where all ends are one. */
function fitLine(reference: Float64Array, own: Float64Array): ClockShift {
  const { length } = own;
  let meanEnd = 0;
  let meanDifference = 0;
  for (let index = 0; index < length; index++) {
    meanEnd += (own[index] ?? 0) / length;
    meanDifference += ((own[index] ?? 0) - (reference[index] ?? 0)) / length;
  }
  let products = 0;
  let squares = 0;
  for (let index = 0; index < length; index++) {
    const end = (own[index] ?? 0) - meanEnd;
    products += end * ((own[index] ?? 0) - (reference[index] ?? 0) - meanDifference);
    squares += end * end;
  }
  const drift = squares === 0 ? 0 : products / squares;
  return { offsetNs: meanDifference - drift * meanEnd, drift };
}
