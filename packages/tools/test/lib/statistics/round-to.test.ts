import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { percentOf, roundedPercentOf } from '../../../src/lib/statistics/percent-of.js';
import { roundTo } from '../../../src/lib/statistics/round-to.js';
import { sampleStandardDeviation } from '../../../src/lib/statistics/standard-deviation.js';

describe('roundTo', () => {
  it.each([
    [0.125, 2, 0.12], // exact tie, to even
    [0.375, 2, 0.38],
    [2.5, 0, 2],
    [3.5, 0, 4],
    [-2.5, 0, -2],
    [1.005, 2, 1], // 1.005 is stored a little below
    [2.675, 2, 2.67],
    [34.4262295, 2, 34.43],
    [-0.001, 2, 0],
  ])('rounds %d to %d digits as %d', (value, digits, expected) => {
    expect(roundTo(value, digits)).toBe(expected);
  });

  it('is never further off than half a unit of its last digit', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 4 }), (value, digits) => {
        expect(Math.abs(roundTo(value, digits) - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
      }),
    );
  });
});

describe('percentOf', () => {
  it('is 0 of nothing and never above 100 for a part of a whole', () => {
    expect(percentOf(0, 0)).toBe(0);
    expect(roundedPercentOf(1, 3)).toBe(33.33);
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        expect(percentOf(Math.min(a, b), Math.max(a, b))).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('sampleStandardDeviation', () => {
  it('divides by n - 1 and is null for a single value', () => {
    // mean 5, squares 9 + 1 + 1 + 9 = 20, 20 / 3
    expect(sampleStandardDeviation(Float64Array.of(2, 4, 6, 8))).toBeCloseTo(Math.sqrt(20 / 3), 12);
    expect(sampleStandardDeviation(Float64Array.of(2))).toBeNull();
  });
});
