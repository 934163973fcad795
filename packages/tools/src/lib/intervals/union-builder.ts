import { EMPTY_INTERVALS } from './empty-intervals.js';
import type { IntervalList } from './interval-list.js';

const FIRST_CHUNK_LENGTH = 64;
const MAX_CHUNK_LENGTH = 16_384;

/**
 * Builds a union from intervals that come in order of start: touching ones are merged, those of no (or negative) length
 * left out. Grows by chunks, small ones first, which are copied once at the end.
 */
export class UnionBuilder {
  private readonly fullStarts: Float64Array[] = [];
  private readonly fullEnds: Float64Array[] = [];
  private starts = new Float64Array(FIRST_CHUNK_LENGTH);
  private ends = new Float64Array(FIRST_CHUNK_LENGTH);
  private count = 0;
  private openStart = Number.NEGATIVE_INFINITY;
  private openEnd = Number.NEGATIVE_INFINITY;

  /** Adds an interval. False, and nothing added, if it starts before the last merged one: then the order is broken. */
  add(start: number, end: number): boolean {
    if (end <= start) return true;
    if (start > this.openEnd) {
      this.append(start, end);
      return true;
    }
    if (start < this.openStart) return false;
    if (end > this.openEnd) {
      this.openEnd = end;
      this.ends[this.count - 1] = end;
    }
    return true;
  }

  /** The union so far. The builder must not be used after it. */
  finish(): IntervalList {
    if (this.count === 0) return EMPTY_INTERVALS;
    return {
      starts: joined(this.fullStarts, this.starts.subarray(0, this.count)),
      ends: joined(this.fullEnds, this.ends.subarray(0, this.count)),
    };
  }

  private append(start: number, end: number): void {
    if (this.count === this.starts.length) {
      const length = Math.min(2 * this.count, MAX_CHUNK_LENGTH);
      this.fullStarts.push(this.starts);
      this.fullEnds.push(this.ends);
      this.starts = new Float64Array(length);
      this.ends = new Float64Array(length);
      this.count = 0;
    }
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
    this.openStart = start;
    this.openEnd = end;
  }
}

function joined(full: readonly Float64Array[], rest: Float64Array): Float64Array {
  const all = new Float64Array(full.reduce((sum, chunk) => sum + chunk.length, rest.length));
  let filled = 0;
  for (const chunk of [...full, rest]) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  return all;
}
