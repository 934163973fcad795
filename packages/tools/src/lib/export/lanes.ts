/** Lanes looked at from the first one on, and up to the last one, before one more is opened: bounds the time where all overlaps. */
const LANES_TRIED = 32;

/** Puts slices that overlap into lanes of their own; slices come in order of start. */
export class FlatLanes {
  private readonly ends: number[] = [];

  /** The first lane that is free at `startNs`, from 0. */
  place(startNs: number, endNs: number): number {
    const { length } = this.ends;
    const lastOnes = Math.max(LANES_TRIED, length - LANES_TRIED);
    // The lanes between the first and the last ones are skipped, not walked: there may be as many as slices.
    for (let lane = 0; lane < length; lane = lane === LANES_TRIED - 1 ? lastOnes : lane + 1)
      if ((this.ends[lane] ?? 0) <= startNs) {
        this.ends[lane] = endNs;
        return lane;
      }
    this.ends.push(endNs);
    return length;
  }
}

/** As `FlatLanes`, but a slice may lie inside another one of its lane; enclosing slices come first. */
export class NestedLanes {
  private readonly stacks: number[][] = [];

  /** The first of the lanes looked at in which the slice is free or lies inside another one, from 0. */
  place(startNs: number, endNs: number): number {
    const from = this.stacks.length;
    for (let lane = 0; lane < Math.min(from, LANES_TRIED); lane++) {
      const stack = this.stacks[lane] ?? [];
      while (stack.length > 0 && (stack.at(-1) ?? 0) <= startNs) stack.pop();
      if (stack.length > 0 && (stack.at(-1) ?? 0) < endNs) continue;
      stack.push(endNs);
      return lane;
    }
    this.stacks.push([endNs]);
    return from;
  }
}
