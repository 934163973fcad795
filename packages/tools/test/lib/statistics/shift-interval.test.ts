import { describe, expect, it } from '@jest/globals';
import { percentileOfSorted } from '../../../src/lib/statistics/percentile-of-sorted.js';
import { ratioInterval } from '../../../src/lib/statistics/shift-interval.js';

const REPEATED = (value: number, times: number): number[] => Array.from({ length: times }, (_, index) => value + index);

describe('ratioInterval', () => {
  it('spans all ratios of few runs and says how sure that is', () => {
    // Ratios of 100, 110, 120 and 121, 132, 143: least 121 / 120, most 143 / 100. Of the C(6, 3) = 20 orders one has
    // U = 0 and one U = 9, so 1 - 2 / 20.
    const interval = ratioInterval([100, 110, 120], [121, 132, 143]);
    expect(interval?.low).toBeCloseTo(121 / 120, 12);
    expect(interval?.high).toBe(1.43);
    expect(interval?.confidence).toBeCloseTo(0.9, 12);
  });

  it('leaves out the outer ratios where enough runs allow it', () => {
    // 5 and 5: of C(10, 5) = 252 orders 1, 1, 2 have U = 0, 1, 2 and three U = 3: 1 - 2 * 4 / 252 = 0.968 is still
    // enough, 1 - 2 * 7 / 252 = 0.944 is not. So the third of the 25 ratios from either end.
    const first = REPEATED(100, 5);
    const second = REPEATED(200, 5);
    const ratios = first.flatMap((x) => second.map((y) => y / x)).sort((a, b) => a - b);
    const interval = ratioInterval(first, second);
    expect(interval?.low).toBe(ratios[2]);
    expect(interval?.high).toBe(ratios[22]);
    expect(interval?.confidence).toBeCloseTo(1 - 8 / 252, 12);
  });

  it('takes the normal distribution for many runs', () => {
    // 25 and 25: 312.5 - 1.959964 * sqrt(625 * 51 / 12) = 211.5, so the 211th of 625.
    const first = REPEATED(1000, 25);
    const second = REPEATED(1000, 25);
    const ratios = first.flatMap((x) => second.map((y) => y / x)).sort((a, b) => a - b);
    expect(ratioInterval(first, second)).toEqual({ low: ratios[210], high: ratios[414], confidence: 0.95 });
  });

  it('is null without values or with one that is not above 0', () => {
    expect(ratioInterval([], [1])).toBeNull();
    expect(ratioInterval([0, 1], [1, 2])).toBeNull();
  });
});

describe('percentileOfSorted', () => {
  it('interpolates between neighbours', () => {
    // height (4 - 1) * 0.25 = 0.75: 10 + 0.75 * (20 - 10)
    expect(percentileOfSorted(Float64Array.from([10, 20, 30, 40]), 0.25)).toBe(17.5);
    expect(percentileOfSorted(Float64Array.from([10, 20, 30, 40]), 1)).toBe(40);
    expect(percentileOfSorted(Float64Array.from([7]), 0.95)).toBe(7);
    expect(percentileOfSorted(new Float64Array(0), 0.5)).toBeNull();
  });
});
