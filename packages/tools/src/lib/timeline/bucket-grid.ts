import type { IntervalList } from '../intervals/interval-list.js';

/**
 * Buckets of a power of two of nanoseconds whose edges are multiples of that width on the absolute clock. So the
 * buckets of one process nest in the wider ones of its group, and sums stay exact.
 */
export interface BucketGrid {
  readonly widthNs: number;
  /** Start of the first bucket, in the frame that the grid was made for; at or before the start of the span. */
  readonly startNs: number;
  readonly count: number;
}

/**
 * The finest grid of at most `maxCount` buckets over a span, and of at least `leastWidthNs` (a power of two).
 *
 * @param originNs absolute time of zero in the frame of the span.
 */
export function createBucketGrid(
  originNs: bigint,
  span: { readonly startNs: number; readonly endNs: number },
  maxCount: number,
  leastWidthNs = 1,
): BucketGrid {
  for (let widthNs = leastWidthNs; ; widthNs *= 2) {
    const absolute = originNs + BigInt(span.startNs);
    const startNs = span.startNs - Number(BigInt.asUintN(64, absolute) % BigInt(widthNs));
    const count = Math.max(1, Math.ceil((span.endNs - startNs) / widthNs));
    if (count <= maxCount) return { widthNs, startNs, count };
  }
}

/** Adds to each bucket how much of it the intervals cover, times `sign`. What lies outside the grid is left out. */
export function addCoverage(buckets: Float64Array, grid: BucketGrid, { starts, ends }: IntervalList, sign = 1): void {
  for (let index = 0; index < starts.length; index++)
    addSpan(buckets, grid, starts[index] ?? 0, ends[index] ?? 0, sign);
}

/** Adds to each bucket how much of it one span covers, times `sign`. What lies outside the grid is left out. */
export function addSpan(buckets: Float64Array, grid: BucketGrid, start: number, end: number, sign: number): void {
  const { startNs, widthNs, count } = grid;
  const until = Math.min(end, startNs + count * widthNs);
  let from = Math.max(start, startNs);
  if (from >= until) return;
  let bucket = Math.floor((from - startNs) / widthNs);
  let edge = startNs + (bucket + 1) * widthNs;
  while (edge < until) {
    buckets[bucket] = (buckets[bucket] ?? 0) + sign * (edge - from);
    bucket++;
    from = edge;
    edge += widthNs;
  }
  buckets[bucket] = (buckets[bucket] ?? 0) + sign * (until - from);
}

/**
 * Sums buckets into a wider grid of the same clock.
 *
 * @param shiftNs what turns a time of the first frame into one of the second.
 */
export function addBuckets(
  target: Float64Array,
  targetGrid: BucketGrid,
  source: Float64Array,
  sourceGrid: BucketGrid,
  shiftNs: number,
): void {
  const first = sourceGrid.startNs + shiftNs - targetGrid.startNs;
  // A grid of the host reaches far beyond the window: only the buckets that lie in the target are looked at.
  const from = Math.max(0, Math.ceil(-first / sourceGrid.widthNs));
  const until = Math.min(source.length, Math.ceil((target.length * targetGrid.widthNs - first) / sourceGrid.widthNs));
  for (let index = from; index < until; index++) {
    const value = source[index] ?? 0;
    if (value === 0) continue;
    const bucket = Math.floor((first + index * sourceGrid.widthNs) / targetGrid.widthNs);
    target[bucket] = (target[bucket] ?? 0) + value;
  }
}
