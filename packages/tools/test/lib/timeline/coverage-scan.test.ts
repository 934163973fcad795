import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BucketGrid } from '../../../src/lib/timeline/bucket-grid.js';
import { scanCoverage } from '../../../src/lib/timeline/coverage-scan.js';

/** Four buckets of 8 ns from -4 on. */
const GRID: BucketGrid = { widthNs: 8, startNs: -4, count: 4 };

function scanOf(spans: readonly (readonly [number, number])[], rows: readonly number[] | null, leastNs: number) {
  const intervals = {
    starts: Float64Array.from(spans, ([start]) => start),
    ends: Float64Array.from(spans, ([, end]) => end),
    rows: rows === null ? null : Uint32Array.from(rows),
  };
  const { coverNs, longRows } = scanCoverage(intervals, GRID, leastNs);
  return { coverNs: [...coverNs], longRows: [...longRows] };
}

/** The same nanosecond by nanosecond. */
function counted(spans: readonly (readonly [number, number])[]): number[] {
  const buckets = [0, 0, 0, 0];
  for (let ns = GRID.startNs; ns < GRID.startNs + 32; ns++)
    if (spans.some(([start, end]) => start <= ns && ns < end)) {
      const bucket = Math.floor((ns - GRID.startNs) / 8);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
  return buckets;
}

const anySpan = fc
  .tuple(fc.integer({ min: -20, max: 40 }), fc.nat(12))
  .map(([start, ns]) => [start, start + ns] as const);

describe('scanCoverage', () => {
  it('adds the union of the intervals to the buckets, cut at their edges', () => {
    // [0,3) and [2,5): 0..4 lie in the first bucket (-4..4), 1 ns in the second; [10,30) is 2 + 8 + 8 ns, the rest outside.
    expect(
      scanOf(
        [
          [0, 3],
          [2, 5],
          [10, 30],
        ],
        null,
        100,
      ).coverNs,
    ).toEqual([4, 3, 8, 8]);
  });

  it('takes the rows asked for alone, and tells the long ones in order', () => {
    expect(
      scanOf(
        [
          [0, 3],
          [4, 5],
          [6, 9],
          [9, 20],
        ],
        [0, 1, 3],
        3,
      ),
    ).toEqual({
      // 3 ns; 1 + 3 ns up to 12; 8 ns up to 20.
      coverNs: [3, 4, 8, 0],
      longRows: [0, 3],
    });
  });

  it('agrees with counting nanoseconds, whatever the order of the intervals', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 30 }), fc.boolean(), (drawn, isOrdered) => {
        const spans = isOrdered ? [...drawn].sort(([left], [right]) => left - right) : drawn;
        const { coverNs, longRows } = scanOf(spans, null, 5);
        expect(coverNs).toEqual(counted(spans));
        expect(longRows).toEqual(
          [...spans.keys()].filter((row) => (spans[row]?.[1] ?? 0) - (spans[row]?.[0] ?? 0) >= 5),
        );
      }),
    );
  });

  it('keeps every long row of a long table', () => {
    // 10,000 intervals of 2 ns, more than one call of the inner loop takes; every third has 3 ns.
    const spans = Array.from({ length: 10_000 }, (_, row) => [row * 4 - 4, row * 4 - (row % 3 === 0 ? 1 : 2)] as const);
    const { coverNs, longRows } = scanOf(spans, null, 3);
    expect(longRows).toEqual([...spans.keys()].filter((row) => row % 3 === 0));
    // Two a bucket: rows 0 and 1, 2 and 3, 4 and 5, 6 and 7; those of 3 ns are 0, 3 and 6.
    expect(coverNs).toEqual([5, 5, 4, 5]);
  });
});
