import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mannWhitney } from '../../../src/lib/statistics/mann-whitney.js';

const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

describe('mannWhitney', () => {
  it('Hollander and Wolfe (1973), 69f: permeability of the human chorioamnion', () => {
    const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const early = [1.15, 0.88, 0.9, 0.74, 1.21];
    // The example has W = 35 pairs in which term is larger. Mean 10 * 5 / 2 = 25, variance 50 * 16 / 12 = 66.667, so
    // z = (10 - 0.5) / 8.16497 = 1.163507 and the two-sided probability 0.244623 by the normal table.
    const result = mannWhitney(sorted(early), sorted(term));
    expect(result.u).toBe(35);
    expect(result.z).toBeCloseTo(9.5 / Math.sqrt(200 / 3), 12);
    expect(result.probability).toBeCloseTo(0.2446, 4);
  });

  it('the documentation of SciPy: age at diagnosis of diabetes', () => {
    const males = [19, 22, 16, 29, 24];
    const females = [20, 11, 17, 12];
    // Males are older in 17 of 20 pairs; asymptotic with continuity: p = 0.11134688653314041.
    const result = mannWhitney(sorted(females), sorted(males));
    expect(result.u).toBe(17);
    expect(result.probability).toBeCloseTo(0.11134688653314041, 12);
  });

  it('corrects for ties', () => {
    // Values 1 2 2 | 2 3 3. U: 2 beats 1 and ties twice = 2, each 3 beats three = 6, so 8; mean 4.5. Ties: 2 three
    // times, 3 twice: 24 + 6 = 30. Variance 9 / 12 * (7 - 30 / 30) = 4.5; z = (3.5 - 0.5) / sqrt(4.5) = sqrt(2).
    const result = mannWhitney(sorted([1, 2, 2]), sorted([2, 3, 3]));
    expect(result.u).toBe(8);
    expect(result.z).toBeCloseTo(Math.SQRT2, 12);
    // 2 * (1 - Phi(1.41421)) = 0.15730: erfc(1).
    expect(result.probability).toBeCloseTo(0.15729920705, 10);
  });

  it('finds no difference where there is none to find', () => {
    expect(mannWhitney(sorted([5, 5, 5]), sorted([5, 5]))).toEqual({ u: 3, z: 0, probability: 1 });
    expect(mannWhitney(sorted([]), sorted([1, 2])).probability).toBe(1);
    expect(mannWhitney(sorted([]), sorted([])).probability).toBe(1);
  });

  const values = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 20 });

  it('law: U is the count over all pairs, and swapping the samples mirrors it', () => {
    fc.assert(
      fc.property(values, values, (first, second) => {
        const pairs = first.flatMap((x) => second.map((y) => (y > x ? 1 : y === x ? 0.5 : 0)));
        const there = mannWhitney(sorted(first), sorted(second));
        const back = mannWhitney(sorted(second), sorted(first));
        expect(there.u).toBe(pairs.reduce<number>((sum, pair) => sum + pair, 0));
        expect(there.u + back.u).toBe(first.length * second.length);
        expect(there.probability).toBeCloseTo(back.probability, 12);
        expect(there.probability).toBeGreaterThanOrEqual(0);
        expect(there.probability).toBeLessThanOrEqual(1);
      }),
    );
  });
});
