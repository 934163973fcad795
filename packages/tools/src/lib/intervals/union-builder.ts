import { EMPTY_INTERVALS } from './empty-intervals.js';
import type { IntervalList } from './interval-list.js';

const FIRST_CAPACITY = 64;

/**
 * Builds a union from intervals that come in order of start: touching ones are merged, those of no (or negative) length
 * left out.
 */
export class UnionBuilder {
  private starts = new Float64Array(FIRST_CAPACITY);
  private ends = new Float64Array(FIRST_CAPACITY);
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
    return { starts: this.starts.slice(0, this.count), ends: this.ends.slice(0, this.count) };
  }

  private append(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
    this.openStart = start;
    this.openEnd = end;
  }
}

function grown(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
