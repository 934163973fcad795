import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { median, medianInPlace, percentile } from '../../../src/lib/statistics/percentile.js';
import { selectInPlace } from '../../../src/lib/statistics/select-in-place.js';

const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 200 });

/** The definition, on a sorted copy. */
function byDefinition(numbers: readonly number[], fraction: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const height = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(height)] ?? 0;
  const above = sorted[Math.ceil(height)] ?? 0;
  return below + (above - below) * (height - Math.floor(height));
}

describe('percentile', () => {
  it('interpolates between order statistics as numpy does', () => {
    // numpy.percentile([1, 2, 3, 4], 95): h = 3 * 0.95 = 2.85, so 3 + 0.85 * (4 - 3)
    expect(percentile(Float64Array.of(4, 1, 3, 2), 0.95)).toBeCloseTo(3.85, 12);
    expect(median(Float64Array.of(4, 1, 3, 2))).toBe(2.5);
    expect(median(Float64Array.of(7))).toBe(7);
    expect(median(new Float64Array(0))).toBeNull();
  });

  it('equals the definition on sorted values and leaves its argument alone', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (numbers, fraction) => {
        const array = Float64Array.from(numbers);
        expect(percentile(array, fraction)).toBeCloseTo(byDefinition(numbers, fraction), 9);
        expect([...array]).toEqual(numbers);
        expect(medianInPlace(array)).toBeCloseTo(byDefinition(numbers, 0.5), 9);
      }),
    );
  });
});

describe('selectInPlace', () => {
  it('finds every rank inside a range without touching what lies outside', () => {
    fc.assert(
      fc.property(values, fc.nat(), (numbers, seed) => {
        const array = Float64Array.from([-1, ...numbers, -2]);
        const rank = seed % numbers.length;
        expect(selectInPlace(array, rank, 1, numbers.length + 1)).toBe([...numbers].sort((a, b) => a - b)[rank]);
        expect([array[0], array[array.length - 1]]).toEqual([-1, -2]);
      }),
    );
  });

  it('copes with sorted, reversed, constant and sawtooth input', () => {
    const length = 5000;
    const shapes: ((index: number) => number)[] = [
      (index) => index,
      (index) => length - index,
      () => 3,
      (index) => index % 7,
      (index) => (index % 2 === 0 ? index : length - index),
    ];
    for (const shape of shapes) {
      const array = Float64Array.from({ length }, (_, index) => shape(index));
      const sorted = array.slice().sort();
      for (const rank of [0, 1, length / 2, length - 1]) expect(selectInPlace(array.slice(), rank)).toBe(sorted[rank]);
    }
  });
});
