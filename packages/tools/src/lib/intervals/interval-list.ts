/** Sorted, disjoint, non-touching intervals [start, end). Both arrays have the same length. */
export interface IntervalList {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}
