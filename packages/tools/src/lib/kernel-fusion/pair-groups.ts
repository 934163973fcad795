/** Sums over the pairs of one group: two names in this order, one launch shape. */
export interface PairGroup {
  /** Indices into the names and shapes of the process. */
  readonly first: number;
  readonly second: number;
  readonly shape: number;
  occurrences: number;
  /** Run time of both kernels. */
  totalNs: number;
  gapNs: number;
  /** Pairs whose second kernel has a launching call of its own. */
  linked: number;
  /** Time of those calls that take longer than their kernel. */
  hostBoundNs: number;
  /** Kernels in the longest unbroken run of pairs that holds one of this group. */
  longestChain: number;
}

/** Groups of pairs in order of first appearance. */
export class PairGroups {
  readonly all: PairGroup[] = [];
  private readonly numbers = new Map<number, Map<number, number>>();

  constructor(private readonly nameCount: number) {}

  /** Number of the group of a pair, a new one at its first appearance. */
  numberOf(first: number, second: number, shape: number): number {
    // Names are fewer than rows, so the product stays exact.
    const pair = first * this.nameCount + second;
    const byShape = this.numbers.get(pair) ?? new Map<number, number>();
    this.numbers.set(pair, byShape);
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    byShape.set(shape, this.all.length);
    return (
      this.all.push({
        first,
        second,
        shape,
        occurrences: 0,
        totalNs: 0,
        gapNs: 0,
        linked: 0,
        hostBoundNs: 0,
        longestChain: 0,
      }) - 1
    );
  }
}
