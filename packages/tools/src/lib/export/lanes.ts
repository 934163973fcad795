/** Lanes looked at before one more is opened; bounds the time for traces where everything overlaps. */
const LANES_TRIED = 32;

/** Puts slices that overlap into lanes of their own; slices come in order of start. */
export class FlatLanes {
  private readonly ends: number[] = [];

  /** The first lane that is free at `startNs`, from 0. */
  place(startNs: number, endNs: number): number {
    const tried = Math.max(0, this.ends.length - LANES_TRIED);
    for (let lane = 0; lane < this.ends.length; lane++) {
      if (lane >= LANES_TRIED && lane < tried) continue;
      if ((this.ends[lane] ?? 0) <= startNs) {
        this.ends[lane] = endNs;
        return lane;
      }
    }
    this.ends.push(endNs);
    return this.ends.length - 1;
  }
}

/** As `FlatLanes`, but a slice may lie inside another one of its lane; enclosing slices come first. */
export class NestedLanes {
  private readonly stacks: number[][] = [];

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
