import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lengthWithin } from '../../../src/lib/intervals/length-within.js';
import { firstEndingAfter } from '../../../src/lib/intervals/first-ending-after.js';
import { gapsWithin } from '../../../src/lib/intervals/gaps-within.js';
import { intersectIntervals } from '../../../src/lib/intervals/intersect-intervals.js';
import type { IntervalList } from '../../../src/lib/intervals/interval-list.js';
import { subtractIntervals } from '../../../src/lib/intervals/subtract-intervals.js';
import { totalLength } from '../../../src/lib/intervals/total-length.js';
import { unionOfLists } from '../../../src/lib/intervals/union-of-lists.js';
import { unionOfRows } from '../../../src/lib/intervals/union-of-rows.js';

/** The line is short enough to count every unit of it by brute force. */
const LINE = 60;
const rowsOf = fc.array(fc.tuple(fc.integer({ min: 0, max: LINE }), fc.integer({ min: 0, max: 12 })), {
  maxLength: 14,
});
type Rows = readonly (readonly [number, number])[];

function columns(rows: Rows): [Float64Array, Float64Array] {
  return [Float64Array.from(rows, ([start]) => start), Float64Array.from(rows, ([start, length]) => start + length)];
}
/** Units of the line that a list of intervals covers. */
function cells(list: IntervalList): Set<number> {
  const covered = new Set<number>();
  list.starts.forEach((start, index) => {
    for (let unit = start; unit < (list.ends[index] ?? 0); unit++) covered.add(unit);
  });
  return covered;
}
function cellsOfRows(rows: Rows): Set<number> {
  const covered = new Set<number>();
  for (const [start, length] of rows) for (let unit = start; unit < start + length; unit++) covered.add(unit);
  return covered;
}
const list = (rows: Rows): IntervalList => unionOfRows(...columns(rows));
function expectWellFormed({ starts, ends }: IntervalList): void {
  expect(starts.length).toBe(ends.length);
  starts.forEach((start, index) => {
    expect(ends[index]).toBeGreaterThan(start);
    if (index > 0) expect(start).toBeGreaterThan(ends[index - 1] ?? 0);
  });
}

describe('unionOfRows', () => {
  it('merges touching intervals and leaves out those of no length', () => {
    // [0,4] and [4,6] touch; [8,8] is empty
    expect(unionOfRows(Float64Array.of(0, 4, 8), Float64Array.of(4, 6, 8))).toEqual({
      starts: Float64Array.of(0),
      ends: Float64Array.of(6),
    });
  });

  it('covers exactly the units that some row covers, in any order of rows', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const union = list(rows);
        expectWellFormed(union);
        expect(cells(union)).toEqual(cellsOfRows(rows));
        expect(list([...rows].sort((a, b) => a[0] - b[0]))).toEqual(union);
      }),
    );
  });

  it('keeps its order over many thousands of intervals', () => {
    // [0,1], [3,4], ...: none touch; every tenth row is followed by one that covers the gap after it
    const starts: number[] = [];
    const ends: number[] = [];
    for (let index = 0; index < 50_000; index++) {
      starts.push(3 * index);
      ends.push(3 * index + 1);
      if (index % 10 === 9) {
        starts.push(3 * index);
        ends.push(3 * index + 3);
      }
    }
    const union = unionOfRows(Float64Array.from(starts), Float64Array.from(ends));
    expect(union.starts.every((start, index) => index === 0 || start > (union.ends[index - 1] ?? 0))).toBe(true);
    // each tenth interval joins the next one, where there is one
    expect(union.starts).toHaveLength(50_000 - 4999);
    expect(totalLength(union)).toBe(50_000 + 2 * 5000);
  });

  it('takes only the rows asked for', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const even = Uint32Array.from(rows.keys()).filter((row) => row % 2 === 0);
        const union = unionOfRows(...columns(rows), even);
        expectWellFormed(union);
        expect(cells(union)).toEqual(cellsOfRows(rows.filter((_, row) => row % 2 === 0)));
      }),
    );
  });
});

describe('set operations', () => {
  it('agree with counting unit by unit', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (rowsA, rowsB) => {
        const [a, b] = [list(rowsA), list(rowsB)];
        const [cellsA, cellsB] = [cells(a), cells(b)];
        const both = new Set([...cellsA].filter((unit) => cellsB.has(unit)));
        const onlyA = new Set([...cellsA].filter((unit) => !cellsB.has(unit)));
        for (const result of [intersectIntervals(a, b), subtractIntervals(a, b), unionOfLists(a, b)])
          expectWellFormed(result);
        expect(cells(intersectIntervals(a, b))).toEqual(both);
        expect(cells(subtractIntervals(a, b))).toEqual(onlyA);
        expect(cells(unionOfLists(a, b))).toEqual(new Set([...cellsA, ...cellsB]));
        expect(totalLength(a)).toBe(cellsA.size);
      }),
    );
  });
});

describe('windows', () => {
  const window = fc.tuple(fc.integer({ min: -5, max: LINE + 15 }), fc.integer({ min: -5, max: LINE + 15 }));

  it('are split into what is covered and what is not', () => {
    fc.assert(
      fc.property(rowsOf, window, (rows, [start, end]) => {
        const all = list(rows);
        const covered = cells(all);
        const inside = new Set<number>();
        for (let unit = start; unit < end; unit++) inside.add(unit);
        const gaps = gapsWithin(all, start, end);
        expectWellFormed(gaps);
        expect(cells(gaps)).toEqual(new Set([...inside].filter((unit) => !covered.has(unit))));
        expect(lengthWithin(all, start, end)).toBe([...inside].filter((unit) => covered.has(unit)).length);
      }),
    );
  });

  it('start at the first interval that ends after them', () => {
    const three = list([
      [0, 5],
      [10, 5],
      [20, 5],
    ]);
    // ends are 5, 15, 25
    expect([-1, 4, 5, 15, 24, 25].map((time) => firstEndingAfter(three, time))).toEqual([0, 0, 1, 2, 2, 3]);
  });
});
