import { IDLE_CAUSES } from '../../../terms/idle-cause-terms.js';
import { NO_CAUSE } from './call-causes.js';

/** Gaps and calls listed per cause at most. */
export const LISTED_PER_CAUSE = 5;

/** A gap as far as one cause is concerned; times in the frame of the process. */
export interface ListedGap {
  readonly startNs: number;
  readonly endNs: number;
  readonly causeNs: number;
  /** Null where no kernel ends the gap. */
  readonly nextKernel: string | null;
}

/** Idle time of one device by cause: plain data. Arrays are by code of the cause. */
export interface IdleTally {
  readonly causeNs: Float64Array;
  readonly gapCounts: Uint32Array;
  /** Time by name of call. */
  readonly callNs: readonly Map<string, number>[];
  /** Time by range of the program, of what no call covers. */
  readonly rangeNs: readonly Map<string, number>[];
  /** The gaps with the most time of each cause, at most `LISTED_PER_CAUSE`, in that order; earlier ones win ties. */
  readonly largestGaps: readonly ListedGap[][];
}

/** A tally with nothing in it. */
export function emptyTally(): IdleTally {
  return {
    causeNs: new Float64Array(NO_CAUSE),
    gapCounts: new Uint32Array(NO_CAUSE),
    callNs: IDLE_CAUSES.map(() => new Map<string, number>()),
    rangeNs: IDLE_CAUSES.map(() => new Map<string, number>()),
    largestGaps: IDLE_CAUSES.map(() => []),
  };
}

/** A copy that can be added to. */
export function copyTally(tally: IdleTally): IdleTally {
  return {
    causeNs: tally.causeNs.slice(),
    gapCounts: tally.gapCounts.slice(),
    callNs: tally.callNs.map((calls) => new Map(calls)),
    rangeNs: tally.rangeNs.map((ranges) => new Map(ranges)),
    largestGaps: tally.largestGaps.map((gaps) => [...gaps]),
  };
}

/** True for a gap that belongs among the largest of its cause. */
export function isListed(gaps: readonly ListedGap[], causeNs: number, startNs: number): boolean {
  const least = gaps[LISTED_PER_CAUSE - 1];
  return least === undefined || causeNs > least.causeNs || (causeNs === least.causeNs && startNs < least.startNs);
}

/** Keeps a gap among the largest of its cause if it is one. */
export function listGap(gaps: ListedGap[], gap: ListedGap): void {
  let place = gaps.length;
  while (place > 0 && isBefore(gap, gaps[place - 1])) place--;
  if (place >= LISTED_PER_CAUSE) return;
  gaps.splice(place, 0, gap);
  if (gaps.length > LISTED_PER_CAUSE) gaps.pop();
}

function isBefore(gap: ListedGap, other: ListedGap | undefined): boolean {
  if (other === undefined) return false;
  return gap.causeNs > other.causeNs || (gap.causeNs === other.causeNs && gap.startNs < other.startNs);
}
